import Foundation

/// A client of a theme server: the theme of one channel, now and at each change.
///
/// Create one for the whole app and keep it. All listeners share one connection.
///
/// ```swift
/// let livery = Livery(url: URL(string: "https://themes.example")!)
/// for await theme in livery.themes(for: ["userInterfaceStyle": "dark"]) {
///   draw(theme)
/// }
/// ```
public final class Livery: Sendable {
  private let server: ThemeServer
  private let follower: ThemeFollower

  /// Creates a client for one channel.
  /// - Parameters:
  ///   - url: The server's URL. A path in it is prefixed to `/v1`.
  ///   - channel: The channel to follow; by default the server's channel `main`.
  ///   - token: Called before each request, so that a new token ends a refusal. Nil sends no token.
  ///   - cache: The place where the theme is stored for a start without network.
  public convenience init(
    url: URL, channel: String? = nil, token: @escaping @Sendable () async -> String? = { nil },
    cache: ThemeCache = .standard
  ) {
    self.init(url: url, channel: channel, token: token, cache: cache, FollowSettings())
  }

  package init(
    url: URL, channel: String? = nil, token: @escaping @Sendable () async -> String? = { nil },
    cache: ThemeCache, _ settings: FollowSettings
  ) {
    server = ThemeServer(url: url, channel: channel, patience: settings.patience, token: token)
    follower = ThemeFollower(server: server, shelf: ThemeShelf(cache), settings)
  }

  /// Returns the themes for these traits: the stored one immediately, then the server's, then each change.
  ///
  /// The stream buffers the newest theme only and never repeats a theme. It ends with the task that reads it. When the last
  /// listener ends, the connection is closed. If there are several trait sets, the client waits for changes of the one that was
  /// requested last, and checks the others when the server reports a change.
  /// - Parameters:
  ///   - traits: The traits by their names in the theme's kit: `["userInterfaceStyle": "dark"]`.
  ///   - state: Called with the state at the beginning and after each change of it, in order, on a queue of
  ///     its own.
  public func themes(
    for traits: [String: String] = [:], state: (@Sendable (LiveryState) -> Void)? = nil
  ) -> AsyncStream<Theme> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      follower.add(traits, continuation, state)
    }
  }

  /// Requests the current theme for these traits.
  /// - Throws: ``LiveryError`` if the server returns no theme, `URLError` if it can't be reached.
  public func theme(for traits: [String: String] = [:]) async throws -> Theme {
    try await server.theme(for: traits)
  }

  /// Cancels the request under way and sends no further ones until ``resume()``.
  ///
  /// On iOS this happens automatically when the app enters the background.
  public func suspend() { follower.suspend() }

  /// Ends the suspension by ``suspend()`` and sends a request immediately.
  public func resume() { follower.resume() }

  /// Sends a request immediately instead of after the pause that follows a failure.
  ///
  /// On Apple's systems this happens automatically when the network is back. If the server named a time
  /// with `Retry-After`, the client still waits for that.
  public func refresh() { follower.refresh() }

  /// The theme of the listeners for these traits; nil if there is none yet, or no listener.
  package func known(_ traits: [String: String]) -> Theme? { follower.known(traits) }

  /// Marks the trait set that is on screen: the client waits for its changes.
  package func show(_ traits: [String: String]) { follower.show(traits) }

  /// Requests a file that a theme names: ``ThemeImage/url``.
  public func file(at path: String) async throws -> Data {
    try await server.file(at: path)
  }
}

/// The state of the connection between a listener and the server.
public enum LiveryState: String, Sendable, Hashable {
  /// There is no theme yet.
  case loading
  /// The theme is the stored one; the server has not answered yet.
  case kept
  /// The theme is the server's, and changes arrive.
  case live
  /// The server can't be reached, or returns no theme. The last theme remains; the client retries.
  case offline
  /// The server refuses the token. The client retries every minute.
  case refused
}

/// The reason for which a response is no theme.
public enum LiveryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The server refuses the token.
  case refused(status: Int)
  /// A response other than a theme, with the server's message.
  case noTheme(status: Int, detail: String)
  /// The body of the response is no theme, for this reason.
  case unreadable(String)

  public var description: String {
    switch self {
    case .refused(let status): "The server refuses with \(status); give Livery a token that it accepts."
    case .noTheme(let status, let detail): "The server answers with \(status): \(detail)"
    case .unreadable(let why): "The server's answer can't be read as a theme: \(why)"
    }
  }
}

/// The place where a theme is stored between starts of the app.
public enum ThemeCache: Sendable, Hashable {
  /// The app's folder for caches.
  case standard
  /// This folder, which is created if it does not exist.
  case folder(URL)
  /// No place: each start waits for the server.
  case none
}
