internal import Changes

/// What writers may add without bound no more: each of these is kept in memory until somebody takes it away.
extension Snapshot {
  private static let channelLimit = 10_000
  private static let uploadLimit = 1000

  /// Why a channel can't be added; nil when it is there, or there is room.
  func noRoom(forChannel channel: String) -> Refusal? {
    guard activation(of: channel) == nil, ledger.activations.count >= Self.channelLimit else { return nil }
    return Refusal(.conflict, "There are \(Self.channelLimit) channels already; use one of them.")
  }

  /// Why a theme can't be uploaded; nil when one of its name was, or there is room.
  func noRoom(forUpload theme: String) -> Refusal? {
    guard ledger.uploads[theme] == nil, ledger.uploads.count >= Self.uploadLimit else { return nil }
    return Refusal(
      .refusedTheme, "There are \(Self.uploadLimit) uploaded themes already; remove some first.")
  }
}
