internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/colors/{name}` and `GET /v1/values/{name}`: one definition of a theme and, if requested, its explanation.
struct GetDefinition: ReadingEndpoint {
  private let sort: DefinitionExplanation.Sort
  let operation: Operation

  static let color = GetDefinition(
    sort: .color,
    operation: Operation(
      .get, "/v1/colors/{name}", id: "getColor", tag: "Look-ups", summary: "One color",
      detail: "The color under the given traits, in CSS hex.",
      parameters: [.entry("The color's name.", example: "accent"), .channel, .theme, .draft, .explain],
      takesTraits: true,
      answers: [.json(200, "The color.", "Color"), .unchanged], refuses: [404, 409, 410]))

  static let value = GetDefinition(
    sort: .value,
    operation: Operation(
      .get, "/v1/values/{name}", id: "getValue", tag: "Look-ups", summary: "One value",
      detail: """
        A font, a number, a word or another value that a theme has beside its colors and images, under the given \
        traits.
        """,
      parameters: [.entry("The value's name.", example: "cornerRadius"), .channel, .theme, .draft, .explain],
      takesTraits: true,
      answers: [.json(200, "The value.", "Value"), .unchanged], refuses: [404, 409, 410]))

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let explaining = try ExplanationDetail(call["explain"])
    let (name, library) = (call.name, call.snapshot.themeSet.library)
    let writeMembers = try Refusal.of { () throws(LookupError) in try find(name, in: selection.context) }
    var answer = selection.representation(
      "\(sort) \(explaining) \(name.keyed)", of: explaining == .nothing ? selection.variantKey : selection.key
    ) {
      JSONWriter.object { json in
        json.member("name", name)
        writeMembers(&json)
        guard explaining != .nothing else { return }
        let explanation = DefinitionExplanation(
          of: name, sort, selection.theme, selection.traits, library, all: explaining == .all)
        json.object("explain") { explanation.writeMembers(to: &$0) }
      }
    }
    // The expressions of computed definitions are read from the document.
    answer.isSlow =
      explaining != .nothing
      && (selection.theme.isLarge
        || selection.theme.lineage.contains { library.expressions(of: $0) != nil })
    return answer
  }

  private func find(
    _ name: String, in context: ThemeContext
  ) throws(LookupError) -> @Sendable (inout JSONWriter) -> Void {
    switch sort {
    case .color:
      let color = try context.color(named: name)
      return { $0.member("value", color.hex) }
    case .value:
      let value = try context.value(named: name)
      return { $0.value(value.value, of: value.type) }
    }
  }
}

/// The explanation of a color or value: which theme defines it, and which of its variants holds.
struct DefinitionExplanation {
  enum Sort: String, Sendable {
    case color, value
  }

  private let sort: Sort
  private let contenders: [Contender]
  /// The definitions to which the winner refers, directly or not, each once, in the order in which they are followed.
  private let followed: [(name: String, winner: Contender)]
  private let traits: [String: String]
  private let includesUnmatched: Bool

  /// A definition, or one of its variants.
  private struct Contender {
    let sort: Sort
    let theme: String
    /// The content, or nil if the variant unsets it.
    let content: Value?
    let traits: [String: String]
    let file: String
    let line: Int
    /// The number of generations above the child; 0 for the child itself.
    let generation: Int
    let order: Int
    /// The expression from which it was computed, or nil if it is written as it is.
    let expression: TokenExpression?

    /// The numbers that decide among the variants of one definition.
    var claim: (traitCount: Int32, order: Int32) { (Int32(traits.count), Int32(order)) }

    func matches(_ traits: [String: String]) -> Bool { self.traits.allSatisfy { traits[$0.key] == $0.value } }
  }

  private struct Reference: Hashable {
    let sort: Sort
    let name: String
  }

  /// The number of references that are followed at most.
  private static let mostFollowed = 64

  init(
    of name: String, _ sort: Sort, _ theme: CompiledTheme, _ traits: TraitValues, _ library: Library,
    all: Bool
  ) {
    let ancestors = theme.lineage.map {
      (theme: library.themes[$0], expressions: library.expressions(of: $0))
    }
    func find(_ reference: Reference) -> [Contender] {
      ancestors.enumerated().flatMap { generation, ancestor -> [Contender] in
        guard let theme = ancestor.theme else { return [] }
        let expressions = ancestor.expressions
        return switch reference.sort {
        case .color:
          Self.contenders(.color, theme, theme.colors[reference.name], generation, library, expressions) {
            .color($0)
          }
        case .value:
          Self.contenders(
            .value, theme, theme.values[reference.name], generation, library, expressions, \.content)
        }
      }
    }
    func references(of contender: Contender?) -> [Reference] {
      let computed = (contender?.expression?.references ?? []).map { name in
        Reference(sort: ancestors.contains { $0.theme?.colors[name] != nil } ? .color : .value, name: name)
      }
      return (contender?.content.map { Self.references(in: $0) } ?? []) + computed
    }
    (self.sort, self.traits, includesUnmatched) = (sort, traits.effective, all)
    let start = Reference(sort: sort, name: name)
    contenders = find(start)
    var followed: [(name: String, winner: Contender)] = []
    var seen: Set<Reference> = [start]
    var waiting = references(of: Self.matching(contenders, traits.effective).first)
    while let next = waiting.first, followed.count < Self.mostFollowed {
      waiting.removeFirst()
      guard seen.insert(next).inserted, let winner = Self.matching(find(next), traits.effective).first else {
        continue
      }
      followed.append((next.name, winner))
      waiting += references(of: winner)
    }
    self.followed = followed
  }

  private static func contenders<Content>(
    _ sort: Sort, _ theme: Theme, _ entry: Theme.Variants<Content>?, _ generation: Int, _ library: Library,
    _ expressions: TokenExpressions?, _ value: (Content) -> Value
  ) -> [Contender] {
    guard let entry else { return [] }
    func contender(
      _ content: Value?, _ traits: [String: String], _ place: TextPosition, order: Int
    ) -> Contender {
      Contender(
        sort: sort, theme: theme.name, content: content, traits: traits,
        file: library.fileName(of: place, in: theme), line: place.line, generation: generation, order: order,
        expression: content.flatMap { source(of: $0, among: expressions, at: place) })
    }
    let base = entry.base.map { [contender(value($0), [:], entry.place, order: 0)] } ?? []
    return base
      + entry.variants.enumerated().map { index, variant in
        contender(variant.content.map(value), variant.traits, variant.place, order: index + 1)
      }
  }

  private static func references(in value: Value) -> [Reference] {
    switch value {
    case .color(let color): color.referenced.map { [Reference(sort: .color, name: $0)] } ?? []
    case .reference(let name, _): [Reference(sort: .value, name: name)]
    case .list(let items): items.flatMap { references(in: $0) }
    case .object(let members): members.flatMap { references(in: $0.value) }
    case .blocked, .image, .number, .bool, .string: []
    }
  }

  /// Returns the expression from which a value was computed, or nil if it is written as it is.
  private static func source(
    of value: Value, among expressions: TokenExpressions?, at place: TextPosition
  ) -> TokenExpression? {
    guard let found = expressions?.expression(at: place) else { return nil }
    return found.computes || found.references.count > references(in: value).count ? found : nil
  }

  /// Returns the matching contenders, best first: a child's definition replaces its parents', and variants are ordered as
  /// rules for one place.
  private static func matching(_ contenders: [Contender], _ traits: [String: String]) -> [Contender] {
    contenders.filter { $0.matches(traits) }.sorted { a, b in
      a.generation == b.generation
        ? Precedence.compareTraits(a.claim, b.claim).aWins : a.generation < b.generation
    }
  }

  func writeMembers(to json: inout JSONWriter) {
    let matching = Self.matching(contenders, traits)
    json.member("winner") { json in
      guard let winner = matching.first else { return json.null() }
      json.object { json in Self.write(winner, to: &json) }
    }
    json.objects("lost", for: Array(matching.dropFirst())) { json, loser in
      let winner = matching[0]
      let isReplaced = loser.generation != winner.generation
      let reason = isReplaced ? .later : Precedence.compareTraits(winner.claim, loser.claim).by
      Self.write(loser, to: &json)
      json.member("reason", reason.rawValue)
      json.member("why", isReplaced ? "a child's \(sort) replaces it" : reason.words)
    }
    if !followed.isEmpty {
      json.objects("references", for: followed) { json, reference in
        json.member("name", reference.name)
        Self.write(reference.winner, to: &json)
      }
    }
    guard includesUnmatched else { return }
    json.objects("unmatched", for: contenders.filter { !$0.matches(traits) }) { json, contender in
      Self.write(contender, to: &json)
      let wrong = contender.traits.sorted { $0.key < $1.key }.first { traits[$0.key] != $0.value }
      guard let wrong else { return }
      let mismatch = Mismatch.trait(name: wrong.key, wanted: wrong.value, found: traits[wrong.key])
      json.member("why", mismatch.words)
    }
  }

  private static func write(_ contender: Contender, to json: inout JSONWriter) {
    json.member("theme", contender.theme)
    json.member("file", contender.file)
    json.member("line", contender.line)
    if !contender.traits.isEmpty {
      json.object("when") { json in
        for (name, value) in contender.traits.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
      }
    }
    json.member("definition") { json in
      switch (contender.sort, contender.content) {
      case (.color, .color(.exact(let exact))?): exact.write(to: &json)
      case (.color, .color(let expression)?): json.string(expression.text)
      case (_, let value?): value.write(to: &json)
      case (_, nil): json.null()
      }
    }
    guard let expression = contender.expression else { return }
    json.member("written") { expression.value.write(to: &$0) }
    if let change = expression.change { json.member("modify") { change.write(to: &$0) } }
  }
}

extension ColorExpression {
  /// The expression as a theme writes it.
  var text: String {
    switch self {
    case .literal(let color): color.hex
    case .exact(let exact): exact.color.hex
    case .reference(let name, let opacity) where opacity == .opaque: "{\(name)}"
    case .reference(let name, let opacity):
      "{\(name)/\(JSONWriter.shortest(Double(opacity.numerator) * 100 / Double(opacity.denominator)))%}"
    }
  }
}
