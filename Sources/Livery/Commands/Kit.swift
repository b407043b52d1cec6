internal import Documents
internal import Formats
internal import Resolution
internal import Service
internal import Themes

extension Command {
  static let kit = Command(
    name: "kit", summary: "List the kits, the classes of a kit, or the properties of a class.",
    operands: ("[KIT [CLASS]]", 0...2), flags: [.config, .json],
    details: """
        livery kit                    the kits of the config folder
        livery kit uikit              the classes, axes, traits and colors of a kit
        livery kit uikit UIButton     the properties of a class, with examples
      """
  ) { arguments throws(CommandError) in
    let (names, paint) = (arguments.operands, Paint())
    let kits = try KitFolder.library(of: arguments[.config], needing: names.first).kits
    guard let name = names.first else {
      let listing = KitListing(kits: kits.values.sorted { $0.name < $1.name })
      return arguments.print(json: listing.json, text: listing.text(paint))
    }
    guard let kit = kits[name] else {
      throw .refused("There is no kit '\(name)'\(NearestName.question(name, among: kits.keys))")
    }
    guard names.count == 2 else {
      return arguments.print(
        json: String(decoding: KitWriter.document(of: kit), as: UTF8.self),
        text: KitText(kit: kit, paint: paint).text)
    }
    let index = KitIndex(kit)
    guard let entry = kit.classes[names[1]] else { throw .refused(index.noClass(names[1]).description) }
    let classText = ClassText(entry: entry, index: index)
    return arguments.print(json: classText.json, text: classText.text(paint))
  }
}

private struct KitListing {
  let kits: [Kit]

  func text(_ paint: Paint) -> String {
    var columns = Columns()
    for kit in kits {
      let colors = kit.colors.isEmpty ? "" : ", \(kit.colors.count) colors"
      columns.add(
        paint(kit.name, .bold), kit.title,
        "\(kit.classes.count) classes, \(kit.traits.count) traits\(colors)\(kit.extended)")
    }
    return columns.text() + "\n'livery kit NAME' describes a kit, 'livery kit NAME CLASS' a class.\n"
  }

  var json: String {
    JSONWriter.document { json in
      json.objects("kits", for: kits) { json, kit in
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

extension Kit {
  fileprivate var extended: String { parent.map { ", extends \($0)" } ?? "" }
}

private struct KitText {
  let kit: Kit
  let paint: Paint

  var text: String {
    "\(paint(kit.name, .bold)): \(kit.title)\(kit.extended)\n"
      + section("Classes", kit.classes) { name, entry in
        let properties = entry.properties.map(\.name).reduce(into: [String]()) { names, name in
          if !names.contains(name) { names.append(name) }
        }
        let cells = [name, paint(use(of: entry), .faint)]
        return properties.isEmpty ? cells : cells + [cut(properties)]
      }
      + section("Axes", kit.axes) { name, axis in
        let joins = axis.combines ? ", joined with +" : ""
        return [
          name, axis.values.joined(separator: " ") + joins + (axis.fallback.map { ", else \($0)" } ?? ""),
        ]
      }
      + section("Traits", kit.traits) { name, trait in
        let domain =
          switch trait.domain {
          case .values(let values): values.joined(separator: " ")
          case .number: "a number"
          case .text: "text"
          }
        return [name, domain + (trait.defaultValue.map { ", \($0) by default" } ?? "")]
      }
      + section("Colors", kit.colors) { name, color in [name, color.base.map(shown) ?? ""] }
  }

  private func section<Entry>(
    _ title: String, _ entries: [String: Entry], _ cells: (String, Entry) -> [String]
  ) -> String {
    let lines = entries.sorted { $0.key < $1.key }.map { cells($0.key, $0.value) }
    return lines.isEmpty ? "" : "\n\(paint(title, .bold))\n\(Columns(lines).text(indent: "  "))"
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
  private func cut(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      guard text.count + name.count < 60 else { return "\(text), … (\(names.count - index) more)" }
      text += text.isEmpty ? name : ", \(name)"
    }
    return text
  }

  private func shown(_ color: ColorExpression) -> String {
    let swatch = if case .literal(let literal) = color { paint.swatch(ResolvedColor(literal)) } else { "" }
    return swatch + ColorText.written(color)
  }
}

private struct ClassText {
  let entry: Kit.Class
  let index: KitIndex

  /// The class and its superclasses, with the properties that each adds.
  private var line: [(name: String, properties: [Kit.Property])] {
    index.chain(of: entry.name).map { ($0, index.definition.classes[$0]?.properties ?? []) }
  }

  func text(_ paint: Paint) -> String {
    let above = line.dropFirst().map(\.name)
    var text = paint(entry.name, .bold)
    if !above.isEmpty { text += ", which inherits from \(above.joined(separator: ", "))" }
    text += "\n\(use)\n"
    for (name, properties) in line where !properties.isEmpty {
      var columns = Columns()
      for property in properties {
        columns.add(
          key(property), property.meaning,
          paint("\"\(index.exampleKey(of: property))\": \(property.example)", .faint))
      }
      text += "\n\(name == entry.name ? "Its own" : "From \(name)")\n\(columns.text(indent: "  "))"
    }
    let axes = Set(line.flatMap(\.properties).flatMap(\.axes)).sorted().map { name in
      let axis = index.definition.axes[name]
      let joined = axis?.combines == true ? "; some joined with +" : ""
      return "\(name.uppercased()): \((axis?.values ?? []).joined(separator: ", "))\(joined)\n"
    }
    return axes.isEmpty ? text : "\(text)\n\(axes.joined())"
  }

  private var use: String {
    let (target, container) = ("(\"for\": \"\(entry.name)\")", "(\"in\": \"\(entry.name)\")")
    return switch (entry.isThemeable, entry.isContainer) {
    case (true, true): "Rules can be for it \(target) and inside it \(container)."
    case (true, false): "Rules can be for it \(target), not inside it."
    case (false, true): "Rules can be inside it \(container), not for it."
    case (false, false): "It takes no rules; other classes inherit from it."
    }
  }

  /// Returns the key of a property with its axes: `titleColor:STATE`.
  private func key(_ property: Kit.Property) -> String {
    ([property.name] + property.axes.map { $0.uppercased() }).joined(separator: ":")
  }

  var json: String {
    JSONWriter.document { json in
      json.member("class", entry.name)
      json.strings("line", line.map(\.name))
      json.member("appearance", entry.isThemeable)
      json.member("container", entry.isContainer)
      let properties = line.flatMap { name, properties in properties.map { (name, $0) } }
      json.objects("properties", for: properties) { json, property in
        let (name, property) = property
        json.member("key", index.exampleKey(of: property))
        json.member("of", name)
        json.member("kind", property.kind.rawValue)
        json.member("meaning", property.meaning)
        json.name("example")
        json.raw(property.example.utf8)
        if !property.words.isEmpty { json.strings("values", property.words) }
      }
    }
  }
}

extension Command {
  static let schema = Command(
    name: "schema",
    summary: "Print the JSON Schema of themes, for editors, from the kits and themes of a config folder.",
    operands: ("[DIR]", 0...1), flags: [.schemaFile, .config],
    details: """
        livery schema --out Config/schema/theme.schema.json

      Editors then complete the classes, properties, states and traits of the folder's kits, and the styles and traits
      that its themes add, in every theme whose "$schema" is "../schema/theme.schema.json".
      If a kit has an error, FILE is not changed.
      """
  ) { arguments throws(CommandError) in
    let library = try KitFolder.library(of: arguments.operands.first ?? arguments[.config])
    let schema = ThemeSchema(
      of: library.kits.values, styles: library.styledTargets(of: library.themes.keys),
      addedTraits: library.addedTraits(of: library.themes.keys))
    if let file = arguments[.schemaFile] {
      try attempt { try DocumentFile.write(schema.document(), to: file, replacing: true) }
    } else {
      Console.print(String(decoding: schema.document(), as: UTF8.self))
    }
    return .done
  }
}

extension Flag {
  /// Shell redirection would empty the file before the command knows whether there are errors.
  fileprivate static let schemaFile = Flag(
    "--out", "FILE", "the file to write; by default, standard output; an existing file is replaced")
}

/// The kits of a config folder, whether or not its themes have errors.
enum KitFolder {
  /// - Parameters:
  ///   - named: the folder; nil for the default one, or the program's kits if that does not exist.
  ///   - kit: the only kit that is needed; nil for all.
  static func library(of named: String?, needing kit: String? = nil) throws(CommandError) -> Library {
    let read = try attempt { try ConfigFolder.named(named) ?? .starter(at: "Config") }
    let library = Library.read(kits: read.kits, themes: read.themes, in: .all)
    if let kit, library.kits[kit] != nil { return library }
    let broken = library.problems.first { $0.severity == .error && $0.place.file.hasPrefix("kits/") }
    guard let broken else { return library }
    throw .refused(
      "The kits have errors ('livery check \(read.path)' reports all):\n"
        + broken.painted(Paint(depth: .none), in: read.path))
  }
}

extension ConfigFolder {
  /// Reads the named folder or the default one. Returns nil if none was named and the default one does not exist.
  static func named(_ name: String?) throws(ReadError) -> ConfigFolder? {
    do throws(ReadError) { return try read(name ?? "Config") } catch {
      guard name == nil, case .missing = error else { throw error }
      return nil
    }
  }
}
