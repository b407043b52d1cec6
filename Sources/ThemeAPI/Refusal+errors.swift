package import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// The refusals for the errors of other targets and of packages.
extension Refusal {
  package init(_ error: StoreError) {
    switch error {
    case .full(let what):
      self.init(
        .storeFull, "The store is full: \(what). Nothing was written; try again when there is space.",
        headers: [.retryAfter(10...60)])
    case .failed(let what):
      self.init(
        .storeUnavailable,
        "The store can't be written: \(what). Reading still works; writing works again after a restart.",
        headers: [.retryAfter(30...120)])
    case .away(let what):
      self.init(
        .storeUnavailable, "The store can't be reached: \(what). Nothing was done; try again.",
        headers: [.retryAfter(1...3)])
    case .inDoubt(let what):
      self.init(
        .storeUnavailable,
        "The store went away in the midst of this: \(what). It is not known to be done; send it again with the same "
          + "Idempotency-Key.",
        headers: [.retryAfter(1...3)])
    case .newerVersion, .corrupt, .unusable:
      self.init(.storeUnavailable, "The store can't be used: \(error).", headers: [.retryAfter(30...120)])
    }
  }

  package init(_ error: DraftError) {
    switch error {
    case .conflict(let present, let head):
      let active = present.map { "'\($0.theme)' is active in '\($0.channel)'" } ?? "the channel is new"
      self.init(
        .conflict, "The channel changed after the cursor in 'if': \(active), and the log is at \(head)."
      )
    case .keyReused:
      self.init(.keyReused, "This Idempotency-Key was used with a different request; use a new key.")
    case .unknownSchedule(let id): self.init(.unknownSchedule, "There is no schedule '\(id)'.")
    }
  }

  /// A refusal of a conflict also has the active theme, from which the client can continue.
  init(_ error: DraftError, in snapshot: Snapshot) {
    let plain = Refusal(error)
    guard case .conflict(let present, let head) = error else {
      self = plain
      return
    }
    self.init(
      plain.code, plain.detail, headers: [.init("Livery-Cursor", head.description)],
      members: Self.present(present, head, snapshot))
  }

  init(_ error: Publisher.DocumentError) {
    switch error {
    case .store(let error): self.init(error)
    case .refused(let error): self.init(error)
    case .documents(let error):
      let errors = error.problems.filter { $0.severity == .error }
      self.init(
        .refusedTheme,
        "With this document the themes would have \(errors.count == 1 ? "an error" : "\(errors.count) errors").",
        problems: errors)
    case .inUse(let what): self.init(.inUse, what)
    case .forbidden(let what): self.init(.forbidden, "\(what).")
    case .tooMany(let limit):
      self.init(.refusedTheme, "There are \(limit) uploaded themes already; delete some first.")
    case .tooLarge(let limit):
      self.init(
        .refusedTheme, "All uploaded themes together may have at most \(limit >> 20) MiB; delete some first.")
    case .unknownImage(let name, let names):
      let files = names.filter { ImageFolder.bareName(of: $0) == name }.sorted().prefix(8).map { "'\($0)'" }
      self =
        files.isEmpty
        ? .unknown(.unknownImage, "uploaded image", name, among: names)
        : Refusal(
          .unknownImage,
          "'\(name.shown)' is an image, not a file; its uploaded files are \(Quoted.list(files)).")
    case .imagesFull(let count, let bytes):
      self.init(
        .refusedPackage,
        "Uploaded images may be \(count) in number and have \(bytes) bytes together (imagesBytes); delete some first."
      )
    case .unknown(let name, let names): self = .unknown(.unknownTheme, "theme", name, among: names)
    case .hasFile(let file):
      self.init(
        .hasFile,
        "Nothing was done: this would hide the file \(file) of the config folder, which the setting uploadsOverFiles "
          + "forbids. Change the file instead.")
    case .precondition(let what): self.init(.preconditionFailed, "Nothing was done: \(what).")
    case .interrupted: self.init(.busy, "Nothing was done: the server is stopping.")
    }
  }

  init(_ error: LookupError) {
    let code: RefusalCode =
      switch error.code {
      case .unknownClass: .unknownClass
      case .unknownProperty: .unknownProperty
      case .unknownColor: .unknownColor
      case .unknownImage: .unknownImage
      case .unknownValue: .unknownValue
      case .unknownTrait: .unknownParameter
      case .repeatedTrait: .repeatedParameter
      case .malformedTarget, .unknownAxisValue, .wrongAxisCount, .traitValue: .badParameter
      case .overrideValue: .badBody
      }
    self.init(code, error.message.description)
  }

  /// Does a look-up, whose error becomes a refusal.
  static func of<Value>(_ body: () throws(LookupError) -> Value) throws(Refusal) -> Value {
    do throws(LookupError) { return try body() } catch { throw Refusal(error) }
  }

  /// Uses the store, whose error becomes a refusal.
  static func of<Value>(_ body: () throws(StoreError) -> Value) throws(Refusal) -> Value {
    do throws(StoreError) { return try body() } catch { throw Refusal(error) }
  }

  init(_ error: ArchiveError) {
    switch error {
    case .tooLarge:
      self.init(
        .archiveTooLarge,
        "The archive would have more than \(ZipArchive.mostEntries) files or \(ZipArchive.mostBytes >> 20) MiB. Ask with "
          + "'images=false' to have it without images; each has a 'url' in /v1/theme.")
    case .unreadable(let image):
      self.init(
        .busy, "The image '\(image.name.shown)' can't be read just now; ask again in a moment.",
        headers: [.retryAfter(1...4)])
    }
  }

  init(_ problem: PackageProblem) {
    let entry = problem.entry?.shown
    self.init(
      problem.code, "\(entry.map { "The entry '\($0)'" } ?? "The package") \(problem.what).",
      problems: entry.map { [Problem(pointer: $0, "It \(problem.what).")] } ?? [])
  }
}
