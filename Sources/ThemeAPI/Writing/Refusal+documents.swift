internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// What changing documents runs into.
extension Refusal {
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
    case .precondition(let what): self.init(.preconditionFailed, "Nothing was done: \(what).")
    case .interrupted: self.init(.busy, "Nothing was done: the server is stopping.")
    }
  }
}
