/// What became of a draft that was not refused.
package struct Publication: Sendable {
  /// None where everything was so already.
  package let changes: [Change]
  /// Where the log stands after it.
  package let head: Cursor
  /// What is active in the draft's channel after it.
  package let activation: Activation?
  /// The themes that were served before it, and those that are served from here on.
  package let before: ThemeSet
  package let after: ThemeSet
}

/// What became of a write that took its turn.
package enum WriteResult<Failure: Error>: Sendable {
  case published(Publication)
  /// The same write had been made before: nothing happened now.
  case replayed(IdempotencyRecord)
  case refused(DraftError)
  /// It could not be prepared.
  case failed(Failure)
}
