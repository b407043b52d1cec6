@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of SwiftTheme's themes as property lists, XML and binary, and of hostile bytes.
struct PropertyListTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")
  private static let coral = ProjectFiles.file("Tests/Fixtures/formats/Coral.swifttheme.plist")
  private static let kelp = ProjectFiles.file("Tests/Fixtures/formats/Kelp.swifttheme.plist")

  private static func read(_ bytes: [UInt8], as name: String = "Sea.swifttheme.plist") -> Library {
    Library.read(kits: kits, themes: [SourceFile(name: "themes/\(name)", bytes: bytes)])
  }

  private static func read(_ text: String) -> Library { read(Array(text.utf8)) }

  private static func hex(_ theme: Theme) -> [String: String] {
    theme.colors.mapValues { if case .literal(let color)? = $0.base { color.hex } else { "" } }
  }

  @Test func `an XML one gives what its JSON would`() throws {
    let library = Self.read(Self.coral.bytes)
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["Sea"])
    #expect(
      Self.hex(theme) == [
        "Global.backgroundColor": "#fff5f0", "Global.textColor": "#4a1d14", "Global.barTintColor": "#e4572e",
        "Global.veilColor": "#00000088", "所有颜色.主色": "#e4572e", "所有颜色.tag @2x": "#b23a1a",
      ])
    #expect(
      theme.images.mapValues(\.base) == ["Images.bg": "coral/background.png", "Images.colorWheel": "wheel"])
    #expect(theme.values["Global.titleSize"]?.base?.content == .string("24"))
    #expect(theme.values["rows"]?.base?.content == .number(3))
    #expect(theme.values["isOpen"]?.base?.content == .bool(true))
    let place = try #require(theme.colors["Global.textColor"]).place
    #expect(place.line == 9)
    #expect(SourceText(Self.coral.legible).place(at: place).pointer == "/Global/textColor")
  }

  @Test func `a binary one gives what its XML would`() throws {
    let library = Self.read(Self.kelp.bytes)
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["Sea"])
    #expect(Self.hex(theme)["Global.veilColor"] == "#ffffff88")
    #expect(theme.images["Icons.ünicode ☂"]?.base == "kelp/☂")
    #expect(theme.values["rows"]?.base?.content == .number(-7))
    #expect(theme.values["many"]?.base?.content == .number(1_234_567_890_123))
    #expect(theme.values["ratio"]?.base?.content == .number(0.25))
    let text = Self.read(Self.kelp.legible.bytes)
    #expect(text.themes["Sea"] == theme, "places are those of the XML")
  }

  @Test func `what it is, its content says and not its name`() {
    #expect(Self.read(Self.kelp.bytes, as: "Sea.swifttheme.json").themes["Sea"]?.colors.isEmpty == false)
    let json = Array(##"{ "A": { "color": "#fff" } }"##.utf8)
    #expect(Self.read(json, as: "Sea.swifttheme.plist").themes["Sea"]?.colors.isEmpty == false)
  }

  @Test func `entities, sections, comments and space mean what XML says`() throws {
    let library = Self.read(
      """
      \u{feff}<?xml version="1.0"?><!-- a > b --><plist version="1.0"><dict>
      <key>a&amp;b</key><string>1 &lt; 2 &#x26; <![CDATA[<3 &amp;]]><!-- no --> &#20013;</string>
      <key >tint</key
      ><string>#FFF</string><key></key>
      </dict></plist>
      """)
    #expect(library.problems.map(\.code) == ["xml-syntax"], "a key without a value")
    let sound = Self.read(
      "<plist><dict><key>a&amp;b</key><string>1 &lt; 2 &#x26; <![CDATA[<3 &amp;]]><!-- no --> &#20013;</string></dict></plist>"
    )
    #expect(sound.problems.map(\.text) == [])
    #expect(sound.themes["Sea"]?.values["a&b"]?.base?.content == .string("1 < 2 & <3 &amp; 中"))
  }

  @Test func `problems of a binary one stand in its XML`() throws {
    var bytes = Self.kelp.bytes
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("#0B2E24".utf8)) })
    bytes.replaceSubrange(place..<(place + 7), with: Array("0B2E24F".utf8))
    let problem = try #require(Self.read(bytes).problems.first)
    #expect(problem.place.line == 7)
    #expect(problem.place.pointer == "/Global/backgroundColor")
    #expect(problem.frame.contains("<string>0B2E24F</string>"))
    let names = ##"{ "Global": { "textColor": "#FFF", "text-color": "#000" } }"##
    #expect(Self.read(names).problems.map(\.code) == ["name-collision"])
  }

  @Test func `objects that hold each other many times over, or themselves, end early`() {
    // 40 arrays: each contains the next one twice, and the last one contains itself.
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<40 {
      offsets.append(bytes.count)
      bytes += [0xa2, UInt8(min(level + 1, 39)), UInt8(min(level + 1, 39))]
    }
    let table = bytes.count
    bytes += offsets.map { UInt8($0) } + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [40, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let problems = Self.read(bytes).problems
    #expect(problems.map(\.code) == ["bad-property-list"])
    #expect(problems.first?.frame == "")
  }

  @Test func `one that is nested too deep is told so`() {
    let open = String(repeating: "<array>", count: 64), close = String(repeating: "</array>", count: 64)
    func document(_ inner: String) -> String { "<plist><dict><key>a</key>\(inner)</dict></plist>" }
    #expect(Self.read(document(open + close)).problems.map(\.code) == ["too-deep"])
    #expect(
      Self.read(document(String(open.dropFirst(7)) + String(close.dropFirst(8)))).problems.map(\.code)
        == ["kept-value"])
  }

  @Test(arguments: [coral, kelp])
  func `whatever is done to its bytes, there is a theme or a problem`(file: SourceFile) {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<(isLong ? 20_000 : 600) {
      var bytes = file.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 8)], at: place)
        }
        guard !bytes.isEmpty else { break }
      }
      ThemeTrial.theme(bytes, named: "Sea.swifttheme.plist")
    }
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func `bytes are written as the standard's examples are`(text: String, encoded: String) {
    #expect(Base64.text(of: Array(text.utf8)) == encoded)
  }
}
