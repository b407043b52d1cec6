package import Changes
internal import Documents
internal import Themes

/// The one table from what other targets throw to status, code and hint.
extension Refusal {
  package init(_ error: StoreError) {
    switch error {
    case .full(let what):
      self.init(
        .storeFull, "The store is full: \(what). Nothing was written; try again when there is space.",
        headers: [.retryAfter(10...60)])
    case .failed(let what):
      self.init(
        .storeUnavailable,
        "The store can't be written: \(what). Reading still works; writing works again after a restart.",
        headers: [.retryAfter(30...120)])
    case .away(let what):
      self.init(
        .storeUnavailable, "The store can't be reached: \(what). Nothing was done; try again.",
        headers: [.retryAfter(1...3)])
    case .inDoubt(let what):
      self.init(
        .storeUnavailable,
        "The store went away in the midst of this: \(what). It is not known to be done; send it again with the same "
          + "Idempotency-Key.",
        headers: [.retryAfter(1...3)])
    case .newerVersion, .corrupt, .unusable:
      self.init(
        .storeUnavailable, "The store can't be used: \(error).", headers: [.retryAfter(30...120)])
    }
  }

  package init(_ refused: DraftError) {
    switch refused {
    case .conflict(let present, let head):
      let active = present.map { "'\($0.theme)' is active in '\($0.channel)'" } ?? "the channel is new"
      self.init(
        .conflict, "The channel changed after the cursor in 'if': \(active), and the log is at \(head)."
      )
    case .keyReused:
      self.init(.keyReused, "This Idempotency-Key was used with a different request; use a new key.")
    case .unknownSchedule(let id): self.init(.unknownSchedule, "There is no schedule '\(id)'.")
    }
  }

  /// A name that is not there, with the nearest one that is.
  package static func unknown(
    _ code: RefusalCode, _ what: String, _ name: some StringProtocol, among names: some Sequence<String>
  ) -> Refusal {
    Refusal(code, "There is no \(what) '\(name.shown)'\(NearestName.question(name, among: names))")
  }

  /// What a channel shows is in another server's files, or came in there and does not fit the files here. No other theme
  /// is shown in its place: who asks goes elsewhere.
  package static func notHere(_ active: Activation) -> Refusal {
    Refusal(
      .themeNotHere,
      "Channel '\(active.channel)' shows the theme '\(active.theme)', which this server does not have as it is: other "
        + "servers of the same log serve other files. Ask one of them.",
      headers: [.retryAfter(1...3)])
  }

  package static func badParameter(_ name: String, _ why: String) -> Refusal {
    Refusal(.badParameter, "The parameter '\(name.shown)' \(why)")
  }

  /// - Parameter type: what the client sent, where it said.
  package static func unsupported(_ type: String?, expected: String) -> Refusal {
    let sent = type.map { "The body's media type '\($0.shown)' is not supported" }
    return Refusal(
      .unsupportedMediaType, "\(sent ?? "The body has no Content-Type"); send \(expected).",
      headers: [.init("Accept", expected)])
  }
}

extension Request.Field {
  /// When to come back, in seconds: random, so that not all come back at once.
  package static func retryAfter(_ seconds: ClosedRange<Int>) -> Request.Field {
    Request.Field("Retry-After", String(Int.random(in: seconds)))
  }
}

extension StringProtocol {
  /// As much of a client's own text as an answer repeats.
  package var shown: String {
    unicodeScalars.count <= 80
      ? String(self) : String(String.UnicodeScalarView(unicodeScalars.prefix(80))) + "…"
  }
}
