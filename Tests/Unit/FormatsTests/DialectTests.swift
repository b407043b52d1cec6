@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of strings that mean different colors in different formats.
struct DialectTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")
  private static let formats =
    ProjectFiles.all(in: "Tests/Fixtures/formats")
    + ["DKColorTable.txt", "Coral.swifttheme.plist", "Kelp.swifttheme.plist"].map {
      ProjectFiles.file("Tests/Fixtures/formats/\($0)")
    }

  /// The color; nil if the text is refused, an empty string if it is unset.
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let metheme: String?
    let dkcolortable: String?
    let swifttheme: String?
    let livery: String?

    var testDescription: String { "'\(text)'" }
  }

  static let table: [Row] = [
    Row(text: "F85825", metheme: "#f85825", dkcolortable: "#f85825", swifttheme: nil, livery: nil),
    Row(text: "4DB2B2B2", metheme: "#b2b2b24d", dkcolortable: "#4db2b2b2", swifttheme: nil, livery: nil),
    Row(
      text: "#4DB2B2B2", metheme: "#b2b2b24d", dkcolortable: "#4db2b2b2", swifttheme: "#4db2b2b2",
      livery: "#4db2b2b2"),
    Row(text: "#FFF", metheme: "#ffffff", dkcolortable: "#000fff", swifttheme: "#ffffff", livery: "#ffffff"),
    Row(
      text: "#013E", metheme: "#1133ee00", dkcolortable: "#00013e", swifttheme: "#001133ee",
      livery: "#001133ee"),
    Row(text: "00", metheme: "#00000000", dkcolortable: "#000000", swifttheme: nil, livery: nil),
    Row(text: "", metheme: "", dkcolortable: nil, swifttheme: nil, livery: nil),
    Row(text: "0xF85825", metheme: nil, dkcolortable: "#f85825", swifttheme: nil, livery: nil),
    Row(text: "0XF85825", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: nil),
    Row(text: "red", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: "#ff0000"),
    Row(text: "5G", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: nil),
    Row(text: "ＦＦＦ", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: nil),
    Row(text: "#ＦＦＦ", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: nil),
    Row(text: "F8582", metheme: nil, dkcolortable: "#0f8582", swifttheme: nil, livery: nil),
    Row(text: "#4DB2B2B", metheme: nil, dkcolortable: "#04db2b2b", swifttheme: nil, livery: nil),
    Row(text: "123456789", metheme: nil, dkcolortable: nil, swifttheme: nil, livery: nil),
  ]

  @Test(arguments: table)
  func `each format reads it in its own way`(row: Row) {
    func json(_ member: String) -> String { "{ \"\(member)\": { \"pageColor\": \"\(row.text)\" } }" }
    #expect(color("X.metheme.json", json("Color"), "pageColor") == row.metheme)
    #expect(color("X.swifttheme.json", json("Page"), "Page.pageColor") == row.swifttheme)
    #expect(color("X.json", json("colors"), "pageColor") == row.livery)
    #expect(color("DKColorTable.txt", "X\n\(row.text) pageColor\n", "pageColor") == row.dkcolortable)
  }

  private func color(_ file: String, _ text: String, _ name: String) -> String? {
    let library = Library.read(
      kits: Self.kits, themes: [SourceFile(name: "themes/\(file)", bytes: Array(text.utf8))])
    guard !library.hasErrors, let theme = library.themes.values.first else { return nil }
    guard let entry = theme.colors[name] else { return "" }
    guard case .literal(let color)? = entry.base else { return nil }
    return color.hex
  }

  @Test func `a table of colors gives a theme for each column`() {
    let text = "\r\nNORMAL\t NIGHT  RED\r\n\r\n#ffffff #343434 #fafafa BG\r\n0xff 00ff 11223344 SEP\r\n"
    let library = read("DKColorTable.txt", text)
    #expect(library.problems.map(\.text) == [])
    #expect(Set(library.themes.keys) == ["normal", "night", "red"])
    #expect(library.themes["night"]?.parent == "normal")
    #expect(library.themes["normal"]?.parent == nil)
    #expect(library.themes["red"]?.colors["SEP"]?.base == .literal(color(0x11, 0x22, 0x33, 0x44)))
    #expect(library.themes["red"]?.colors["SEP"]?.place.line == 5)
    #expect(library.themes["red"]?.colors["SEP"]?.place.column == 11)
  }

  private func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> Color {
    Color(red: red, green: green, blue: blue, opacity: Opacity(byte: alpha))
  }

  private func read(_ name: String, _ text: String) -> Library {
    Library.read(kits: Self.kits, themes: [SourceFile(name: "themes/\(name)", bytes: Array(text.utf8))])
  }

  @Test func `a SwiftTheme file gives colors, images, fonts, words`() throws {
    let text = """
      { "Global": { "textFont": "Georgia-Bold,24.5", "textColor": "#123", "barStyle": "black", "face": "wide" },
        "Cell": { "iconImage": "images/moon.png", "rows": 3, "isOpen": true } }
      """
    let library = read("Sea.swifttheme.json", text)
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["Sea"])
    #expect(theme.colors.mapValues(\.base) == ["Global.textColor": .literal(color(0x11, 0x22, 0x33, 255))])
    #expect(theme.images.mapValues(\.base) == ["Cell.iconImage": "images/moon.png"])
    let font = Value.object([
      .init(name: "name", value: .string("Georgia-Bold")), .init(name: "size", value: .number(24.5)),
    ])
    #expect(
      theme.values.mapValues(\.base?.content) == [
        "Global.textFont": font, "Global.barStyle": .string("black"), "Global.face": .string("wide"),
        "Cell.rows": .number(3), "Cell.isOpen": .bool(true),
      ])
  }

  @Test func `files as teams have them are read without an error`() {
    let library = Library.read(kits: Self.kits, themes: Self.formats)
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    #expect(library.themes.count == 12)
  }

  @Test func `what is imported is what was read`() throws {
    let direct = Library.read(kits: Self.kits, themes: Self.formats)
    let shipped = ProjectFiles.shipped
    for library in [direct, shipped] {
      let written = library.themes.values.map { theme in
        SourceFile(
          name: "themes/\(theme.name).json",
          bytes: library.kits[theme.kit].map { ThemeWriter.document(of: theme, kit: $0) } ?? [])
      }
      let imported = Library.read(kits: Self.kits, themes: written)
      #expect(imported.problems.filter { $0.severity == .error }.map(\.text) == [])
      let (placeless, right) = (Self.placeless(imported), Self.placeless(library))
      #expect(placeless == right)
    }
  }

  private static func placeless(_ library: Library) -> PersistentMap<String, Theme> {
    PersistentMap(library.themes.map { ($0.key, $0.value.placeless) })
  }

  @Test(arguments: [
    ("white", "'white' is not a color: in SwiftTheme one begins with '#'; write '#ffffff'."),
    ("clear", "'clear' is not a color: in SwiftTheme one begins with '#' and hexadecimal digits."),
    ("transparent", "'transparent' is not a color: in SwiftTheme one begins with '#'; write '#00000000'."),
  ])
  func `a word for a color is refused with what to write`(word: String, message: String) {
    let library = read("Sea.swifttheme.json", #"{ "Global": { "textColor": "\#(word)" } }"#)
    #expect(library.problems.map(\.message) == [message])
  }

  @Test(arguments: [
    ("24", false), ("00", false), ("12", false), ("1234", false), ("333333", true), ("F85825", true),
    ("5F", true),
    ("0x10", true), ("bold", false), ("12345678", true), ("1234567", false),
  ])
  func `a text without a sign is a color where it can be nothing else`(text: String, isColor: Bool) {
    let library = read("Sea.swifttheme.json", #"{ "Global": { "size": "\#(text)" } }"#)
    #expect(library.hasErrors == isColor)
    #expect((library.themes["Sea"]?.values["Global.size"]?.base?.content == .string(text)) == !isColor)
  }

  @Test func `a comma too much is passed over in the files of others alone`() {
    for (name, text) in [
      ("A.metheme.json", #"{ "Color": { "A": "FFF", }, }"#), ("A.swifttheme.json", #"{ "A": { "B": 1, }, }"#),
    ] {
      let library = read(name, text)
      #expect(library.problems.map(\.severity) == [.warning, .warning])
      #expect(library.themes.count == 1)
    }
    #expect(read("A.json", #"{ "colors": {}, }"#).hasErrors)
  }

  @Test func `every format can be chosen by name`() {
    let names = Dialects.all.formats.map(\.name)
    #expect(names.first == "livery")
    #expect(names.dropFirst().sorted() == names.dropFirst() + [])
    #expect(Set(names).isSuperset(of: ["dkcolortable", "metheme", "swifttheme"]))
    for format in Dialects.all.formats {
      let file = SourceFile(name: format.fileName(for: "sea"), bytes: [])
      #expect(Dialects.all.find(for: file)?.dialect.name == format.name)
      #expect(Dialects.all.named(format.name) == format)
    }
  }
}

extension Theme {
  /// The theme with all members at one place, for comparisons.
  var placeless: Theme {
    let nowhere = TextPosition.start
    func moved<Content>(_ table: [String: Variants<Content>]) -> [String: Variants<Content>] {
      table.mapValues { entry in
        Variants(
          base: entry.base,
          variants: entry.variants.map { .init(traits: $0.traits, content: $0.content, place: nowhere) },
          place: nowhere)
      }
    }
    var theme = self
    theme.file = ""
    (theme.colors, theme.images, theme.values) = (moved(colors), moved(images), moved(values))
    theme.groups = groups.mapValues { Group($0.remark, at: nowhere) }
    theme.rules = rules.map { rule in
      Rule(
        target: rule.target, containers: rule.containers, traits: rule.traits,
        settings: rule.settings.map { Rule.RuleSetting(key: $0.key, value: $0.value, place: nowhere) },
        place: nowhere)
    }
    return theme
  }
}
