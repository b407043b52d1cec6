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

  package init(_ error: ChangeError) {
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
  init(_ error: ChangeError, in snapshot: Snapshot) {
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
    case .needsAnother(let why, let authors, let channels):
      self = .needsAnother(why, authors: authors, channels: channels)
    case .unconditional:
      self.init(
        .ifMatchRequired,
        "Nothing was done: send 'If-Match' with the tag of the draft, so that nothing is published but what was seen."
      )
    case .tooMany(let limit):
      self.init(.refusedTheme, "There are \(limit) uploaded themes already; delete some first.")
    case .tooLarge(let limit):
      self.init(
        .refusedTheme, "All uploaded themes together may have at most \(limit >> 20) MiB; delete some first.")
    case .unknownImage(let name, let names): self = .unknownAsset(name, among: names)
    case .imagesFull(let count, let bytes):
      self.init(
        .refusedPackage,
        "Uploaded images and fonts may be \(count) in number and have \(bytes) bytes together (imagesBytes); delete some first."
      )
    case .unknown(let name, let names): self = .unknown(.unknownTheme, "theme", name, among: names)
    case .hasFile(let file):
      self.init(
        .hasFile,
        "Nothing was done: this would hide the file \(file) of the config folder, which the setting uploadsOverFiles "
          + "forbids. Change the file instead.")
    case .draft(let error): self.init(error)
    case .precondition(let what): self.init(.preconditionFailed, "Nothing was done: \(what).")
    case .interrupted: self.init(.busy, "Nothing was done: the server is stopping.")
    }
  }

  private static func needsAnother(_ why: String, authors: [String], channels: [String]) -> Refusal {
    let members = [("authors", authors), ("channels", channels)]
    return Refusal(
      .needsAnother, "\(why).",
      members: members.map { name, texts in
        Member(name) { json in json.array { json in for text in texts { json.string(text) } } }
      })
  }

  private static func unknownAsset(_ name: String, among names: [String]) -> Refusal {
    let files = names.filter { ImageFolder.bareName(of: $0) == name }.sorted().prefix(8).map { "'\($0)'" }
    if !files.isEmpty {
      return Refusal(
        .unknownImage,
        "'\(name.shown)' is an image, not a file; its uploaded files are \(Quoted.list(files)).")
    }
    return FontFormat(ofFile: name) == nil
      ? .unknown(.unknownImage, "uploaded image", name, among: names)
      : .unknown(.unknownFont, "uploaded font", name, among: names)
  }

  init(_ error: DraftError) {
    switch error {
    case .unknown(let id) where id.isDraftKey:
      self.init(.unknownDraft, "This is the key of a draft, not its id; 'livery drafts' lists the ids.")
    case .unknown(let id): self.init(.unknownDraft, "There is no draft '\(id.shown)'.")
    case .gone(let end): self = .gone(end)
    case .unplanned(let id): self.init(.conflict, "The draft '\(id)' is not planned.")
    case .stale(let base, let present):
      let tags = [("base", base), ("tag", present)].map { name, digest in
        Member(name) { json in
          if let digest { json.string(EntityTag(ofBytesWith: digest).description) } else { json.null() }
        }
      }
      self.init(
        .stale,
        "Nothing was done: the theme's document is not the one that this builds on. Look at the present one, then "
          + "replace the draft with 'base', the tag of that document.", members: tags)
    case .full(let count, let bytes, let nextEnd):
      let figures = [
        ("drafts", count), ("draftsLimit", Draft.limit), ("bytes", bytes), ("bytesLimit", Draft.room),
      ]
      self.init(
        .draftsFull,
        "There may be \(Draft.limit) drafts with \(Draft.room >> 20) MiB in all; discard one first.",
        members: figures.map { name, figure in Member(name) { $0.number(figure) } }
          + [Member("expires") { $0.string(nextEnd.description) }])
    }
  }

  /// Returns the refusal of a draft that has ended.
  package static func gone(_ end: DraftEnd) -> Refusal {
    let words =
      switch end.reason {
      case .discarded: "was discarded"
      case .expired: "has expired"
      case .published: "was published"
      }
    let members =
      [("reason", end.reason.rawValue), ("name", end.name)]
      + (end.cursor.map { [("cursor", $0.description)] } ?? [])
    return Refusal(
      .draftGone, "This draft of '\(end.name)' \(words).",
      members: members.map { name, text in Member(name) { $0.string(text) } })
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

  /// Does a lookup, whose error becomes a refusal.
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
