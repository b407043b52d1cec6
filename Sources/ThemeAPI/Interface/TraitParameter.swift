internal import Documents
internal import Themes

/// A trait as a query parameter, over all kits that have one of its name.
struct TraitParameter: Sendable, Hashable {
  let name: String
  private let kits: [String]
  private let domains: [Kit.Trait.Domain]
  private let hints: [String]

  static func all(in kits: some Collection<Kit>) -> [TraitParameter] {
    let kits = kits.sorted { $0.name < $1.name }
    let names = Set(kits.flatMap { $0.traits.keys }).sorted()
    return names.map { name in
      let owners = kits.filter { $0.traits[name] != nil }
      return TraitParameter(
        name: name, kits: owners.map(\.name), domains: owners.compactMap { $0.traits[name]?.domain },
        hints: Set(owners.compactMap { $0.traits[name]?.hint }).sorted())
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("in", "query")
      json.member("description", description)
      json.member("schema") { $0.raw(schema.utf8) }
    }
  }

  private var description: String {
    let owners = kits.map { "`\($0)`" }.joined(separator: ", ")
    let hint = hints.isEmpty ? "" : " Where it is not given, \(hints.joined(separator: " or ")) may tell it."
    return "A trait of \(owners): for themes of \(kits.count == 1 ? "that kit" : "those kits") only.\(hint)"
  }

  private var schema: String {
    var words: [String] = []
    for domain in domains {
      switch domain {
      case .number: return #"{"type":"number"}"#
      case .text: return #"{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]{1,64}$"}"#
      case .values(let values): words += values.filter { !words.contains($0) }
      }
    }
    return Operation.JSONSchema.words(words).json
  }
}
