internal import Themes

/// A style sheet as it grows.
struct StyleSheet {
  package private(set) var bytes: [UInt8]
  /// The elements that begin anew: the page, what names the theme, and what has a switch of its own.
  private let roots: [String]
  /// Those and all where what leans on other properties is worked out anew.
  private let leaning: [String]

  /// What is said of one property.
  private typealias Line = (name: String, value: String)

  init(theme: String, title: String, toggles: [SchemeToggle]) {
    bytes = Array("/* \(CSSText.comment(title)) */\n".utf8)
    let switches = toggles.map { "[\($0.attribute)]" }
    roots =
      [":root", "[data-theme=\"\(theme)\"]"]
      + (switches.isEmpty ? [] : [":where(\(switches.joined(separator: ", ")))"])
    leaning = [
      ":root", "[data-theme=\"\(theme)\"]",
      ":where(\((["[data-theme]"] + switches).joined(separator: ", ")))",
    ]
  }

  /// - Parameters:
  ///   - scheme: the value of `color-scheme`, where the block sets it.
  ///   - place: what selects the elements inside the page; nil for the page itself.
  package mutating func add(
    _ declarations: [SheetDeclaration], scheme: String? = nil, where condition: MediaCondition,
    at place: String? = nil
  ) {
    var first: [Line] = scheme.map { [("color-scheme", $0)] } ?? []
    var leaning: [Line] = []
    var mixed: [Line] = []
    for declaration in declarations {
      let line = (declaration.name, declaration.value)
      switch declaration.leaning {
      case nil: first.append(line)
      case .plain: leaning.append(line)
      case .mixed(let value):
        first.append(line)
        mixed.append((declaration.name, value))
      }
    }
    write(first, roots, condition, place)
    write(leaning, self.leaning, condition, place)
    write(mixed, self.leaning, condition, place, supports: "(color: color-mix(in srgb, red, red))")
    addWide(declarations, where: condition, at: place)
  }

  /// Colors that sRGB has not, once more for screens that have them.
  private mutating func addWide(
    _ declarations: [SheetDeclaration], where condition: MediaCondition, at place: String?
  ) {
    let declarations = declarations.filter { $0.wide != nil }
    guard !declarations.isEmpty else { return }
    for (elements, leans) in [(roots, false), (leaning, true)] {
      let lines: [Line] = declarations.filter { ($0.leaning != nil) == leans }
        .compactMap { declaration in declaration.wide.map { (declaration.name, $0) } }
      // What knows this function knows all spaces of colors besides.
      write(
        lines, elements, condition.onWideGamut, place, supports: "(color: color-mix(in oklch, red, red))")
    }
  }

  package mutating func add(comment: String) { write("\n/* \(CSSText.comment(comment)) */\n") }

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
      // Piece by piece: joined, each line would be a text of its own first.
      write(indent)
      write("  ")
      write(line.name)
      write(": ")
      write(line.value)
      write(";\n")
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

  private mutating func write(_ text: String) { bytes += text.utf8 }
}
