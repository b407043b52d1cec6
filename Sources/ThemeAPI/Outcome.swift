internal import Changes

/// What becomes of a request once an endpoint has looked at it.
package enum Outcome: Sendable {
  case reply(Reply)
  /// Park the client until something of this channel changes or its time is up.
  case watch(Watch)
  /// Park the client until the writer has done this; the reply is given only when it is on disk.
  case write(Write)

  package struct Watch: Sendable {
    /// What ends a wait.
    package enum End: Sendable, Hashable {
      case changed, timedOut, draining
    }

    package let channel: String
    /// The revision that the client knows; any later one that concerns the channel wakes it.
    package let since: UInt64
    package let wait: Duration
    /// Called on the worker that holds the client. A nil answer parks it again for the rest of its time:
    /// the change did not concern what it waits for.
    package let answer: @Sendable (End) -> Reply?

    package init(
      channel: String, since: UInt64, wait: Duration, answer: @escaping @Sendable (End) -> Reply?
    ) {
      self.channel = channel
      self.since = since
      self.wait = wait
      self.answer = answer
    }
  }

  package struct Write: Sendable {
    /// Runs on the writer's thread and may block there.
    package let perform: @Sendable () -> Reply

    package init(perform: @escaping @Sendable () -> Reply) { self.perform = perform }
  }
}

/// Whatever turns requests into outcomes: the router over all endpoints, or a test's stand-in.
package protocol Answering: Sendable {
  /// Never blocks. The route is a pattern such as `/v1/colors/{name}`, for counting by.
  func answer(_ request: Request) -> (outcome: Outcome, route: String)
}
