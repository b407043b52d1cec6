internal import Documents

extension RawTarget {
  /// Indicates whether its query names a draft.
  package var namesDraft: Bool { parameters.contains { $0.isDraft } }

  /// Indicates whether its query names a channel, without escapes.
  var namesChannel: Bool { parameters.contains { $0.prefix { $0 != "=" } == "channel" } }

  /// Returns the target without the keys of drafts, as a log may have it. A key may stand where a program has escaped a link
  /// once more, or in place of an id.
  /// - Parameter isKey: returns whether a word is a key that is known, wherever it stands.
  package func withoutKeys(_ isKey: (String) -> Bool = { _ in false }) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.hasKey(isKey) ? part.firstIndex(of: "=").map { "\(part[...$0])…" } ?? "…" : String(part)
    }
    var steps = parts.joined(separator: "&").split(separator: "/", omittingEmptySubsequences: false)
    for index in steps.indices.dropFirst() {
      let step = steps[index].prefix { $0 != "?" }
      guard steps[index - 1] == "drafts" && step.isDraftKey || isKey(String(step)) else { continue }
      steps[index] = "…" + steps[index].dropFirst(step.count)
    }
    return steps.joined(separator: "/")
  }

  private var query: Substring? {
    text.utf8.firstIndex(of: UInt8(ascii: "?")).map { text[text.index(after: $0)...] }
  }

  private var parameters: [Substring] {
    query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
  }
}

extension Substring {
  fileprivate var isDraft: Bool { String(prefix { $0 != "=" }).percentDecoded == "draft" }

  /// Returns whether it may have the key of a draft, for a request or for a page that shows one, or a known one under any
  /// name.
  fileprivate func hasKey(_ isKey: (String) -> Bool) -> Bool {
    guard let words = String(self).percentDecoded else { return contains("=") }
    return words.lowercased().contains("draft=")
      || words.split(whereSeparator: { "=?;".contains($0) }).contains { isKey(String($0)) }
  }
}

extension StringProtocol {
  /// Indicates whether it is written as keys of drafts are.
  var isDraftKey: Bool { utf8.count == 22 && utf8.allSatisfy(\.isWordByte) }
}
