internal import Bindings

/// Where the files of a log lie.
struct LogFiles: Sendable {
  let log: String
  /// What is committed is in this one alone at first.
  private let ahead: String
  let witness: String

  init(log: String) {
    self.log = log
    ahead = "\(log)-wal"
    witness = "\(log).witness"
  }

  /// When a log whose own file has this stamp changed last: somebody who puts back what differs may leave that file as
  /// it is.
  func lastChange(_ stamp: FileStamp) -> Int64 {
    max(stamp.changedAt, FileStamp(of: ahead)?.changedAt ?? stamp.changedAt)
  }
}
