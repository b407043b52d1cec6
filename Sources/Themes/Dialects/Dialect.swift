/// A format that themes are written in, told by the end of a file's name.
///
/// A new one is a file that conforms to this, with its line in `Dialects.all`.
protocol Dialect: Sendable {
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
}

extension Dialect {
  var isOffered: Bool { true }
  var companionSuffixes: [String] { [] }
}

/// A theme that is known by name and family, but not read yet.
struct ThemeOutline: Sendable {
  let name: String
  let parent: String?
  let kit: String?
  /// Where problems with its name, its parent, its kit belong.
  let nameSpot: SourceAnchor
  let parentSpot: SourceAnchor
  let kitSpot: SourceAnchor
  let source: SourceFile
  /// Reads the theme. Called once its parents are read.
  let read: @Sendable (ThemeSurroundings) -> (theme: Theme, problems: [Problem])
}

/// What a theme can refer to beside what it says itself.
struct ThemeSurroundings: Sendable {
  let kit: KitIndex
  /// Names of colors that its ancestors have.
  let colors: Set<String>
  /// Names of the other values that they have.
  let values: Set<String>
  /// What those are that have a type.
  let types: [String: ValueType]

  init(
    kit: KitIndex, colors: Set<String> = [], values: Set<String> = [], types: [String: ValueType] = [:]
  ) {
    (self.kit, self.colors, self.values, self.types) = (kit, colors, values, types)
  }
}
