internal import Documents

extension RawTarget {
  /// Indicates whether its query names a draft.
  package var namesDraft: Bool { parameters.contains { $0.isDraft } }

  /// Indicates whether its query names a channel, without escapes.
  var namesChannel: Bool { parameters.contains { $0.prefix { $0 != "=" } == "channel" } }

  /// The target without the keys of drafts, as a log may have it. A key may stand where a program has escaped a link once
  /// more, or in place of an id.
  package var withoutKeys: String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.hasKey ? part.firstIndex(of: "=").map { "\(part[...$0])…" } ?? "…" : String(part)
    }
    var steps = parts.joined(separator: "&").split(separator: "/", omittingEmptySubsequences: false)
    for index in steps.indices.dropFirst() where steps[index - 1] == "drafts" && steps[index].isDraftKey {
      steps[index] = "…"
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

  /// Indicates whether it may have the key of a draft, for a request or for a page that shows one.
  fileprivate var hasKey: Bool {
    guard let words = String(self).percentDecoded else { return contains("=") }
    return words.lowercased().contains("draft=")
  }
}

extension StringProtocol {
  /// Indicates whether it is written as keys of drafts are.
  var isDraftKey: Bool { utf8.count == 22 && utf8.allSatisfy(\.isWordByte) }
}
