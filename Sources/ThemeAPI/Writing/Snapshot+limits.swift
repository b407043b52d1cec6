internal import Changes

/// What writers can add only so many of: each of these is kept in memory until somebody deletes it.
extension Snapshot {
  private static let channelLimit = 10_000
  private static let uploadLimit = 1000
  private static let scheduleLimit = 1000

  /// Refuses a channel that is not there, when there are as many as there can be.
  func checkLimit(ofChannels channel: String) throws(Refusal) {
    guard activation(of: channel) == nil, ledger.activations.count >= Self.channelLimit else { return }
    throw Refusal(.conflict, "There are \(Self.channelLimit) channels already; use one of them.")
  }

  /// Refuses an upload under a name that none has, when there are as many as there can be.
  func checkLimit(ofUploads theme: String) throws(Journal.DocumentError) {
    guard ledger.uploads[theme] == nil, ledger.uploads.count >= Self.uploadLimit else { return }
    throw .tooMany(limit: Self.uploadLimit)
  }

  /// Refuses a schedule when there are as many as there can be.
  func checkLimitOfSchedules() throws(Refusal) {
    guard ledger.schedules.count >= Self.scheduleLimit else { return }
    throw Refusal(.conflict, "There are \(Self.scheduleLimit) schedules already; delete some first.")
  }
}
