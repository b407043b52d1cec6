import Foundation

/// What a client does next.
enum FollowStep: Sendable, Hashable {
  /// Nobody listens, or the app is in the background.
  case nothing
  case pause(TimeInterval)
  case ask(ThemeQuestion)
}

/// One request for a theme.
struct ThemeQuestion: Sendable, Hashable {
  let traits: [String: String]
  /// Of the theme that is there already.
  var tag: String?
  /// Whether the server is to hold it until the theme differs.
  var waits: Bool
}
