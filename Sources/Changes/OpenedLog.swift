/// A log at the moment of opening.
package struct OpenedLog: Sendable {
  package let state: LogState
  /// The newest changes in order, ending at the state's head.
  package let tail: [Change]
  package let position: LogPosition
  package let origin: LogOrigin

  package init(state: LogState, tail: [Change], position: LogPosition, origin: LogOrigin) {
    self.state = state
    self.tail = tail
    self.position = position
    self.origin = origin
  }
}

/// What a log turned out to be when it was opened.
package enum LogOrigin: Sendable, Hashable {
  case created
  case resumed
  /// It goes on under another epoch, so old cursors are of no use any more.
  case renewed(reason: String)
}
