internal import Documents
internal import Resolution
internal import Service
internal import Themes

extension Command {
  /// Lists what themes of a kit can set.
  static let kit = Command(
    "kit", "List the kits, the classes of a kit, or the properties of a class.",
    operands: Operands(usage: "[KIT [CLASS]]", count: 0...2), flags: [.config, .json],
    details: """
        livery kit                    the kits of the config folder
        livery kit uikit              the classes, axes, traits and colors of a kit
        livery kit uikit UIButton     the properties of a class, with examples
      """
  ) { arguments throws(CommandError) in
    let listing = KitListing(try KitFolder.library(of: arguments[.config]).kits, Paint(depth: .ofOutput))
    let names = arguments.operands
    guard let name = names.first else {
      Console.print(arguments.has(.json) ? listing.json : listing.text)
      return .done
    }
    guard let kit = listing.kits[name] else {
      throw .refused("There is no kit '\(name)'\(NearestName.question(name, among: listing.kits.keys))")
    }
    guard names.count == 2 else {
      let json = String(decoding: KitWriter.document(of: kit), as: UTF8.self)
      Console.print(arguments.has(.json) ? json : KitText(kit, listing.paint).text)
      return .done
    }
    let index = KitIndex(kit)
    guard kit.classes[names[1]] != nil else { throw .refused(index.noClass(names[1]).description) }
    let classText = ClassText(names[1], index, listing.paint)
    Console.print(arguments.has(.json) ? classText.json : classText.text)
    return .done
  }
}

/// The list of kits, as text or JSON.
struct KitListing {
  let kits: [String: Kit]
  let paint: Paint

  init(_ kits: [String: Kit], _ paint: Paint) {
    self.kits = kits
    self.paint = paint
  }

  private var sorted: [Kit] { kits.values.sorted { $0.name < $1.name } }

  var text: String {
    var columns = Columns()
    for kit in sorted {
      let parent = kit.parent.map { ", extends \($0)" } ?? ""
      let colors = kit.colors.isEmpty ? "" : ", \(kit.colors.count) colors"
      columns.add(
        paint(kit.name, .bold), kit.title,
        "\(kit.classes.count) classes, \(kit.traits.count) traits\(colors)\(parent)")
    }
    return columns.text()
      + "\n'livery kit NAME' describes a kit, 'livery kit NAME CLASS' a class.\n"
  }

  var json: String {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("kits") { json in
        json.array { json in
          for kit in sorted {
            json.object { json in
              json.member("name", kit.name)
              json.member("title", kit.title)
              if let parent = kit.parent { json.member("extends", parent) }
              json.member("classes", kit.classes.count)
              json.member("traits", kit.traits.count)
              json.member("colors", kit.colors.count)
            }
          }
        }
      }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }
}

/// The description of a kit.
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

  /// Returns as many names as fit on a line.
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
      columns.add(name, domain + (trait.defaultValue.map { ", \($0) by default" } ?? ""))
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

/// The description of a class of a kit, as text or JSON.
struct ClassText {
  private let name: String
  private let index: KitIndex
  private let paint: Paint

  init(_ name: String, _ index: KitIndex, _ paint: Paint) {
    self.name = name
    self.index = index
    self.paint = paint
  }

  private var entry: Kit.Class? { index.definition.classes[name] }

  var text: String {
    let line = index.chain(of: name).dropFirst()
    var text =
      paint(name, .bold) + (line.isEmpty ? "\n" : ", which inherits from \(line.joined(separator: ", "))\n")
    text += "\(use)\n"
    var axes: Set<String> = []
    for ancestor in index.chain(of: name) {
      let properties = index.definition.classes[ancestor]?.properties ?? []
      guard !properties.isEmpty else { continue }
      var columns = Columns()
      for property in properties {
        axes.formUnion(property.axes)
        columns.add(
          key(property), property.meaning,
          paint("\"\(index.exampleKey(of: property))\": \(property.example)", .faint))
      }
      text += "\n\(ancestor == name ? "Its own" : "From \(ancestor)")\n\(columns.text(indent: "  "))"
    }
    return text + said(of: axes)
  }

  private var use: String {
    switch (entry?.isThemeable ?? false, entry?.isContainer ?? false) {
    case (true, true): "Rules can be for it (\"for\": \"\(name)\") and inside it (\"in\": \"\(name)\")."
    case (true, false): "Rules can be for it (\"for\": \"\(name)\"), not inside it."
    case (false, true): "Rules can be inside it (\"in\": \"\(name)\"), not for it."
    case (false, false): "It takes no rules; other classes inherit from it."
    }
  }

  /// Returns the key of a property with its axes: `titleColor:STATE`.
  private func key(_ property: Kit.Property) -> String {
    ([property.name] + property.axes.map { $0.uppercased() }).joined(separator: ":")
  }

  private func said(of axes: Set<String>) -> String {
    axes.isEmpty
      ? ""
      : "\n"
        + axes.sorted().map { name in
          let axis = index.definition.axes[name]
          let joined = axis?.combines == true ? "; some joined with +" : ""
          return "\(name.uppercased()): \((axis?.values ?? []).joined(separator: ", "))\(joined)\n"
        }.joined()
  }

  var json: String {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("class", name)
      json.strings("line", index.chain(of: name))
      json.member("appearance", entry?.isThemeable ?? false)
      json.member("container", entry?.isContainer ?? false)
      json.member("properties") { json in
        json.array { json in
          for ancestor in index.chain(of: name) {
            for property in index.definition.classes[ancestor]?.properties ?? [] {
              json.object { json in
                json.member("key", index.exampleKey(of: property))
                json.member("of", ancestor)
                json.member("kind", property.kind.rawValue)
                json.member("meaning", property.meaning)
                json.name("example")
                json.raw(property.example.utf8)
                if !property.words.isEmpty { json.strings("values", property.words) }
              }
            }
          }
        }
      }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }
}
