internal import ThemeAPI

/// What requests leave in the log.
extension Log {
  /// Writes a line for each answer; nil where it would be left out, so that nobody makes what it needs.
  var onAnswer: (@Sendable (AnsweredRequest) -> Void)? {
    guard least == .debug else { return nil }
    return { answered($0) }
  }

  /// A write, or one that was refused.
  func wrote(_ record: WriteRecord) {
    var details: [Detail] = [
      .text("what", record.operation), .text("by", record.author), .text("from", record.address),
    ]
    if let channel = record.channel { details.append(.text("channel", channel)) }
    if let name = record.name { details.append(.text("name", name)) }
    details.append(.number("status", record.status))
    if let cursor = record.cursor { details.append(.text("cursor", cursor)) }
    guard let refusal = record.refusal else { return info("Wrote", details) }
    warning("Refused a write", details + [.text("why", refusal)])
  }

  /// An answer that was given.
  private func answered(_ request: AnsweredRequest) {
    debug(
      "Answered", .text("method", request.method), .text("target", request.target),
      .text("from", request.address), .number("status", request.status),
      .number("microseconds", request.microseconds))
  }
}
