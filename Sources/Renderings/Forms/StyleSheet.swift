internal import Documents
package import Resolution
package import Themes

struct StyleSheet {
  private(set) var bytes: [UInt8]
  /// The selectors of the page, of elements that name the theme, and of elements with a switch of their own.
  private let roots: [String]
  /// The same, and the elements in which a reference to another property has to be evaluated again.
  private let referring: [String]

  /// The comments behind declarations, by the names of the properties.
  var notes: [String: String] = [:]

  private typealias Line = (name: String, value: String)

  init(theme: String, title: String, toggles: [SchemeToggle]) {
    bytes = Array("/* \(CSSText.comment(title)) */\n".utf8)
    let page = [":root", "[data-theme=\"\(theme)\"]"]
    let switches = toggles.map { "[\($0.attribute)]" }
    roots = page + (switches.isEmpty ? [] : [":where(\(switches.joined(separator: ", ")))"])
    referring = page + [":where(\((["[data-theme]"] + switches).joined(separator: ", ")))"]
  }

  /// - Parameter place: the selector of the elements inside the page, or nil for the page itself.
  mutating func add(
    _ declarations: [SheetDeclaration], scheme: String? = nil, where condition: MediaCondition,
    at place: String? = nil
  ) {
    var plain: [Line] = scheme.map { [("color-scheme", $0)] } ?? []
    var references: [Line] = []
    var mixed: [Line] = []
    for declaration in declarations {
      let line = (declaration.name, declaration.value)
      switch declaration.reference {
      case nil: plain.append(line)
      case .whole: references.append(line)
      case .mixed(let value):
        plain.append(line)
        mixed.append((declaration.name, value))
      }
    }
    write(plain, roots, condition, place)
    write(references, referring, condition, place)
    write(mixed, referring, condition, place, supports: "(color: color-mix(in srgb, red, red))")
    let wide = declarations.filter { $0.wide != nil }
    guard !wide.isEmpty else { return }
    // A color outside sRGB has a second declaration, for screens that show it.
    for (elements, refers) in [(roots, false), (referring, true)] {
      let lines: [Line] = wide.filter { ($0.reference != nil) == refers }
        .compactMap { declaration in declaration.wide.map { (declaration.name, $0) } }
      // A browser that supports this function supports all color spaces.
      write(lines, elements, condition.onWideGamut, place, supports: "(color: color-mix(in oklch, red, red))")
    }
  }

  /// Adds the faces of the families that the theme uses.
  mutating func add(_ families: [FontFamily], origin: String) {
    for family in families where family.isUsed {
      for one in family.faces {
        let (face, file) = (one.face, one.file)
        if let license = face.license { add(comment: license) }
        let format = FontFormat(rawValue: file.type)?.cssName ?? file.type
        write("\n@font-face {\n  font-family: \(CSSText.quoted(family.name));\n")
        write("  src: url(\(CSSText.quoted(origin + file.url))) format(\"\(format)\");\n")
        write("  font-weight: \(face.weights.weightText);\n  font-style: \(face.style.rawValue);\n")
        write("  font-display: \(face.display.rawValue);\n")
        if let range = face.unicodeRange { write("  unicode-range: \(range);\n") }
        write("}\n")
      }
    }
    if families.contains(where: \.isUsed) { write("\n") }
  }

  mutating func add(comment: String) { write("\n/* \(CSSText.comment(comment)) */\n") }

  private mutating func write(
    _ lines: [Line], _ elements: [String], _ condition: MediaCondition, _ place: String?,
    supports: String = ""
  ) {
    guard !lines.isEmpty else { return }
    let around =
      (condition.media.isEmpty ? [] : ["@media \(condition.media)"])
      + (supports.isEmpty ? [] : ["@supports \(supports)"])
    let indent = String(repeating: "  ", count: around.count)
    let selectors = Self.selectors(elements, condition, place).joined(separator: ",\n\(indent)")
    for (depth, rule) in around.enumerated() {
      write((depth == 0 ? "\n" : "") + String(repeating: "  ", count: depth) + rule + " {\n")
    }
    write("\(indent)\(selectors) {\n")
    for line in lines {
      // Piece by piece, since joining would make a string for each line first.
      write(indent)
      write("  ")
      write(line.name)
      write(": ")
      write(line.value)
      write(notes.isEmpty ? ";\n" : notes[line.name].map { "; \($0)\n" } ?? ";\n")
    }
    write("\(indent)}\n")
    for depth in around.indices.reversed() { write(String(repeating: "  ", count: depth) + "}\n") }
  }

  private static func selectors(
    _ elements: [String], _ condition: MediaCondition, _ place: String?
  ) -> [String] {
    guard let place else { return elements.map { $0 + condition.selector } }
    guard !condition.selector.isEmpty else { return [":where(\(place))"] }
    return [":where(\(elements.map { "\($0)\(condition.selector) \(place)" }.joined(separator: ", ")))"]
  }

  mutating func add(text: String) { bytes += text.utf8 }

  private mutating func write(_ text: String) { bytes += text.utf8 }
}

/// The condition of a block in a style sheet: a media query for what browsers know, attributes for all else.
struct MediaCondition: Sendable, Hashable {
  /// The media query, such as `(prefers-color-scheme: dark)`, or nothing.
  var media = ""
  /// The selector, such as `:where([data-horizontal-size-class="compact"])`, which does not change the specificity.
  var selector = ""

  /// Returns all conditions under which these traits hold. A trait that the user can switch holds by the browser's
  /// setting if no attribute says otherwise, and by the attribute.
  static func all(for traits: [String: String], kit: Kit) -> [MediaCondition] {
    traits.sorted { $0.key < $1.key }.reduce([MediaCondition()]) { conditions, trait in
      guard let definition = kit.traits[trait.key] else { return conditions }
      return one(trait.key, trait.value, definition).flatMap { added in conditions.map { $0.and(added) } }
    }
  }

  /// The same condition on a screen that shows more colors than sRGB.
  var onWideGamut: MediaCondition { and(MediaCondition(media: "(color-gamut: p3)")) }

  private static func one(_ name: String, _ value: String, _ trait: Kit.Trait) -> [MediaCondition] {
    guard let query = query(name, value, trait) else {
      let attribute = "data-\(FlatName.color(name).kebab)"
      return [MediaCondition(selector: ":where([\(attribute)=\(CSSText.quoted(value))])")]
    }
    guard let toggle = SchemeToggle(trait) else { return [MediaCondition(media: query)] }
    return [
      MediaCondition(media: query, selector: toggle.unchosen),
      MediaCondition(selector: toggle.chosen(words(value, trait))),
    ]
  }

  private func and(_ other: MediaCondition) -> MediaCondition {
    MediaCondition(
      media: [media, other.media].filter { !$0.isEmpty }.joined(separator: " and "),
      selector: selector + other.selector)
  }

  /// Returns the media query for a value of a trait. A hint that is named after a media feature has the feature's words.
  private static func query(_ name: String, _ value: String, _ trait: Kit.Trait) -> String? {
    guard CSSText.isWord(value) else { return nil }
    if trait.hint == "Sec-CH-DPR" { return "(resolution: \(value)dppx)" }
    guard let feature = trait.hint.flatMap({ features[$0] }) ?? plainFeatures[name] else { return nil }
    let queries = words(value, trait).map { "(\(feature): \($0))" }
    return queries.count == 1 ? queries[0] : "(\(queries.joined(separator: " or ")))"
  }

  /// Returns the words of the hint that stand for a value of the trait.
  static func words(_ value: String, _ trait: Kit.Trait) -> [String] {
    let words = trait.hintValues.filter { $0.value == value }.map(\.key).sorted()
    let isOwnWord = trait.hintValues[value] == nil || trait.hintValues[value] == value
    return isOwnWord && words.isEmpty ? [value] : words
  }

  private static let features = [
    "Sec-CH-Prefers-Color-Scheme": "prefers-color-scheme",
    "Sec-CH-Prefers-Contrast": "prefers-contrast",
    "Sec-CH-Prefers-Reduced-Motion": "prefers-reduced-motion",
    "Sec-CH-Prefers-Reduced-Transparency": "prefers-reduced-transparency",
    "Sec-CH-Forced-Colors": "forced-colors",
  ]

  /// The traits that are named like a media feature and have its words.
  private static let plainFeatures = [
    "orientation": "orientation", "pointer": "pointer", "hover": "hover", "colorGamut": "color-gamut",
    "dynamicRange": "dynamic-range",
  ]
}

/// A setting of the browser that an attribute on a page can override.
enum SchemeToggle: String, Sendable, Hashable, CaseIterable {
  case scheme
  case contrast

  /// Returns nil for a trait that is no such setting.
  init?(_ trait: Kit.Trait) {
    switch trait.hint {
    case "Sec-CH-Prefers-Color-Scheme": self = .scheme
    case "Sec-CH-Prefers-Contrast": self = .contrast
    default: return nil
    }
  }

  /// The attribute, such as `data-scheme`.
  var attribute: String { "data-" + rawValue }

  /// Returns the selector of elements with one of these words, and of the elements inside that have no word themselves.
  func chosen(_ words: [String]) -> String {
    let matches = words.map { "[\(attribute)=\(CSSText.quoted($0))]" }
    let inside = matches.map { "\($0) :not([\(attribute)])" }
    return ":where(\((matches + inside).joined(separator: ", ")))"
  }

  /// The selector of elements to which no such attribute applies.
  var unchosen: String { ":where(:not([\(attribute)], [\(attribute)] *))" }
}

/// The sets of traits by which a theme can look different, each after all sets that it contains.
///
/// For any traits, the largest of these sets that holds decides how the theme looks. The sets that the rules, colors and
/// images name are joined until no new set results.
package struct TraitSets {
  package let sets: [[String: String]]

  /// More sets than a useful style sheet has.
  private static let most = 512
  /// The number of rules and values in all sets together: for each set the whole theme is resolved again.
  private static let mostWork = 1_000_000

  /// - Parameter withContainers: whether rules in containers count too.
  package init(_ theme: CompiledTheme, _ library: Library, withContainers: Bool) {
    var sets: [[String: String]] = [[:]]
    var known: Set<[String: String]> = [[:]]
    let most = min(Self.most, max(1, Self.mostWork / max(1, theme.size)))
    for named in Self.named(by: theme, library, withContainers) {
      for set in sets where sets.count < most && named.allSatisfy({ (set[$0] ?? $1) == $1 }) {
        let joined = set.merging(named) { $1 }
        if known.insert(joined).inserted { sets.append(joined) }
      }
    }
    self.sets = sets.enumerated()
      .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }.map(\.element)
  }

  /// Returns the toggles that change anything.
  func toggles(_ kit: Kit) -> [SchemeToggle] {
    let used = Set(sets.flatMap(\.keys).compactMap { kit.traits[$0].flatMap { SchemeToggle($0) } })
    return SchemeToggle.allCases.filter(used.contains)
  }

  private static func named(
    by theme: CompiledTheme, _ library: Library, _ withContainers: Bool
  ) -> [[String: String]] {
    var named: [[String: String]] = []
    for generation in theme.lineage.reversed().compactMap({ library.themes[$0] }) {
      named += generation.colors.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.images.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.values.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.rules.filter { (withContainers || $0.containers.isEmpty) && !$0.traits.isEmpty }
        .map(\.traits)
    }
    for (name, trait) in theme.kit.definition.traits.sorted(by: { $0.key < $1.key }) {
      // A trait with a default always has a value, so its other values make a difference too.
      guard trait.defaultValue != nil, named.contains(where: { $0[name] != nil }),
        case .values(let values) = trait.domain
      else { continue }
      named += values.map { [name: $0] }
    }
    // Thousands of colors name the same few.
    var seen: Set<[String: String]> = []
    return named.filter { seen.insert($0).inserted }
  }
}
