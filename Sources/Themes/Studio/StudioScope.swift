/// Which definitions of each token can hold, and what refers to what.
struct StudioScope {
  /// Of each name its definitions that can hold, the one that wins first.
  let definitions: [String: [StudioTokens.StudioToken]]
  let names: [String]
  private let switches: StudioSwitches

  init(_ tokens: StudioTokens, _ switches: StudioSwitches) {
    self.switches = switches
    var definitions: [String: [StudioTokens.StudioToken]] = [:]
    for (name, all) in tokens.definitions {
      var found: [StudioTokens.StudioToken] = []
      for token in all.reversed() where !switches.isNever(token.set) {
        found.append(token)
        // What is below one that is always there shows nowhere.
        if switches.isAlways(token.set) { break }
      }
      if !found.isEmpty { definitions[name] = found }
    }
    self.definitions = definitions
    names = tokens.names.filter { definitions[$0] != nil }
  }

  /// The name of a token that is referred to; nil where there is none. Earlier versions put `.value` behind it.
  func name(_ reference: String) -> String? {
    if definitions[reference] != nil { return reference }
    guard reference.hasSuffix(".value") else { return nil }
    let name = String(reference.dropLast(".value".count))
    return definitions[name] == nil ? nil : name
  }

  /// The groups of themes that decide which definition holds.
  func groups(of name: String) -> Set<Int> {
    Set((definitions[name] ?? []).flatMap { switches.groups(of: $0.set) })
  }

  /// How many values there are in what is said of a token.
  func size(of name: String) -> Int {
    (definitions[name] ?? []).reduce(0) { $0 + $1.value.end - $1.value.index }
  }

  func definition(of name: String, _ choice: StudioSwitches.StudioChoice) -> StudioTokens.StudioToken? {
    definitions[name]?.first { switches.isOn($0.set, choice) }
  }

  /// All tokens that the definitions of one refer to.
  func references(of name: String) -> Set<String> {
    var found: Set<String> = []
    for token in definitions[name] ?? [] {
      Self.fold(token.value) { found.formUnion(StudioText($0).references) }
      if let change = token.change { Self.fold(change) { found.formUnion(StudioText($0).references) } }
    }
    return Set(found.compactMap { self.name($0) })
  }

  /// Each text in a value. Whoever read the document has bounded how deep this goes.
  private static func fold(_ node: JSONNode, _ body: (String) -> Void) {
    switch node.kind {
    case .string: body(node.string ?? "")
    case .array: for item in node.items { fold(item, body) }
    case .object: for member in node.members { fold(member.value, body) }
    case .number, .bool, .null: break
    }
  }
}
