internal import Documents

/// Which definitions of each token can hold, and what refers to what.
struct StudioScope {
  private let tokens: StudioTokens
  private let switches: StudioSwitches
  /// Of tokens with a definition that can hold.
  let names: [String]
  /// Of each name, by its number, the number of the definition that wins; -1 where none can hold.
  private let winners: [Int32]
  /// Of each definition the number of the one that counts after it; -1 where none does.
  private let following: [Int32]

  init(_ tokens: StudioTokens, _ switches: StudioSwitches) {
    (self.tokens, self.switches) = (tokens, switches)
    var (winners, following) = (tokens.last, tokens.tokens.map(\.below))
    func standing(_ number: Int32) -> Int32 {
      var number = number
      while number >= 0, switches.isNever(tokens.tokens[Int(number)].set) { number = following[Int(number)] }
      return number
    }
    // Earlier definitions first, so that each is passed over once.
    for number in following.indices {
      // What is below one that is always there shows nowhere.
      following[number] = switches.isAlways(tokens.tokens[number].set) ? -1 : standing(following[number])
    }
    for number in winners.indices { winners[number] = standing(winners[number]) }
    names = zip(tokens.names, winners).lazy.filter { $1 >= 0 }.map(\.0)
    (self.winners, self.following) = (winners, following)
  }

  /// The definitions of a token that can hold, the one that wins first.
  func definitions(of name: String) -> [StudioToken] {
    var found: [StudioToken] = []
    var next = winnerNumber(of: name)
    while next >= 0 {
      found.append(tokens.tokens[Int(next)])
      next = following[Int(next)]
    }
    return found
  }

  private func winnerNumber(of name: String) -> Int32 { tokens.number(of: name).map { winners[$0] } ?? -1 }

  /// The definition that wins over the others; nil where there is no such token.
  func winner(of name: String) -> StudioToken? {
    let number = winnerNumber(of: name)
    return number < 0 ? nil : tokens.tokens[Int(number)]
  }

  func definition(of name: String, _ choice: StudioSwitches.StudioChoice) -> StudioToken? {
    var next = winnerNumber(of: name)
    while next >= 0, !switches.isOn(tokens.tokens[Int(next)].set, choice) { next = following[Int(next)] }
    return next < 0 ? nil : tokens.tokens[Int(next)]
  }

  /// The name of a token that is referred to; nil where there is none. Earlier versions put `.value` behind it.
  func name(_ reference: String) -> String? {
    if winnerNumber(of: reference) >= 0 { return reference }
    guard reference.hasSuffix(".value") else { return nil }
    let name = String(reference.dropLast(".value".count))
    return winnerNumber(of: name) < 0 ? nil : name
  }

  /// The groups of themes that decide which definition holds.
  func groups(of name: String) -> Set<Int> {
    definitions(of: name).reduce(into: []) { $0.formUnion(switches.groups(of: $1.set)) }
  }

  /// How many values there are in what is said of a token.
  func size(of name: String) -> Int {
    definitions(of: name).reduce(0) { $0 + $1.value.end - $1.value.index }
  }

  /// All tokens that the definitions of one refer to.
  func references(of name: String) -> Set<String> {
    var found: Set<String> = []
    for token in definitions(of: name) {
      Self.fold(token.value) { found.formUnion(StudioText($0).references) }
      if let change = token.change { Self.fold(change) { found.formUnion(StudioText($0).references) } }
    }
    return Set(found.compactMap { self.name($0) })
  }

  /// Each text in a value. Whoever read the document has bounded how deep this goes.
  static func fold(_ node: JSONNode, _ body: (String) -> Void) {
    switch node.kind {
    case .string: body(node.string ?? "")
    case .array: for item in node.items { fold(item, body) }
    case .object: for member in node.members { fold(member.value, body) }
    case .number, .bool, .null: break
    }
  }
}
