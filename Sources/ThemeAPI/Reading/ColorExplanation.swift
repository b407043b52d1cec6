internal import Resolution
internal import Themes

/// Why a color has its value: which theme defines it, and which of its variants holds.
struct ColorExplanation {
  fileprivate let contenders: [Contender]
  private let traits: [String: String]
  private let includesUnmatched: Bool

  /// A definition, or one of its variants.
  fileprivate struct Contender {
    let theme: String
    let expression: ColorExpression
    let traits: [String: String]
    let place: SourceLocation
    /// 0 for the child itself.
    let generation: Int
    let order: Int

    /// What decides among the variants of one color.
    var claim: (traitCount: Int32, order: Int32) { (Int32(traits.count), Int32(order)) }
  }

  init(_ name: String, _ theme: CompiledTheme, _ traits: TraitValues, _ library: Library, all: Bool) {
    var contenders: [Contender] = []
    for (generation, ancestor) in theme.lineage.enumerated() {
      guard let color = library.themes[ancestor]?.colors[name] else { continue }
      contenders.append(
        Contender(
          theme: ancestor, expression: color.base, traits: [:], place: color.place, generation: generation,
          order: 0))
      for (index, variant) in color.variants.enumerated() {
        contenders.append(
          Contender(
            theme: ancestor, expression: variant.content, traits: variant.traits, place: variant.place,
            generation: generation, order: index + 1))
      }
    }
    self.contenders = contenders
    self.traits = traits.effective
    includesUnmatched = all
  }

  /// Best first: a child's definition before its parents', which it replaces; then as among rules for one place.
  private var matching: [Contender] {
    contenders.filter(matches).sorted { a, b in
      a.generation == b.generation
        ? Precedence.compareTraits(a.claim, b.claim).aWins : a.generation < b.generation
    }
  }

  private func matches(_ contender: Contender) -> Bool {
    contender.traits.allSatisfy { traits[$0.key] == $0.value }
  }

  func write(to json: inout JSONWriter) {
    let matching = matching
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
      if includesUnmatched { writeUnmatched(to: &json) }
    }
  }

  private func write(_ loser: Contender, after winner: Contender, to json: inout JSONWriter) {
    let isReplaced = loser.generation != winner.generation
    let reason = isReplaced ? .later : Precedence.compareTraits(winner.claim, loser.claim).by
    json.object { json in
      loser.write(to: &json)
      json.member("reason", reason.rawValue)
      json.member("why", isReplaced ? "a child's color replaces it" : reason.words)
    }
  }

  private func writeUnmatched(to json: inout JSONWriter) {
    json.member("unmatched") { json in
      json.array { json in
        for contender in contenders where !matches(contender) {
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

extension ColorExplanation.Contender {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("theme", theme)
    json.member("file", place.file)
    json.member("line", place.line)
    if !traits.isEmpty {
      json.member("when") { json in
        json.object { json in
          for (name, value) in traits.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
        }
      }
    }
    json.member("definition", expression.text)
  }
}

extension ColorExpression {
  /// The expression as a theme writes it.
  var text: String {
    switch self {
    case .literal(let color): color.hex
    case .reference(let name, let opacity) where opacity == .opaque: "{\(name)}"
    case .reference(let name, let opacity):
      "{\(name)/\(JSONWriter.shortest(Double(opacity.numerator) * 100 / Double(opacity.denominator)))%}"
    }
  }
}
