internal import Changes

/// What a turn begins with, once its lock is there.
struct TurnBeginning: Sendable {
  let log: PostgresLog
  /// Of the keys that were asked for.
  let records: [String: IdempotencyRecord]
  /// What was written since; nil where that was not asked for, or is more than was.
  let update: LogUpdate?
}
