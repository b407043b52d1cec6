internal import Resolution
internal import Themes

/// What a kit has, for people.
struct KitText {
  private let kit: Kit
  private let paint: Paint

  init(_ kit: Kit, _ paint: Paint) {
    self.kit = kit
    self.paint = paint
  }

  var text: String {
    let parent = kit.parent.map { ", extends \($0)" } ?? ""
    return "\(paint(kit.name, .bold)): \(kit.title)\(parent)\n"
      + section("Classes", classes) + section("Axes", axes) + section("Traits", traits)
      + section("Colors", colors)
  }

  private func section(_ title: String, _ columns: Columns?) -> String {
    columns.map { "\n\(paint(title, .bold))\n\($0.text(indent: "  "))" } ?? ""
  }

  private var classes: Columns? {
    var columns = Columns()
    for entry in kit.classes.values.sorted(by: { $0.name < $1.name }) {
      let properties = entry.properties.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      let cells = [entry.name, paint(use(of: entry), .faint)]
      columns.add(properties.isEmpty ? cells : cells + [Self.cut(properties)])
    }
    return kit.classes.isEmpty ? nil : columns
  }

  private func use(of entry: Kit.Class) -> String {
    switch (entry.isThemeable, entry.isContainer) {
    case (true, true): "for, in"
    case (true, false): "for"
    case (false, true): "in"
    case (false, false): "-"
    }
  }

  /// As many names as fit on a line.
  private static func cut(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      guard text.count + name.count < 60 else { return "\(text), … (\(names.count - index) more)" }
      text += text.isEmpty ? name : ", \(name)"
    }
    return text
  }

  private var axes: Columns? {
    var columns = Columns()
    for (name, axis) in kit.axes.sorted(by: { $0.key < $1.key }) {
      let joins = axis.combines ? ", joined with +" : ""
      let falls = axis.fallback.map { ", else \($0)" } ?? ""
      columns.add(name, axis.values.joined(separator: " ") + joins + falls)
    }
    return kit.axes.isEmpty ? nil : columns
  }

  private var traits: Columns? {
    var columns = Columns()
    for (name, trait) in kit.traits.sorted(by: { $0.key < $1.key }) {
      let domain: String =
        switch trait.domain {
        case .values(let values): values.joined(separator: " ")
        case .number: "a number"
        case .text: "text"
        }
      columns.add(name, domain + (trait.defaultValue.map { ", \($0) where nothing is said" } ?? ""))
    }
    return kit.traits.isEmpty ? nil : columns
  }

  private var colors: Columns? {
    var columns = Columns()
    for (name, color) in kit.colors.sorted(by: { $0.key < $1.key }) {
      columns.add(name, color.base.map { shown($0) } ?? "")
    }
    return kit.colors.isEmpty ? nil : columns
  }

  private func shown(_ color: ColorExpression) -> String {
    guard case .literal(let literal) = color else { return ColorText.written(color) }
    return paint.swatch(ResolvedColor(literal)) + ColorText.written(color)
  }
}
