/// A log at the moment of opening.
package struct OpenedLog: Sendable {
  package let ledger: Ledger
  /// The newest changes in order, ending at the ledger's head.
  package let tail: [Change]
  package let standing: LogStanding
  package let origin: LogOrigin

  package init(ledger: Ledger, tail: [Change], standing: LogStanding, origin: LogOrigin) {
    self.ledger = ledger
    self.tail = tail
    self.standing = standing
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
