internal import Documents
internal import Resolution
internal import Themes

/// The judgements that a theme's author should know: the worst for each place in the document.
struct WorstContrasts {
  private let theme: Theme
  private var worst: [TextPosition: (judgement: ContrastJudgement, ratio: Double)] = [:]
  /// The last position that counts, since there are enough findings before it.
  private var last: TextPosition?
  /// One more than are shown of a document.
  private static let most = 1001

  typealias Finding = (place: TextPosition, ratio: Double, sentence: () -> String)

  init(_ theme: Theme) { self.theme = theme }

  /// Adds a judgement. Of equal ones the first by place and then by traits counts.
  mutating func add(_ judgement: ContrastJudgement) {
    let ratio = Contrast.ratio(text: judgement.text.color, background: judgement.background.color)
    guard ratio < Contrast.comfortable, let place = place(of: judgement), last.map({ place <= $0 }) ?? true
    else { return }
    let rank = judgement.rank
    if let known = worst[place] {
      let other = known.judgement.rank
      guard (ratio, rank.place, rank.traits) < (known.ratio, other.place, other.traits) else { return }
    }
    worst[place] = (judgement, ratio)
    if worst.count > 2 * Self.most { dropLast() }
  }

  private mutating func dropLast() {
    let places = worst.keys.sorted()
    for place in places[Self.most...] { worst[place] = nil }
    last = places[Self.most - 1]
  }

  /// Returns the place at which the theme itself takes part; nil if only its ancestors do.
  private func place(of judgement: ContrastJudgement) -> TextPosition? {
    for color in [judgement.text, judgement.background] where color.setting.theme == theme.name {
      return color.setting.setting.place
    }
    return (judgement.text.names + judgement.background.names).lazy
      .compactMap { theme.colors[$0]?.place }.first
  }

  var findings: [Finding] {
    worst.sorted { $0.key < $1.key }.map { place, worst in
      (place, worst.ratio, { Self.sentence(worst.judgement, worst.ratio) })
    }
  }

  private static func sentence(_ judgement: ContrastJudgement, _ ratio: Double) -> String {
    let path = judgement.path.map(\.description).joined(separator: "/")
    let place = path.isEmpty ? "" : " in \(path)"
    let named = judgement.traits.given.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
    let context = named.isEmpty ? "" : " with \(named)"
    let (whole, part) = Int(ratio * 100).quotientAndRemainder(dividingBy: 100)
    let need =
      ratio < Contrast.readable
      ? "text needs 4.5:1 to be readable." : "readable, but 7:1 is what text needs to be easy on everyone."
    return
      "\(judgement.target)\(place) shows \(judgement.pair.textName) \(judgement.text.color.hex) on "
      + "\(judgement.pair.backgroundName) \(judgement.background.color.hex)\(context): "
      + "a contrast of \(whole).\(part < 10 ? "0" : "")\(part):1; \(need)"
  }
}
