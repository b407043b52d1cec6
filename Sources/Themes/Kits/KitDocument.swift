internal import Documents

/// A kit's document, as far as it is known without the kit that it extends.
struct KitDocument: Sendable {
  package let name: String
  package let source: SourceFile
  /// Nil where the document could not be read at all.
  package let root: JSONNode?
  /// What is wrong with it as JSON.
  package let problems: [Problem]
  /// The kit that it extends.
  package let parent: String?

  init(_ file: SourceFile) {
    source = file
    name = Self.name(of: file)
    (root, problems) = JSONReader.read(file)
    parent = root.flatMap { $0.kind == .object ? $0["extends"]?.string : nil }
  }

  package static func name(of file: SourceFile) -> String {
    let base = file.baseName
    return base.hasSuffix(".json") ? String(base.dropLast(5)) : String(base)
  }

  /// The node for problems with the kit that it extends.
  package var parentSpot: JSONNode? { root?["extends"] ?? root }
}
