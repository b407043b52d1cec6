internal import Changes
internal import Documents
internal import Themes

/// Whether a document is the one that a request builds on.
enum DocumentCondition {
  static func check(_ request: Request, _ name: String, _ snapshot: Snapshot) throws(Publisher.DocumentError)
  {
    let source = snapshot.themeSet.library.sources[name]
    if let list = request.header("If-Match") {
      guard let source, EntityTag(of: source.bytes).matches(ifMatch: list) else {
        throw .precondition(
          source == nil ? "there is no theme '\(name)'" : "theme '\(name)' has changed since")
      }
    }
    if let list = request.header("If-None-Match"), let source,
      EntityTag(of: source.bytes).matches(ifNoneMatch: list)
    {
      throw .precondition("there is a theme '\(name)' already")
    }
  }
}
