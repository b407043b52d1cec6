internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// The names of the themes and image files that an author may write: each one name, or the beginning of names before a `*`.
package struct NamePatterns: Sendable, Hashable {
  package static let limit = 100

  /// The patterns as the tokens file has them.
  let texts: [String]

  /// Returns whether a text is a name, or the beginning of names before a `*`.
  static func isPattern(_ text: String) -> Bool {
    let name = text.hasSuffix("*") ? text.dropLast() : text[...]
    // An image's file name has more characters than a theme's name.
    return name.utf8.count <= 128 && !text.isEmpty
      && name.utf8.allSatisfy { $0.isAlphanumeric || "._-~@".utf8.contains($0) }
  }

  func match(_ name: String) -> Bool {
    texts.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
  }

  /// Indicates whether they match an image's file: its whole name, or the image's name without scale, idiom and ending.
  func match(image file: String) -> Bool {
    match(file) || ImageFolder.bareName(of: file).map { match($0) } ?? false
  }
}

extension Principal {
  /// Throws if it may not write a theme of this name.
  func check(nameOf theme: String) throws(Publisher.DocumentError) {
    if let sentence = lacking(theme, where: { $0.match(theme) }) { throw .forbidden(sentence) }
  }

  func check(images files: some Sequence<String>) throws(Publisher.DocumentError) {
    for file in files {
      if let sentence = lacking(file, where: { $0.match(image: file) }) { throw .forbidden(sentence) }
    }
  }

  /// Throws if it may not write a theme whose document a change replaces.
  /// - Parameter next: the themes after the change.
  func check(namesOf snapshot: Snapshot, _ next: ThemeSet) throws(Publisher.DocumentError) {
    guard grants.names != nil else { return }
    let sources = next.library.sources
    for theme in sources.changedKeys(since: snapshot.themeSet.library.sources, where: ==).sorted() {
      if let sentence = lacking(theme, where: { $0.match(theme) }) { throw .forbidden(sentence) }
    }
  }

  private func lacking(_ name: String, where matches: (NamePatterns) -> Bool) -> String? {
    guard let names = grants.names, !matches(names) else { return nil }
    let patterns = names.texts.isEmpty ? "nothing" : names.texts.map { "'\($0)'" }.joined(separator: ", ")
    return "'\(self.name)' may write what is called \(patterns), not '\(name.shown)'"
  }
}
