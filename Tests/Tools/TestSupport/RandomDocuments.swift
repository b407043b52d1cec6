package import Documents
internal import Themes

/// Sound documents of other formats, made by chance: a family of METhemeKit, a color table, a SwiftTheme file.
package struct RandomDocuments {
  /// The files as in `Config/themes`.
  package private(set) var files: [SourceFile] = []

  package init(using random: inout SeededGenerator) {
    let names = ["Harbor", "Dune", "moss"].prefix(Int.random(in: 1...3, using: &random))
    for (index, name) in names.enumerated() {
      add("\(name).metheme.json", Self.metheme(&random))
      let parent = names.prefix(index).last
      guard Bool.random(using: &random) || parent == nil else { continue }
      add("\(name).metheme.meta.json", Self.companion(parent))
    }
    add("DKColorTable.txt", Self.colorTable(&random))
    add("Meadow.swifttheme.json", Self.swifttheme(&random))
  }

  private mutating func add(_ name: String, _ text: String) {
    files.append(SourceFile(name: "themes/\(name)", bytes: Array(text.utf8)))
  }

  private static func hex(_ digits: Int, _ random: inout SeededGenerator) -> String {
    String((0..<digits).map { _ in random.pick(Array("0123456789abcdefABCDEF")) })
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{ " + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ",\n") + " }"
  }

  /// Some of these, in any order.
  private static func some<Item>(_ items: [Item], _ random: inout SeededGenerator) -> [Item] {
    Array(items.shuffled(using: &random).prefix(Int.random(in: 0...items.count, using: &random)))
  }

  // MARK: METhemeKit

  private static func metheme(_ random: inout SeededGenerator) -> String {
    var sections: [(String, String)] = []
    sections.append(
      ("Color", colors(["Default", "Default_Highlight", "hint.text", "Line-1", "veil"], &random)))
    for section in some(["Button", "UIButton", "UINavigationBar", "Label", "TextField"], &random) {
      let modes = some(["Level1", "Level2", "Mode_Sure"], &random).map { ($0, mode(section, &random)) }
      sections.append((section, object(modes)))
    }
    if Bool.random(using: &random) {
      sections.append(("StatusBarStyle", object([("Level1", "\"LightContent\"")])))
    }
    return object(sections.shuffled(using: &random))
  }

  private static func color(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: "\"\""
    case 1: "\"00\""
    default:
      "\"\(random.pick(["", "#"]))\(hex(random.pick([3, 4, 6, 8]), &random))\""
    }
  }

  private static func colors(_ names: [String], _ random: inout SeededGenerator) -> String {
    object(some(names, &random).map { ($0, color(&random)) })
  }

  private static func mode(_ section: String, _ random: inout SeededGenerator) -> String {
    var entries = some(
      ["tintColor", "backgroundColor", "edgeColor", "backgroundImageColor", "titleLabelColor"], &random
    )
    .map { ($0, color(&random)) }
    if section.hasSuffix("Button") || Bool.random(using: &random) {
      let states = ["Normal", "Highlight", "Disabled", "Selected"].map { "UIControlState\($0)" }
      entries.append((section.hasSuffix("Button") ? "titleColor" : "rimColor", colors(states, &random)))
    }
    return object(entries)
  }

  private static func companion(_ parent: String?) -> String {
    object(
      [("title", "\"A title\""), ("imagePrefix", "\"x_\"")]
        + (parent.map { [("extends", "\"\($0)\"")] } ?? []))
  }

  // MARK: DKNightVersion, SwiftTheme

  private static func colorTable(_ random: inout SeededGenerator) -> String {
    let columns = ["NORMAL", "Night", "RED", "sepia"].shuffled(using: &random)
      .prefix(Int.random(in: 1...4, using: &random))
    let end = random.pick(["\n", "\r\n", "\n\n"])
    var text = random.pick(["", "\n"]) + columns.joined(separator: random.pick([" ", "\t  "])) + end
    for key in some(["BG", "SEP", "text.2", "Tint_a"], &random) {
      for _ in columns {
        text += random.pick(["", "#", "0x"]) + hex(Int.random(in: 1...8, using: &random), &random) + " "
      }
      text += key + end
    }
    return text
  }

  private static func swifttheme(_ random: inout SeededGenerator) -> String {
    let leaves = [
      ("textColor", "\"#\(hex(3, &random))\""), ("veilColor", "\"#\(hex(4, &random))\""),
      ("barTint", "\"#\(hex(6, &random))\""), ("lineColor", "\"#\(hex(8, &random))\""),
      ("iconImage", "\"images\\/a_\(hex(2, &random)).png\""), ("textFont", "\"Georgia-Bold,24.5\""),
      ("rows", "\(Int.random(in: -5...50, using: &random))"), ("isOpen", "\(Bool.random(using: &random))"),
      ("word", "\"LightContent\""), ("ratio", "1.5e-3"),
    ]
    let inner = object(some(leaves, &random))
    let groups = some(["Global", "Cell", "Panel"], &random).map {
      ($0, object(some(leaves, &random) + (Bool.random(using: &random) ? [("deep", inner)] : [])))
    }
    return object(groups + some(leaves, &random))
  }
}
