internal import Documents
internal import Themes

/// Computes the results of tokens: texts with their references put in, sums, changed colors. Each that is needed is
/// computed once for every choice of themes that makes a difference to it.
struct StudioEvaluation {
  struct Result: Sendable {
    /// The text that stands for the token within another one.
    let text: String
    /// The color of a color token; it is no reference.
    var color: ColorExpression?
  }

  var decoder = ObjectDecoder()
  let scope: StudioScope
  let kinds: StudioKinds
  private let traits: ModifierTraits
  /// The names of the colors and values of the ancestors.
  let (inheritedColors, inheritedValues): (Set<String>, Set<String>)
  /// The contexts that the results of tokens depend on, by name; none for most.
  private var contexts: [String: [Int: Set<Int>]] = [:]
  /// The results of tokens that others are computed from, by name.
  private var results: [String: [ContextChoice: Result]] = [:]
  /// The tokens that have no result; each is reported.
  private(set) var broken: Set<String> = []
  private var reported: Set<TextPosition> = []
  var leftOut = LeftOutTokens()
  /// The token that is read.
  private var current = ""
  /// The work that is left for all choices, each with what the token holds.
  private var left: Int

  private static let longestText = 1024
  private static let tooMuch: Message =
    "Tokens differ by more choices of themes than can be joined; have fewer groups or themes."

  init(
    _ scope: StudioScope, _ traits: ModifierTraits, sharedBy count: Int, _ surroundings: ThemeSurroundings
  ) {
    let graph = ReferenceGraph(scope.names) { scope.references(of: $0).sorted(by: >) }
    (self.scope, self.traits) = (scope, traits)
    kinds = StudioKinds(scope, in: graph.order)
    (inheritedColors, inheritedValues) = (surroundings.colors, surroundings.values)
    left = (1 << 20) / max(1, count)
    for circle in graph.circles { report(circle) }
    let needed = needed()
    for name in graph.order where !broken.contains(name) {
      let depends = scope.references(of: name).reduce(into: scope[name]?.contexts ?? [:]) {
        $0.add(contexts[$1] ?? [:])
      }
      if !depends.isEmpty { contexts[name] = depends }
      if needed.contains(name) { evaluate(name) }
    }
  }

  private mutating func report(_ circle: [String]) {
    for (index, name) in circle.enumerated() where broken.insert(name).inserted {
      guard let token = scope.definitions(of: name).first else { continue }
      let names = (0..<min(8, circle.count)).map {
        String(Quoted.name(circle[(index + $0) % circle.count]).dropFirst().dropLast())
      }
      let path = (names + (circle.count > 8 ? ["…"] : []) + [names[0]]).joined(separator: " → ")
      decoder.diagnostics.error(
        token.key, "token-cycle", "\(Quoted.reference(name)) refers to itself: \(path).")
    }
  }

  /// The tokens that others are computed from, with all that these refer to.
  private func needed() -> Set<String> {
    var found: Set<String> = []
    var waiting: [String] = []
    for name in scope.names {
      for other in computing(name) where found.insert(other).inserted { waiting.append(other) }
    }
    while let next = waiting.popLast() {
      for other in scope.references(of: next) where found.insert(other).inserted { waiting.append(other) }
    }
    return found
  }

  /// The tokens that a token is computed from: all that it refers to, except by a plain reference.
  private func computing(_ name: String) -> Set<String> {
    guard let kind = kinds[name] else { return [] }
    var found: Set<String> = []
    for token in scope.definitions(of: name) {
      collect(token.value, token.change == nil ? kind : .text, into: &found)
      if let change = token.change { collect(change, .text, into: &found) }
    }
    return found
  }

  private func collect(_ node: JSONNode, _ kind: StudioKind, into found: inout Set<String>) {
    switch node.kind {
    case .string:
      guard kept(node, kind) == nil else { return }
      found.formUnion(StudioText(node.string ?? "").references.compactMap { scope.name($0) })
    case .array:
      // Layers of shadows refer to shadows; the items of other lists are put together.
      for item in node.items { collect(item, kind == .value(.shadow) ? kind : .text, into: &found) }
    case .object: for member in node.members { collect(member.value, kind.member(member.name), into: &found) }
    case .number, .bool, .null: break
    }
  }

  /// Returns the token that a text refers to, whole, if that stays a reference.
  func kept(_ node: JSONNode, _ kind: StudioKind) -> String? {
    guard let whole = node.string.flatMap({ StudioText($0).whole }), let name = scope.name(whole),
      let other = kinds[name],
      kind.keepsReference(to: other) || kind == .text && other != .color && hasParts(name)
    else { return nil }
    return name
  }

  /// Indicates whether a token, or the one that it refers to, has parts: there is no text to put in for it.
  private func hasParts(_ name: String, steps: Int = 64) -> Bool {
    scope.definitions(of: name).contains { token in
      switch token.value.kind {
      case .object, .array: return !StudioTokens.isQuantity(token.value)
      case .string:
        let whole = StudioText(token.value.string ?? "").whole.flatMap { scope.name($0) }
        return steps > 0 && whole.map { hasParts($0, steps: steps - 1) } ?? false
      case .number, .bool, .null: return false
      }
    }
  }

  /// The contexts that tokens depend on by what they are computed from, by name.
  var reaches: [String: [Int: Set<Int>]] {
    scope.names.reduce(into: [:]) { reaches, name in
      let reach = computing(name).reduce(into: [:]) { $0.add(contexts[$1] ?? [:]) }
      if !reach.isEmpty { reaches[name] = reach }
    }
  }

  private mutating func evaluate(_ name: String) {
    guard let kind = kinds[name], let token = scope[name] else { return }
    guard let choices = ModifierTraits.choices(ofAll: contexts[name] ?? [:], in: traits.modifiers) else {
      if broken.insert(name).inserted, let last = token.entries.last {
        traits.reportChoices(last.content.key, "\(Quoted.name(name)) depends", in: &decoder.diagnostics)
      }
      return
    }
    guard take(choices.count, name) else { return }
    results[name] = choices.reduce(into: [:]) { results, choice in
      if let source = token.content(in: choice) { results[choice] = result(source, kind, choice) }
    }
  }

  /// Subtracts the work for a token's choices from the rest. Returns false if it is too much, which is reported.
  mutating func take(_ choices: Int, _ name: String) -> Bool {
    current = name
    let definitions = scope.definitions(of: name)
    // A single choice takes as much as the file.
    if choices > 1 { left -= choices * definitions.reduce(0) { $0 + $1.value.end - $1.value.index } }
    if left >= 0 { return true }
    if broken.insert(name).inserted, let winner = definitions.first {
      decoder.diagnostics.error(winner.key, "too-many-choices", Self.tooMuch)
    }
    return false
  }

  /// Returns the result of a token; nil for one with parts, and for one that is refused or not there.
  private mutating func result(_ token: TokenSource, _ kind: StudioKind, _ choice: ContextChoice) -> Result? {
    switch kind {
    case .color: return color(token, choice).map { Result(text: $0.literal?.hex ?? "", color: $0) }
    case .value(.dimension), .value(.number), .value(.duration), .spacing, .height:
      guard let text = text(token.value, choice) else { return nil }
      guard let amount = try? StudioMath.amount(of: text) else { return Result(text: text) }
      return Result(text: JSONWriter.shortest(amount.number) + amount.unit)
    case .value, .text: return text(token.value, choice).map { Result(text: $0) }
    }
  }

  /// Returns a text with its references put in; nil for other values than texts, numbers and quantities.
  mutating func text(_ node: JSONNode, _ choice: ContextChoice) -> String? {
    switch node.kind {
    case .string: return text(StudioText(node.string ?? "").pieces[...], node, choice)
    case .number: return node.number.map { JSONWriter.shortest($0) }
    case .bool: return node.bool == true ? "true" : "false"
    case .object:
      guard StudioTokens.isQuantity(node), let number = node["value"]?.number else { return nil }
      return JSONWriter.shortest(number) + (node["unit"]?.string ?? "")
    case .array, .null: return nil
    }
  }

  private mutating func text(
    _ pieces: ArraySlice<StudioText.Piece>, _ node: JSONNode, _ choice: ContextChoice
  ) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .reference(let reference):
        guard let found = result(of: reference, node, choice) else { return nil }
        text += found.text
      }
      left -= text.utf8.count >> 6
      guard left >= 0 else { return report(node, "too-many-choices", Self.tooMuch) }
      guard text.utf8.count <= Self.longestText || pieces.count == 1 else {
        return report(
          node, "bad-value", "This gets longer than \(Self.longestText) bytes with its references put in.")
      }
    }
    return text
  }

  private mutating func result(
    of reference: String, _ node: JSONNode, _ choice: ContextChoice
  ) -> Result? {
    guard let name = scope.name(reference) else {
      if let set = scope.unused[reference] {
        return report(
          node, "unknown-value",
          "There is no token \(Quoted.reference(reference)): no theme has the set \(Quoted.name(set)), which it is in. "
            + "Enable the set, or make it a source.")
      }
      if scope.names.contains(where: { $0.hasPrefix("\(reference).") }) {
        return report(
          node, "group-reference",
          "\(Quoted.reference(reference)) is a group; only a token can be referred to.")
      }
      let nearest = decoder.diagnostics.nearest(reference, among: scope.names)
      let advice = NearestName.question(nearest) { Quoted.reference($0) }
      return report(node, "unknown-value", "There is no token \(Quoted.reference(reference))\(advice)")
    }
    guard !broken.contains(name), let known = results[name] else { return nil }
    if let found = known[contexts[name].map { own in choice.filter { own[$0.key] != nil } } ?? [:]] {
      return found
    }
    let kind = scope[name]?.content(in: choice)?.value.kind
    guard kind == .object || kind == .array else { return nil }
    return report(
      node, "wrong-type",
      "\(Quoted.reference(reference)) has parts; it can only be referred to whole, by its like.")
  }

  /// Reports a problem once for each place, whatever themes are chosen. Returns nil in place of a value.
  ///
  /// A problem of a single value is a warning, and its token is left out.
  mutating func report<Value>(
    _ node: JSONNode, _ code: String, _ sentence: @autoclosure () -> Message
  ) -> Value? {
    guard reported.insert(node.position).inserted else { return nil }
    if ["bad-value", "bad-color", "wrong-kind", "missing-key"].contains(code) {
      if leftOut.add(current) {
        decoder.diagnostics.warning(node, code, "\(sentence()) Its token is left out.")
      }
    } else {
      decoder.diagnostics.error(node, code, sentence())
    }
    return nil
  }

  /// Returns the color of a token, with its change; it is no reference.
  mutating func color(_ token: TokenSource, _ choice: ContextChoice) -> ColorExpression? {
    guard let color = color(token.value, choice) else { return nil }
    guard let node = token.change else { return color }
    return change(node, choice)?.changed(color)
  }

  mutating func color(_ node: JSONNode, _ choice: ContextChoice) -> ColorExpression? {
    if let text = StudioColorText.text(of: node) { return color(text, node) }
    if let exact = StudioColorText.exact(node) { return exact }
    guard node.kind == .string else { return decoder.wrongKind(node, "a color", "a string") }
    let pieces = StudioText(node.string ?? "").pieces
    if pieces.count == 1, case .reference(let reference) = pieces[0] {
      guard let found = result(of: reference, node, choice) else { return nil }
      return found.color ?? color(found.text, node)
    }
    if pieces.count > 2, case .words(let words) = pieces[0], case .reference(let reference) = pieces[1],
      StudioColorText.opensFunction(words), let base = result(of: reference, node, choice)?.color
    {
      guard let rest = text(pieces[2...], node, choice) else { return nil }
      return StudioColorText.faded(base, rest) ?? color("\(words)…\(rest)", node)
    }
    guard let text = text(pieces[...], node, choice) else { return nil }
    return color(text, node)
  }

  private mutating func color(_ text: String, _ node: JSONNode) -> ColorExpression? {
    StudioColorText.read(text)
      ?? report(
        node, "bad-color", "\(Quoted.name(text)) is not a color; write it as '#f85825' or 'rgba({ink}, 0.5)'."
      )
  }

  private mutating func change(_ node: JSONNode, _ choice: ContextChoice) -> StudioColorChange? {
    guard let sort = node["type"]?.string.flatMap({ StudioColorChange.ChangeSort(rawValue: $0) }) else {
      let words = Quoted.choice(StudioColorChange.ChangeSort.allCases.map { "'\($0.rawValue)'" })
      return report(node, "bad-value", "A change of a color has a 'type': \(words).")
    }
    let word = node["space"]?.string ?? "lch"
    guard let space = StudioColorChange.spaces[word] else {
      let words = Quoted.choice(StudioColorChange.spaces.keys.sorted().map { "'\($0)'" })
      return report(
        node, "bad-value", "Colors can't be changed in the space \(Quoted.name(word)); it is \(words).")
    }
    guard let amount = node["value"].flatMap({ part($0, choice) }) else {
      return report(node, "bad-value", "A change of a color has a 'value': how much, from 0 to 1.")
    }
    guard sort == .mix else { return StudioColorChange(sort: sort, space: space, amount: amount) }
    guard let other = node["color"] else {
      return report(node, "bad-value", "A mixed color has a 'color': what is mixed in.")
    }
    return color(other, choice).map { StudioColorChange(sort: sort, space: space, amount: amount, other: $0) }
  }

  /// Returns a part of one, written as a number or in per cent.
  private mutating func part(_ node: JSONNode, _ choice: ContextChoice) -> Double? {
    text(node, choice).flatMap { StudioMath.part(of: $0) }.map { min(1, max(0, $0)) }
  }
}
