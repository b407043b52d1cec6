/// The right name that a wrong one was probably meant to be.
package enum NearestName {
  /// The candidate with the fewest edits (a letter more, less, other, or two swapped), when those are few
  /// enough to be a slip: one in short names, a third of the letters in longer ones. Case alone is no edit.
  /// Of equally near ones the first in byte order. Of very many names none is sought: the reader of a sentence would
  /// wait longer for it than a look at their list takes.
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

  /// Returns the same for a name that is known to be meant; nil for none.
  /// - Parameter shown: how the sentence shows the name.
  package static func question(_ meant: String?, as shown: (String) -> String = { "'\($0)'" }) -> Message {
    meant.map { "; did you mean \(suggesting: $0, as: shown($0))?" } ?? "."
  }

  package static let mostCandidates = 2000

  private static func letters(of name: some StringProtocol) -> [UInt8] {
    name.utf8.map(\.asciiLowercased)
  }

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
