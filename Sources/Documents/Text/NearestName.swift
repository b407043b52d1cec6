/// A search for the right name that a wrong one was probably meant to be.
package enum NearestName {
  /// Returns the candidate with the fewest edits (a letter more, less, other, or two swapped) if those are few: one in
  /// short names, a third of the letters in longer ones. Case is no edit. Of equally near names it is the first in byte
  /// order. Of very many candidates none is searched, since that takes long.
  package static func of(_ wrong: some StringProtocol, among candidates: some Sequence<String>) -> String? {
    let wrong = letters(of: wrong)
    guard wrong.count <= 128, candidates.underestimatedCount <= mostCandidates else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let limit = max(1, min(wrong.count, candidate.utf8.count) / 3)
      guard abs(candidate.utf8.count - wrong.count) <= limit else { continue }
      let distance = distance(wrong, letters(of: candidate), limit: min(limit, best?.distance ?? limit))
      guard let distance else { continue }
      if let best, (best.distance, best.name) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.name
  }

  /// Returns the end of a sentence that names the wrong thing: `; did you mean 'titleColor'?`, or a full stop.
  package static func question(
    _ wrong: some StringProtocol, among candidates: some Sequence<String>
  ) -> Message {
    question(of(wrong, among: candidates))
  }

  /// Returns the same for a known suggestion, if there is one.
  /// - Parameter shown: Returns the name as the sentence shows it.
  package static func question(_ meant: String?, as shown: (String) -> String = { "'\($0)'" }) -> Message {
    meant.map { "; did you mean \(suggesting: $0, as: shown($0))?" } ?? "."
  }

  package static let mostCandidates = 2000

  private static func letters(of name: some StringProtocol) -> [UInt8] { name.utf8.map(\.asciiLowercased) }

  /// Optimal string alignment distance, or nil when it is over the limit.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    var before: [Int] = []
    var last = Array(0...b.count)
    for row in a.indices {
      var next = [row + 1]
      next.reserveCapacity(b.count + 1)
      for column in b.indices {
        var edits = min(
          last[column] + (a[row] == b[column] ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          edits = min(edits, before[column - 1] + 1)
        }
        next.append(edits)
      }
      if next.allSatisfy({ $0 > limit }) { return nil }
      (before, last) = (last, next)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}

/// Words of other languages and toolkits for names in kits, which differ by more than a few edits.
package enum ForeignWord {
  /// Returns the name that a word means; nil if it means none of them. Case and hyphens make no difference.
  package static func meant(_ word: some StringProtocol, among names: some Collection<String>) -> String? {
    let word = plain(word)
    guard !word.isEmpty, word.utf8.count <= 64, names.count <= mostNames else { return nil }
    for (start, end) in [("", "")] + wrappings
    where word.hasPrefix(start) && word.hasSuffix(end) && word.count > start.count + end.count {
      let inner = String(word.dropFirst(start.count).dropLast(end.count))
      let same = names.first { plain($0) == inner } ?? synonyms[inner]?.first { names.contains($0) }
      if let same { return same }
    }
    return nil
  }

  /// Returns the one name that a name with shortened parts means, as `UINavBar` means `UINavigationBar`.
  package static func shortened(
    _ word: some StringProtocol, among names: some Collection<String>
  ) -> String? {
    let parts = Self.parts(word)
    guard parts.count > 1, parts.count <= 8, names.count <= mostNames else { return nil }
    let fitting = names.filter { name in
      let others = Self.parts(name)
      return others.count == parts.count && zip(parts, others).allSatisfy { $1.hasPrefix($0) }
    }
    return fitting.count == 1 ? fitting.first : nil
  }

  /// The most names to search: each is split for every wrong word.
  private static let mostNames = 500

  private static func plain(_ word: some StringProtocol) -> String {
    String(decoding: word.utf8.filter(\.isAlphanumeric).map(\.asciiLowercased), as: UTF8.self)
  }

  private static func parts(_ name: some StringProtocol) -> [String] {
    var words: [UInt8] = []
    WordSplit.append(wordsOf: String(name), joint: UInt8(ascii: "-"), to: &words)
    return String(decoding: words, as: UTF8.self).split(separator: "-").map(String.init)
  }

  /// The texts around the name of a property in setters and selectors.
  private static let wrappings = [
    ("set", ""), ("is", ""), ("", "forstate"), ("set", "forstate"), ("", "forbarmetrics"),
    ("set", "forbarmetrics"), ("layer", ""), ("", "attributename"), ("ns", "attributename"),
    ("nsattributedstringkey", ""), ("android", ""), ("app", ""),
  ]

  /// The names to suggest for a word; the first that exists counts.
  private static let synonyms: [String: [String]] = [
    "foregroundcolor": ["color", "textColor", "titleColor", "tintColor"],
    "forecolor": ["color", "textColor"],
    "color": ["textColor", "titleColor", "tintColor"],
    "fontcolor": ["color", "textColor"],
    "textcolor": ["color", "titleColor"],
    "titletextcolor": ["titleColor"],
    "bg": ["backgroundColor", "background"],
    "bgcolor": ["backgroundColor", "background"],
    "background": ["backgroundColor"],
    "backgroundcolor": ["background"],
    "barcolor": ["barTintColor"],
    "tint": ["tintColor"],
    "radius": ["cornerRadius", "borderRadius"],
    "cornerradius": ["borderRadius"],
    "borderradius": ["cornerRadius"],
    "textsize": ["fontSize", "size", "font"],
    "fontsize": ["textSize", "size", "font"],
    "fontfamily": ["font"],
    "fontweight": ["font"],
    "pointsize": ["size"],
    "fontname": ["fontFamily", "name"],
    "kerning": ["kern"],
    "letterspacing": ["kern"],
    "underline": ["underlineStyle", "textDecoration"],
    "strikethrough": ["strikethroughStyle"],
    "alpha": ["opacity"],
    "opacity": ["alpha"],
    "picture": ["image"],
    "src": ["image"],
  ]
}
