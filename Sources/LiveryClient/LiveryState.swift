import Foundation

/// The state of the connection between a listener and the server.
public enum LiveryState: String, Sendable, Hashable {
  /// There is no theme yet.
  case loading
  /// The theme is the stored one, or the seed; the server has not answered yet.
  case kept
  /// The theme is the server's, and changes arrive.
  case live
  /// The server can't be reached, or returns no theme that can be used. The last theme remains; the client retries.
  case offline
  /// The server refuses the token. The client retries every minute.
  case refused
}

/// The reason for which there is no theme.
public enum LiveryError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The server refuses the token, with its message.
  case refused(status: Int, detail: String = "")
  /// A response other than a theme, with the server's message.
  case noTheme(status: Int, detail: String)
  /// The body of the response is no theme, or the app refused it, for this reason.
  case unreadable(String)
  /// The server can't be reached, for this reason.
  case unreachable(String)
  /// The app's function for the token has thrown this error.
  case noToken(String)

  public var description: String {
    switch self {
    case .refused(let status, let detail):
      "The server refuses with \(status); give Livery a token that it accepts.\(detail.isEmpty ? "" : " It says: \(detail)")"
    case .noTheme(let status, let detail): "The server answers with \(status): \(detail)"
    case .unreadable(let why): "The server's answer can't be read as a theme: \(why)"
    case .unreachable(let why): "The server can't be reached: \(why)"
    case .noToken(let why): "There is no token for the server: \(why)"
    }
  }

  public var errorDescription: String? { description }
}

/// The draft that an app previews.
public struct LiveryDraft: Sendable, Hashable {
  /// The name of its theme.
  public let name: String
  /// The name of its theme for users.
  public let title: String
  /// The time at which the draft ends; nil if the server did not say it.
  public let end: Date?
}

/// The place where a theme is stored between starts of the app.
public enum ThemeCache: Sendable, Hashable {
  /// The folder `livery` in the app's Application Support, without backups.
  case standard
  /// This folder, which is created if it does not exist.
  case folder(URL)
  /// No place: each start waits for the server.
  case none
}
