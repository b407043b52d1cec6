internal import Documents
internal import TestSupport
internal import Themes

/// Writes themes of any size for a kit, the same ones each time.
struct ThemeText {
  private let kit: Kit
  private let index: KitIndex
  /// Classes that rules are for: those whose properties have values that are easily made up.
  private let targets: [String]
  private let containers: [String]
  private var random: SeededGenerator

  static let styles = ["sure", "quiet", "big"]
  private static let colorCount = 40

  init(kit: Kit, seed: UInt64, targets: (String) -> Bool = { _ in true }) {
    self.kit = kit
    index = KitIndex(kit)
    random = SeededGenerator(seed: seed)
    self.targets = kit.classes.values.filter(\.isThemeable).map(\.name).filter(targets).sorted()
    containers = kit.classes.values.filter(\.isContainer).map(\.name).sorted()
  }

  /// The items of an `appearance`, each as JSON.
  mutating func rules(_ count: Int) -> [[UInt8]] {
    var rules: [[UInt8]] = []
    while rules.count < count {
      if let rule = rule() { rules.append(rule) }
    }
    return rules
  }

  /// A whole theme with a palette and these rules.
  static func file(_ name: String, rules: [[UInt8]]) -> SourceFile {
    var json = JSONWriter(.pretty)
    json.object {
      $0.member("colors") { $0.object { for number in 0..<colorCount { color(number, &$0) } } }
      $0.member("appearance") { $0.array { for rule in rules { $0.raw(rule) } } }
    }
    return SourceFile(name: "themes/\(name).json", bytes: json.finished())
  }

  private static func color(_ number: Int, _ json: inout JSONWriter) {
    let hex = "#4060" + String(16 + number, radix: 16)
    if number % 4 == 0 { return json.member("c\(number)", hex) }
    json.member("c\(number)") {
      $0.object {
        $0.member("value", number % 4 == 1 ? hex : "{c\(number - 1)/\(number + 50)%}")
        $0.member("when") {
          $0.array {
            $0.object {
              $0.member("traits") { $0.object { $0.member("userInterfaceStyle", "dark") } }
              $0.member("value", "{c\(number / 4 * 4)}")
            }
          }
        }
      }
    }
  }

  private mutating func rule() -> [UInt8]? {
    let target = pick(targets)
    var settings: [String: [UInt8]] = [:]
    let properties = index.chain(of: target).flatMap { kit.classes[$0]?.properties ?? [] }
    for _ in 0..<Int.random(in: 2...6, using: &random) where !properties.isEmpty {
      let property = pick(properties)
      if let value = value(property.kind) { settings[key(property)] = value }
    }
    guard !settings.isEmpty else { return nil }
    var path: [String] = []
    for _ in 0..<max(0, Int.random(in: -2...3, using: &random)) { path.append(reference(containers, 6)) }
    let name = reference([target], 4)
    let isDark = Int.random(in: 0..<4, using: &random) == 0
    var json = JSONWriter()
    json.object {
      $0.member("for", name)
      if !path.isEmpty { $0.member("in", path.joined(separator: "/")) }
      if isDark {
        $0.member("traits") { $0.object { $0.member("userInterfaceStyle", "dark") } }
      }
      $0.member("set") {
        $0.object {
          for (key, value) in settings.sorted(by: { $0.key < $1.key }) { $0.member(key) { $0.raw(value) } }
        }
      }
    }
    return json.finished()
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  /// A class, one time in so many with a style.
  private mutating func reference(_ names: [String], _ rarity: Int) -> String {
    let name = pick(names)
    return Int.random(in: 0..<rarity, using: &random) == 0 ? "\(name).\(pick(Self.styles))" : name
  }

  private mutating func key(_ property: Kit.Property) -> String {
    let values = property.axes.map { pick(kit.axes[$0]?.values ?? [""]) }
    return PropertyKey(property.name, values).description
  }

  private mutating func value(_ kind: Kit.PropertyKind) -> [UInt8]? {
    let number = Int.random(in: 0..<Self.colorCount, using: &random)
    let text: String? =
      switch kind {
      case .color: number % 3 == 0 ? "\"{c\(number)/30%}\"" : "\"{c\(number)}\""
      case .image: "\"image\(number)\""
      case .number: "\(number).5"
      case .integer: "\(number)"
      case .bool: number % 2 == 0 ? "true" : "false"
      case .font: "{\"family\": \"Inter\", \"size\": \(number)}"
      case .insets: "{\"top\": 1, \"left\": 2, \"bottom\": 3, \"right\": \(number)}"
      case .offset: "{\"horizontal\": 0, \"vertical\": \(number)}"
      case .textAttributes: "{\"color\": \"{c\(number)}\", \"kern\": 1}"
      case .symbolConfiguration: "{\"pointSize\": \(number + 1)}"
      default: nil
      }
    return text.map { Array($0.utf8) }
  }
}
