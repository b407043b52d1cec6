internal import Changes

/// What whoever reads the log was told of since it was asked for news last.
struct ToldNews: Sendable {
  /// Anybody in the database may send a notice: of so many each is remembered.
  private static let limit = 20

  private var notices: [String] = []
  /// Whether there was something that no notice tells of, as that the engine is there again.
  private var isMore = true

  mutating func hear(_ notices: [String]) {
    self.notices += notices
    if self.notices.count > Self.limit { (self.notices, isMore) = ([], true) }
  }

  mutating func hearMore() { isMore = true }

  /// Whether any of it is not known to who stands there; told once. All notices count: they need not arrive in the order
  /// of the commits.
  mutating func take(since position: LogPosition) -> Bool {
    defer { (notices, isMore) = ([], false) }
    return isMore || notices.contains { !position.covers(notice: $0) }
  }
}
