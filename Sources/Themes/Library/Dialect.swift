package import Documents

/// A theme whose name and family are known, but that is not read yet.
package struct ThemeOutline: Sendable {
  package let name: String
  package let parent: String?
  package let kit: String?
  /// The places of its name, its parent and its kit, for problems with them.
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

/// A format that themes are written in, recognized by the end of a file's name.
///
/// A new one is a file that conforms to this, with its line in `Dialects.all`.
package protocol Dialect: Sendable {
  var name: String { get }
  /// The endings of its files' names, longest first. An ending can be a whole name.
  var suffixes: [String] { get }

  /// Indicates whether themes are written in it. False for files that only go with the format of the same name.
  var isOffered: Bool { get }

  /// The endings of the names of files that go with one of this format.
  var companionSuffixes: [String] { get }

  /// Replaces the files of each folder that is one document by that document.
  /// - Parameter isArchive: whether such a folder may have any name.
  func foldersGathered(_ files: [SourceFile], isArchive: Bool) -> [SourceFile]

  /// Returns a document together with the files that it refers to, and that these refer to.
  ///
  /// - Parameter read: returns the bytes of a file, or nil if it doesn't exist. It is called once for each name.
  func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile

  /// Returns the expression of the token whose name is at a place; nil if no token's is.
  func expression(at place: TextPosition, in text: SourceText) -> TokenExpression?

  /// Returns the themes of a file before they are read against kits. `name` is the file's base name
  /// without the suffix; `beside` finds a file in the same folder.
  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem])
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

/// The expression of a token whose theme has only the result: a sum, a text with references in it, a modified color.
package struct TokenExpression: Sendable {
  package let value: Value
  package let change: Value?
  package let references: [String]
  /// Indicates whether anything in it is computed.
  package let computes: Bool

  package init(value: Value, change: Value?, references: [String], computes: Bool) {
    (self.value, self.change, self.references, self.computes) = (value, change, references, computes)
  }
}

package struct TokenExpressions: Sendable {
  fileprivate let text: SourceText
  fileprivate let dialect: any Dialect

  /// Returns the expression of the token whose name is at a place; nil if no token's is.
  package func expression(at place: TextPosition) -> TokenExpression? {
    dialect.expression(at: place, in: text)
  }
}

extension Library {
  package func expressions(of theme: String) -> TokenExpressions? {
    guard let source = sources[theme], let dialect = dialects.find(for: source)?.dialect else { return nil }
    return TokenExpressions(text: SourceText(source), dialect: dialect)
  }
}
