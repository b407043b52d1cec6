internal import Themes

/// What can be set on a class of a kit, for people and for programs.
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
    case (false, false): "It takes no rules; others inherit from it."
    }
  }

  /// `titleColor:STATE`
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
