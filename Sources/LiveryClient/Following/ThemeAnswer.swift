import Foundation

/// What became of asking for a theme.
enum ThemeAnswer: Sendable {
  /// A theme with its tag and the bytes that it was read from.
  case theme(Theme, tag: String, body: Data, cursor: String?)
  /// The one asked about is still right. Whether the server says that it waited.
  case unchanged(didWait: Bool, cursor: String?)
  /// To come again after so many seconds, not earlier.
  case busy(TimeInterval)
  /// The server wants another token.
  case refused
  /// A body that is no theme, and why.
  case unreadable(String)
  /// No answer, or one that means nothing to a client.
  case trouble
}
