package import Changes

/// An attempt to change something, for the log of writes.
package struct WriteRecord: Sendable {
  /// A word such as `switchTheme`.
  package let operation: String
  package let author: String
  package let address: String
  package let channel: String?
  /// The name of the theme, the image or the schedule.
  package let name: String?
  package let status: Int
  /// The cursor of the log after the write; nil if it was refused.
  package let cursor: String?
  /// The reason for a refusal; nil if there was none.
  package let refusal: String?
  /// The trace of the request, if it names one.
  package let trace: TraceContext?

  /// Returns nil for a request that stored nothing and was not refused.
  /// - Parameter name: the name in the path, used unless the endpoint noted another.
  init?(
    of reply: Reply, to operation: Operation, about name: String?, by author: String, from address: String,
    in trace: TraceContext?
  ) {
    let cursor = reply.headers.first { $0.name == "Livery-Cursor" }?.value
    let isRefused = reply.status >= 400
    guard isRefused || cursor != nil else { return nil }
    (self.operation, self.author, self.address, self.trace) = (operation.id, author, address, trace)
    let name = reply.note?.name ?? name
    channel = reply.note?.channel?.shown
    // The key of a draft may be there in place of its id.
    self.name = name?.isDraftKey == true && operation.pattern.hasPrefix("/v1/drafts/") ? "…" : name?.shown
    status = reply.status
    (self.cursor, refusal) = isRefused ? (nil, reply.note?.refusal ?? "") : (cursor, nil)
  }
}

/// The facts about a reply that only the log of writes needs. An object, so that all other replies stay small.
final class WriteNote: Sendable {
  let channel: String?
  let name: String?
  /// The sentence of a refusal.
  let refusal: String?

  init(channel: String? = nil, name: String? = nil, refusal: String? = nil) {
    (self.channel, self.name, self.refusal) = (channel, name, refusal)
  }
}

extension Outcome {
  /// Returns the outcome of a write, whose record names a channel and perhaps a theme.
  func noting(channel: String?, name: String? = nil) -> Outcome {
    then { reply in
      var reply = reply
      reply.note = WriteNote(channel: channel, name: name, refusal: reply.note?.refusal)
      return reply
    }
  }
}

extension Call {
  /// Returns the outcome of a write in a channel, which is refused if the author may not operate there.
  func operate(
    in channel: String, showing theme: String? = nil, _ write: () throws(Refusal) -> Outcome
  ) -> Outcome {
    var outcome: Outcome
    do throws(Refusal) {
      try principal.check(.operate, in: channel)
      outcome = try write()
    } catch { outcome = .reply(error.reply) }
    return outcome.noting(channel: channel, name: theme)
  }
}
