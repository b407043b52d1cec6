internal import Bindings
internal import Themes

/// A document with the stamp that its file had when it was read.
struct StampedDocument: Sendable {
  let stamp: FileStamp
  let source: SourceFile
}
