/// How things stand between a listener and the server.
public enum LiveryState: String, Sendable, Hashable {
  /// There is no theme yet.
  case loading
  /// There is the theme that was kept; the server has not been heard.
  case kept
  /// The theme is the server's, and its changes come.
  case live
  /// The server can't be reached, or gives no theme. The last theme stays; the server is asked again.
  case offline
  /// The server wants another token. It is asked again every minute.
  case refused
}
