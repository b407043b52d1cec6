/// A write on its way to the log: what shall happen, on which condition.
package struct Draft: Sendable {
  package enum Action: Sendable {
    /// A switch by somebody; ends the schedules that run in the channel.
    case activate(channel: String, theme: Facts)
    /// The settings' theme shows in a channel where nobody has chosen one.
    case assume(channel: String, theme: Facts)
    /// Moments of schedules have come.
    case turn(Turn, theme: Facts)
    case schedule(Schedule)
    /// The theme is what shows when the schedule was running.
    case unschedule(Schedule.ID, theme: Facts?)
    /// A document comes in; themes that only the one before it had are gone.
    case upload(Upload, updates: [Update], gone: [String] = [])
    /// An upload goes; its themes are gone with it unless a file shows again.
    case remove(theme: String, gone: [String], updates: [Update])
    /// Documents on disk changed.
    case refresh([Update], gone: [String])
  }

  /// What a change tells about the theme that it ends in.
  package struct Facts: Sendable, Hashable {
    package let name: String
    /// Differs when the theme says something else.
    package let digest: UInt64
    package let transition: Double?
    package let etag: String?

    package init(name: String, digest: UInt64, transition: Double?, etag: String?) {
      self.name = name
      self.digest = digest
      self.transition = transition
      self.etag = etag
    }
  }

  /// A theme that says something else than before.
  package struct Update: Sendable, Hashable {
    package let theme: Facts
    package let differences: Differences

    package init(theme: Facts, differences: Differences) {
      self.theme = theme
      self.differences = differences
    }
  }

  package let action: Action
  package let at: Timestamp
  package let by: String
  package let note: String?
  /// Refuse when the channel has changed since.
  package let buildsOn: Cursor?
  package let receipt: IdempotencyKey?

  package init(
    _ action: Action, at: Timestamp, by: String, note: String? = nil, buildsOn: Cursor? = nil,
    receipt: IdempotencyKey? = nil
  ) {
    self.action = action
    self.at = at
    self.by = by
    self.note = note
    self.buildsOn = buildsOn
    self.receipt = receipt
  }
}

/// The answer to a write with an idempotency key, kept with the write itself.
package struct IdempotencyRecord: Sendable, Hashable {
  package let key: String
  /// Of the request that came with the key first.
  package let fingerprint: String
  package let answer: [UInt8]
  package let at: Timestamp

  package init(key: String, fingerprint: String, answer: [UInt8], at: Timestamp) {
    self.key = key
    self.fingerprint = fingerprint
    self.answer = answer
    self.at = at
  }

  /// How many are kept, and for how long.
  package static let limit = 10_000
  package static let life: Int64 = 24 * 3600
}

/// Asks the store to keep the answer to a write under the key that came with it.
package struct IdempotencyKey: Sendable {
  package let key: String
  package let fingerprint: String
  /// Renders what the first answer was, from what became of the write.
  package let answer: @Sendable (Publication) -> [UInt8]

  package init(
    key: String, fingerprint: String, answer: @escaping @Sendable (Publication) -> [UInt8]
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.answer = answer
  }
}

/// What became of a draft that was not refused.
package struct Publication: Sendable, Hashable {
  /// None where everything was so already.
  package let changes: [Change]
  /// Where the log stands after it.
  package let head: Cursor
  /// What is active in the draft's channel after it.
  package let activation: Activation?
  /// Set where the same write had been made before: nothing happened now.
  package let replay: IdempotencyRecord?

  package init(changes: [Change], head: Cursor, activation: Activation?, replay: IdempotencyRecord? = nil) {
    self.changes = changes
    self.head = head
    self.activation = activation
    self.replay = replay
  }
}

/// Why a draft was not published although the store is well.
package enum Refused: Error, Sendable, Hashable {
  /// The channel has changed since the cursor that the draft builds on.
  case conflict(present: Activation?, head: Cursor)
  /// The idempotency key came with another request before.
  case keyReused
  case unknownSchedule(Schedule.ID)
}

extension IdempotencyRecord {
  package init(_ order: IdempotencyKey, for publication: Publication, at: Timestamp) {
    self.init(key: order.key, fingerprint: order.fingerprint, answer: order.answer(publication), at: at)
  }

  package func isGood(at moment: Timestamp) -> Bool {
    moment < at.advanced(bySeconds: Self.life)
  }

  /// What another write with the same key gets.
  package func answer(to order: IdempotencyKey, in ledger: Ledger) -> Result<Publication, Refused> {
    guard fingerprint == order.fingerprint else { return .failure(.keyReused) }
    return .success(Publication(changes: [], head: ledger.cursor, activation: nil, replay: self))
  }
}
