package import Documents

/// A format that themes are written in, told by the end of a file's name.
///
/// A new one is a file that conforms to this, with its line in `Dialects.all`.
package protocol Dialect: Sendable {
  /// How it is called in `?format=` and `--from`.
  var name: String { get }
  /// What a file's name ends in, longest first. A whole name fits itself.
  var suffixes: [String] { get }

  /// Whether themes are written in it. False for what only goes with the format of the same name.
  var isOffered: Bool { get }

  /// What the names of files end in that go with one of this format.
  var companionSuffixes: [String] { get }

  /// What the file says of its themes before they are read against kits. `name` is the file's base name
  /// without the suffix; `beside` finds a file in the same folder.
  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem])

  /// Replaces the files of each folder that is one document by that document.
  /// - Parameter isArchive: whether such a folder may have any name.
  func foldersGathered(_ files: [SourceFile], isArchive: Bool) -> [SourceFile]

  /// Returns a document together with the files that it refers to, and that these refer to.
  ///
  /// - Parameter read: returns the bytes of a file, or nil if it doesn't exist. It is called once for each name.
  func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile

  /// Returns what the token whose name stands at a place is computed from, or nil if no token does.
  func expression(at place: TextPosition, in text: SourceText) -> TokenExpression?
}

extension Dialect {
  package var isOffered: Bool { true }
  package var companionSuffixes: [String] { [] }

  package func foldersGathered(_ files: [SourceFile], isArchive: Bool) -> [SourceFile] { files }

  package func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile { file }

  package func expression(at place: TextPosition, in text: SourceText) -> TokenExpression? { nil }
}

/// A theme that is known by name and family, but not read yet.
package struct ThemeOutline: Sendable {
  package let name: String
  package let parent: String?
  package let kit: String?
  /// Where problems with its name, its parent, its kit belong.
  package let nameSpot: SourceAnchor
  package let parentSpot: SourceAnchor
  package let kitSpot: SourceAnchor
  package let source: SourceFile
  /// Reads the theme. Called once its parents are read.
  package let read: @Sendable (ThemeSurroundings) -> (theme: Theme, problems: [Problem])

  package init(
    name: String, parent: String?, kit: String?, nameSpot: SourceAnchor, parentSpot: SourceAnchor,
    kitSpot: SourceAnchor, source: SourceFile,
    read: @escaping @Sendable (ThemeSurroundings) -> (theme: Theme, problems: [Problem])
  ) {
    (self.name, self.parent, self.kit, self.source, self.read) = (name, parent, kit, source, read)
    (self.nameSpot, self.parentSpot, self.kitSpot) = (nameSpot, parentSpot, kitSpot)
  }
}

/// What a theme can refer to beside what it says itself.
package struct ThemeSurroundings: Sendable {
  package let kit: KitIndex
  /// Names of colors that its ancestors have.
  package let colors: Set<String>
  /// Names of the other values that they have.
  package let values: Set<String>
  /// What those are that have a type.
  package let types: [String: ValueType]

  package init(
    kit: KitIndex, colors: Set<String> = [], values: Set<String> = [], types: [String: ValueType] = [:]
  ) {
    (self.kit, self.colors, self.values, self.types) = (kit, colors, values, types)
  }
}
