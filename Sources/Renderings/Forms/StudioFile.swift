internal import Documents
package import Resolution
package import Themes

/// Writes a theme as a file of Tokens Studio: with the sets and themes of the file that it comes from, if there is one, and a
/// set for what Livery's themes add to those.
package struct StudioFile {
  /// The name of the format in documents.
  private static let format = "tokensstudio"
  private static let (themes, metadata) = ("$themes", "$metadata")

  /// The file that the theme comes from, as it is; nil if there is none.
  private let source: JSONNode?
  /// The sets of that file, or the file itself if it is one set.
  private let sets: [(name: String, node: JSONNode)]
  private let main: TokenGroup
  /// The sets for values of traits, with the trait and the value of each.
  private var variants: [(name: String, trait: String, value: String, tokens: TokenGroup)] = []
  private let name: String
  private let kit: Kit
  /// The sign before the names of a token's members: older files have none.
  private let sign: String

  package static func render(_ theme: CompiledTheme, _ library: Library) -> [UInt8] {
    let lineage = library.lineage(of: theme.name)
    let origin = lineage.firstIndex { theme in
      library.sources[theme.name].flatMap { library.dialects.find(for: $0) }?.dialect.name == format
    }
    let source = origin.flatMap { library.sources[lineage[$0].name] }
    if origin == 0, let source { return source.bytes }
    let own = Array(lineage[..<(origin ?? lineage.endIndex)].reversed())
    let root = source.flatMap { JSONReader.read($0).root }
    let file = StudioFile(own, from: root, origin.map { lineage[$0].name }, theme.kit.definition)
    var json = JSONWriter(.pretty)
    file.write(to: &json)
    return json.finished()
  }

  private init(_ own: [Theme], from source: JSONNode?, _ origin: String?, _ kit: Kit) {
    let members = source.map { $0.members.map { ($0.name, $0.value) } } ?? []
    let isWhole = members.contains { [Self.themes, Self.metadata].contains($0.0) }
    let sets =
      isWhole || members.count == 1 && members[0].0 == "global"
      ? members.filter { $0.0.utf8.first != UInt8(ascii: "$") } : source.map { [(origin ?? "", $0)] } ?? []
    var name = own.last?.name ?? ""
    while sets.contains(where: { $0.0 == name }) { name += "-livery" }
    (self.source, self.sets, self.name, self.kit) = (isWhole ? source : nil, sets, name, kit)
    sign = source.map { Self.hasSigns($0) ? "$" : "" } ?? "$"
    let tokens = StudioOutput(own)
    main = tokens.group { $0.base }
    for (trait, value) in tokens.choices {
      let group = tokens.group { entry in
        entry.variants.last { $0.traits == [trait: value] }?.content
      }
      variants.append(("\(name)/\(value)", trait, value, group))
    }
  }

  private static func hasSigns(_ node: JSONNode) -> Bool {
    node.members.contains { $0.isNamed("$value") || hasSigns($0.value) }
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      for set in sets { json.member(set.name) { set.node.write(to: &$0) } }
      for (name, tokens) in [(name, main)] + variants.map({ ($0.name, $0.tokens) }) {
        json.object(name) { tokens.writeMembers(to: &$0, signed: sign) { "{\($0)}" } }
      }
      json.array(Self.themes) { writeThemes(to: &$0) }
      json.object(Self.metadata) { json in
        let known = source?[Self.metadata]?["tokenSetOrder"].map { $0.items.compactMap(\.string) }
        json.strings("tokenSetOrder", (known ?? sets.map(\.name)) + [name] + variants.map(\.name))
      }
    }
  }

  /// Writes the file's themes, each with the sets that are new, and a group of themes for each trait that has none there.
  private func writeThemes(to json: inout JSONWriter) {
    let known = source?[Self.themes].map { Array($0.items) } ?? []
    let names = known.map { $0["name"]?.string?.lowercased() ?? "" }
    for (theme, themeName) in zip(known, names) {
      let added = [name] + variants.filter { $0.value.lowercased() == themeName }.map(\.name)
      json.object { json in
        for member in theme.members {
          guard member.isNamed("selectedTokenSets") else {
            json.member(member.name) { member.value.write(to: &$0) }
            continue
          }
          json.object(member.name) { json in
            for set in member.value.members { json.member(set.name) { set.value.write(to: &$0) } }
            for set in added { json.member(set, "enabled") }
          }
        }
      }
    }
    var seen: Set<String> = []
    for trait in variants.map(\.trait) where seen.insert(trait).inserted {
      let own = variants.filter { $0.trait == trait }
      guard !own.contains(where: { names.contains($0.value.lowercased()) }) else { continue }
      for value in values(of: trait, own.map(\.value)) {
        json.object { json in
          json.member("id", "\(trait)-\(value)")
          json.member("name", value)
          json.member("group", trait)
          json.object("selectedTokenSets") { json in
            for set in known.isEmpty ? sets.map(\.name) + [name] : [] { json.member(set, "enabled") }
            for set in own where set.value == value { json.member(set.name, "enabled") }
          }
        }
      }
    }
  }

  /// Returns the values of a trait that have a theme: those with a set, and the default.
  private func values(of trait: String, _ mentioned: [String]) -> [String] {
    let definition = kit.traits[trait]
    guard case .values(let all)? = definition?.domain else { return mentioned }
    let standard = definition?.defaultValue ?? all.first { !mentioned.contains($0) }
    return all.filter { mentioned.contains($0) || $0 == standard }
  }
}

/// The colors and values of themes as the plugin writes tokens.
private struct StudioOutput {
  private typealias Entry = (name: String, variants: Theme.Variants<DesignToken>)

  private var entries: [Entry] = []
  private let remarks: [String: Remark]
  /// The names of tokens that are the names of groups, too. The plugin has no such tokens.
  private let roots: Set<String>

  init(_ themes: [Theme]) {
    let (colors, values) = (themes.mergedColors, themes.mergedValues)
    remarks = themes.mergedRemarks
    let names = themes.namesInOrder.filter { colors[$0] != nil || values[$0] != nil }
    let groups = names.flatMap { name in
      name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.map { String(name[..<$0]) }
    }
    roots = Set(names).intersection(groups)
    entries = names.compactMap { name in
      if let color = colors[name] {
        return (name, color.map { DesignToken(type: "color", value: .string(text($0))) })
      }
      return values[name].map { value in
        let word = remarks[name]?.tokenType
        return (
          name,
          value.map { DesignToken(type: Self.word(for: $0, word), value: written($0.content, $0.type)) }
        )
      }
    }
  }

  /// The values of single traits that some variant is for, in order.
  var choices: [(trait: String, value: String)] {
    var seen: Set<[String]> = []
    return entries.flatMap { $0.variants.variants.map(\.traits) }.compactMap { traits in
      guard traits.count == 1, let (trait, value) = traits.first, seen.insert([trait, value]).inserted else {
        return nil
      }
      return (trait, value)
    }.sorted { ($0.trait, $0.value) < ($1.trait, $1.value) }
  }

  func group(_ content: (Theme.Variants<DesignToken>) -> DesignToken?) -> TokenGroup {
    var group = TokenGroup()
    for (name, variants) in entries {
      guard var token = content(variants) else { continue }
      token.remark = remarks[name]?.withoutTokenType.with(isRoot: false)
      _ = group.add(token, at: spelled(name).split(separator: ".").map(String.init))
    }
    return group
  }

  /// Returns the name of a token in the file.
  private func spelled(_ name: String) -> String { roots.contains(name) ? "\(name).root" : name }

  private func text(_ color: ColorExpression) -> String {
    switch color {
    case .literal(let color): color.hex
    case .exact(let exact): exact.isInSRGB ? exact.color.hex : exact.css
    case .reference(let name, .opaque): "{\(spelled(name))}"
    case .reference(let name, let opacity):
      "rgba({\(spelled(name))}, \(JSONWriter.shortest(opacity.decimal)))"
    }
  }

  /// Returns the plugin's name of a type.
  private static func word(for value: TypedValue, _ foreign: String?) -> String {
    switch value.type {
    case .fontFamily?: "fontFamilies"
    case .fontWeight?: "fontWeights"
    case .shadow?: "boxShadow"
    case .any?: foreign ?? "other"
    case let type?: type.rawValue
    case nil: if case .number = value.content { "number" } else { "other" }
    }
  }

  private func written(_ value: Value, _ type: ValueType?) -> Value {
    switch value {
    case .color(let color): return .string(text(color))
    case .reference(let name, _): return .string("{\(spelled(name))}")
    case .list(let items) where type == .fontFamily:
      return .string(
        items.compactMap { if case .string(let name) = $0 { name } else { nil } }.joined(separator: ", "))
    case .list(let items): return .list(items.map { written($0, type) })
    case .object(let members):
      if case .number(let number)? = value.part(["value"]), case .string(let unit)? = value.part(["unit"]) {
        return .string(JSONWriter.shortest(number) + unit)
      }
      var parts = members.map {
        Value.ValueMember(name: Self.shadowNames[$0.name] ?? $0.name, value: shadow($0))
      }
      if type == .shadow, value.part(["inset"]) == nil {
        parts.append(Value.ValueMember(name: "type", value: .string("dropShadow")))
      }
      return .object(parts)
    case .number(let number) where type != nil: return .string(JSONWriter.shortest(number))
    case .blocked, .image, .number, .bool, .string: return value
    }
  }

  private static let shadowNames = ["offsetX": "x", "offsetY": "y", "inset": "type"]

  /// Returns the value of a member. The plugin has a word for each kind of shadow.
  private func shadow(_ member: Value.ValueMember) -> Value {
    guard member.name == "inset" else {
      return written(member.value, member.name == "fontFamily" ? .fontFamily : .any)
    }
    return .string(member.value == .bool(true) ? "innerShadow" : "dropShadow")
  }
}

extension Remark {
  fileprivate func with(isRoot: Bool) -> Remark {
    Remark(description: description, deprecation: deprecation, extensions: extensions, isRoot: isRoot)
  }
}

extension Theme.Variants {
  fileprivate func map<Other>(_ change: (Content) -> Other) -> Theme.Variants<Other> {
    Theme.Variants<Other>(
      base: base.map(change),
      variants: variants.map { variant in
        Theme.Variants<Other>.Variant(
          traits: variant.traits, content: variant.content.map(change), place: variant.place)
      }, place: place)
  }
}
