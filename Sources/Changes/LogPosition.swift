internal import Themes

/// Where somebody has seen a log: what is new is told from here on.
package struct LogPosition: Sendable, Hashable {
  package let epoch: Epoch
  /// Goes up by one with every commit, also one that adds no change. It is compared only with what the same store
  /// has said.
  package let version: UInt64
  package let head: UInt64
  /// Of the newest change: tells two logs apart that have come equally far.
  package let fingerprint: Fingerprint

  package init(epoch: Epoch, version: UInt64, head: UInt64, fingerprint: Fingerprint) {
    self.epoch = epoch
    self.version = version
    self.head = head
    self.fingerprint = fingerprint
  }

  /// The position after one commit more.
  package func advanced(by commit: LogCommit) -> LogPosition {
    let epoch = commit.epoch ?? epoch
    let last = commit.rows.last { if case .change = $0 { true } else { false } }
    guard case .change(let change, let fingerprint)? = last else {
      return LogPosition(epoch: epoch, version: version + 1, head: head, fingerprint: self.fingerprint)
    }
    return LogPosition(epoch: epoch, version: version + 1, head: change.revision, fingerprint: fingerprint)
  }
}

/// What was written since a position.
package enum LogUpdate: Sendable {
  case nothing
  /// All rows in the order in which they were written, and where they lead to.
  case rows([LogState.Row], LogPosition)
  /// Open the log again: it is another one by now, or too much has happened.
  case reopen

  /// Whether it goes on from where it was asked for.
  package var goesOn: Bool { if case .reopen = self { false } else { true } }
}

/// What a turn begins with.
package struct StoreTransaction: Sendable {
  package let update: LogUpdate
  /// Of those keys that were asked for and are known.
  package let records: [String: IdempotencyRecord]
  /// The keys that were asked for.
  package let keys: [String]

  package init(update: LogUpdate, records: [String: IdempotencyRecord], keys: [String] = []) {
    self.update = update
    self.records = records
    self.keys = keys
  }
}

/// What a turn leads to: kept together, or not at all.
package struct LogCommit: Sendable {
  package var rows: [LogState.Row]
  package var records: [IdempotencyRecord]
  /// Keys that nobody has asked for, and that are taken for new. Where one of them is not, nothing is kept, and it is
  /// decided again with the records of all of them.
  package var newKeys: [String] = []
  /// Where the log begins; nil leaves that as it is.
  package var floor: LogFloor?
  /// The epoch under which the log goes on; nil leaves that as it is.
  package var epoch: Epoch?

  package init(
    rows: [LogState.Row] = [], records: [IdempotencyRecord] = [], floor: LogFloor? = nil, epoch: Epoch? = nil
  ) {
    self.rows = rows
    self.records = records
    self.floor = floor
    self.epoch = epoch
  }

  package var isEmpty: Bool { rows.isEmpty && records.isEmpty }

  /// What its documents and images take.
  package var documentBytes: Int {
    rows.reduce(0) { sum, row in
      switch row {
      case .upload(let upload): sum + upload.bytes.count
      case .image(let image): sum + image.content.count
      case .document(let document): sum + (document.source?.bytes.count ?? 0)
      default: sum
      }
    }
  }
}

/// The oldest revision that a cursor may have, with the fingerprint that the chain goes on from.
package struct LogFloor: Sendable, Hashable {
  package let revision: UInt64
  package let fingerprint: Fingerprint

  package init(revision: UInt64, fingerprint: Fingerprint) {
    self.revision = revision
    self.fingerprint = fingerprint
  }
}
