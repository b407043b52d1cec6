internal import Documents
internal import Resolution
internal import Themes

/// Why a named thing has its value: which theme defines it, and which of its variants holds.
struct DefinitionExplanation {
  fileprivate let contenders: [Contender]
  /// What the winner refers to, and what that refers to, each once, in the order in which they are followed.
  private let followed: [(name: String, winner: Contender)]
  private let traits: [String: String]
  private let includesUnmatched: Bool
  /// What a child's definition is called that replaces another: `a child's color`.
  private let sort: String

  /// A definition, or one of its variants.
  fileprivate struct Contender {
    let theme: String
    /// Nil where it says that there is nothing.
    let definition: NamedContent?
    let traits: [String: String]
    let file: String
    let line: Int
    /// 0 for the child itself.
    let generation: Int
    let order: Int
    /// What the definition was computed from; nil for one that stands there as it is.
    let expression: TokenExpression?

    /// What decides among the variants of one color.
    var claim: (traitCount: Int32, order: Int32) { (Int32(traits.count), Int32(order)) }
  }

  fileprivate enum NamedContent {
    case color(ColorExpression)
    case value(TypedValue)

    var references: [Reference] {
      switch self {
      case .color(let color): color.referenced.map { [.color($0)] } ?? []
      case .value(let value): Self.references(in: value.content)
      }
    }

    /// What it was computed from; nil where it says so itself.
    func source(among expressions: TokenExpressions?, at place: TextPosition) -> TokenExpression? {
      guard let found = expressions?.expression(at: place) else { return nil }
      return found.computes || found.references.count > references.count ? found : nil
    }

    private static func references(in value: Value) -> [Reference] {
      switch value {
      case .color(let color): color.referenced.map { [.color($0)] } ?? []
      case .reference(let name, _): [.value(name)]
      case .list(let items): items.flatMap { references(in: $0) }
      case .object(let members): members.flatMap { references(in: $0.value) }
      case .blocked, .image, .number, .bool, .string: []
      }
    }
  }

  fileprivate enum Reference: Hashable {
    case color(String)
    case value(String)

    var name: String {
      switch self {
      case .color(let name), .value(let name): name
      }
    }
  }

  /// Nobody follows more of them.
  private static let mostFollowed = 64

  /// Of a color.
  init(
    color name: String, _ theme: CompiledTheme, _ traits: TraitValues, _ library: Library, all: Bool
  ) {
    self.init(.color(name), sort: "color", theme.lineage, traits.effective, library, all)
  }

  /// Of another value.
  init(
    value name: String, _ theme: CompiledTheme, _ traits: TraitValues, _ library: Library, all: Bool
  ) {
    self.init(.value(name), sort: "value", theme.lineage, traits.effective, library, all)
  }

  private init(
    _ reference: Reference, sort: String, _ lineage: [String], _ traits: [String: String], _ library: Library,
    _ all: Bool
  ) {
    let ancestors = lineage.map { (theme: library.themes[$0], expressions: library.expressions(of: $0)) }
    func find(_ reference: Reference) -> [Contender] {
      ancestors.enumerated().flatMap { generation, ancestor in
        let (theme, expressions) = ancestor
        switch reference {
        case .color(let name):
          return Self.contenders(theme, \.colors[name], generation, library, expressions) { .color($0) }
        case .value(let name):
          return Self.contenders(theme, \.values[name], generation, library, expressions) { .value($0) }
        }
      }
    }
    func references(of contender: Contender?) -> [Reference] {
      let computed = (contender?.expression?.references ?? []).map { name -> Reference in
        ancestors.contains { $0.theme?.colors[name] != nil } ? .color(name) : .value(name)
      }
      return (contender?.definition?.references ?? []) + computed
    }
    contenders = find(reference)
    (self.traits, includesUnmatched, self.sort) = (traits, all, sort)
    var followed: [(name: String, winner: Contender)] = []
    var seen: Set<Reference> = [reference]
    var waiting = references(of: Self.matching(contenders, traits).first)
    while let next = waiting.first, followed.count < Self.mostFollowed {
      waiting.removeFirst()
      guard seen.insert(next).inserted, let winner = Self.matching(find(next), traits).first else { continue }
      followed.append((next.name, winner))
      waiting += references(of: winner)
    }
    self.followed = followed
  }

  private static func contenders<Content>(
    _ theme: Theme?, _ entry: (Theme) -> Theme.Variants<Content>?, _ generation: Int,
    _ library: Library, _ expressions: TokenExpressions?, _ definition: (Content) -> NamedContent
  ) -> [Contender] {
    guard let theme, let entry = entry(theme) else { return [] }
    func contender(
      _ content: NamedContent?, _ traits: [String: String], _ place: TextPosition, order: Int
    ) -> Contender {
      Contender(
        theme: theme.name, definition: content, traits: traits, file: library.fileName(of: place, in: theme),
        line: place.line, generation: generation, order: order,
        expression: content.flatMap { $0.source(among: expressions, at: place) })
    }
    let base = entry.base.map { contender(definition($0), [:], entry.place, order: 0) }
    return (base.map { [$0] } ?? [])
      + entry.variants.enumerated().map { index, variant in
        contender(variant.content.map(definition), variant.traits, variant.place, order: index + 1)
      }
  }

  /// Best first: a child's definition before its parents', which it replaces; then as among rules for one place.
  private static func matching(_ contenders: [Contender], _ traits: [String: String]) -> [Contender] {
    contenders.filter { $0.matches(traits) }.sorted { a, b in
      a.generation == b.generation
        ? Precedence.compareTraits(a.claim, b.claim).aWins : a.generation < b.generation
    }
  }

  func write(to json: inout JSONWriter) {
    let matching = Self.matching(contenders, traits)
    json.object { json in
      json.member("winner") { json in
        guard let winner = matching.first else { return json.null() }
        json.object { json in winner.write(to: &json) }
      }
      json.member("lost") { json in
        json.array { json in
          guard let winner = matching.first else { return }
          for loser in matching.dropFirst() { write(loser, after: winner, to: &json) }
        }
      }
      if !followed.isEmpty { writeFollowed(to: &json) }
      if includesUnmatched { writeUnmatched(to: &json) }
    }
  }

  private func write(_ loser: Contender, after winner: Contender, to json: inout JSONWriter) {
    let isReplaced = loser.generation != winner.generation
    let reason = isReplaced ? .later : Precedence.compareTraits(winner.claim, loser.claim).by
    json.object { json in
      loser.write(to: &json)
      json.member("reason", reason.rawValue)
      json.member("why", isReplaced ? "a child's \(sort) replaces it" : reason.words)
    }
  }

  private func writeFollowed(to json: inout JSONWriter) {
    json.member("references") { json in
      json.array { json in
        for (name, winner) in followed {
          json.object { json in
            json.member("name", name)
            winner.write(to: &json)
          }
        }
      }
    }
  }

  private func writeUnmatched(to json: inout JSONWriter) {
    json.member("unmatched") { json in
      json.array { json in
        for contender in contenders where !contender.matches(traits) {
          json.object { json in
            contender.write(to: &json)
            let wrong = contender.traits.sorted { $0.key < $1.key }.first { traits[$0.key] != $0.value }
            guard let wrong else { return }
            let mismatch = Mismatch.trait(name: wrong.key, wanted: wrong.value, found: traits[wrong.key])
            json.member("why", mismatch.words)
          }
        }
      }
    }
  }
}

extension DefinitionExplanation.Contender {
  fileprivate func matches(_ traits: [String: String]) -> Bool {
    self.traits.allSatisfy { traits[$0.key] == $0.value }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("theme", theme)
    json.member("file", file)
    json.member("line", line)
    if !traits.isEmpty {
      json.member("when") { json in
        json.object { json in
          for (name, value) in traits.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
        }
      }
    }
    json.member("definition") { json in
      switch definition {
      case .color(.exact(let exact)): exact.write(to: &json)
      case .color(let expression)?: json.string(expression.text)
      case .value(let value): value.content.write(to: &json)
      case nil: json.null()
      }
    }
    guard let expression else { return }
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
