import Foundation

/// A theme server as an app sees it: the theme of one channel, now and whenever it changes.
///
/// Make one for the whole app and keep it. However many listeners there are, they share one connection.
///
/// ```swift
/// let livery = Livery(url: URL(string: "https://themes.example")!)
/// for await theme in livery.themes(for: ["userInterfaceStyle": "dark"]) {
///   draw(theme)
/// }
/// ```
public final class Livery: Sendable {
  private let follower: ThemeFollower

  /// - Parameters:
  ///   - url: Where the server is; a path in it stands before `/v1`.
  ///   - channel: What to follow; the server's channel `main` when not given.
  ///   - token: Asked before each request, so a fresh one heals a refusal. Nil sends none.
  ///   - cache: Where the theme is kept for a start without network.
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
    let server = ThemeServer(url: url, channel: channel, patience: settings.patience, token: token)
    follower = ThemeFollower(server: server, shelf: ThemeShelf(cache), settings)
  }

  /// The theme for these traits: what was kept at once, then what the server has, then each change.
  ///
  /// The stream holds the newest theme only, and the same theme never comes twice. It ends with the task that reads
  /// it; with the last listener the connection ends too. Of several trait sets the one asked for last is waited
  /// for, the others follow when the server says that something has changed.
  /// - Parameters:
  ///   - traits: By the names that the theme's kit gives them: `["userInterfaceStyle": "dark"]`.
  ///   - state: Told how things stand at the beginning and whenever that changes, in order, on a queue of its own.
  public func themes(
    for traits: [String: String] = [:], state: (@Sendable (LiveryState) -> Void)? = nil
  ) -> AsyncStream<Theme> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      follower.add(traits, continuation, state)
    }
  }

  /// The theme for these traits as the server has it now.
  /// - Throws: ``LiveryError`` where the server gives no theme, `URLError` where it can't be reached.
  public func theme(for traits: [String: String] = [:]) async throws -> Theme {
    try await follower.theme(for: traits)
  }

  /// Cuts the connection and asks nothing until ``resume()``.
  ///
  /// On iOS this happens by itself when the app goes into the background.
  public func suspend() { follower.suspend() }

  /// Ends what ``suspend()`` began, and asks at once.
  public func resume() { follower.resume() }

  /// Asks at once instead of after the pause that follows trouble.
  ///
  /// On Apple's systems this happens by itself when the network is back. A server that says when to come again is
  /// not asked earlier.
  public func refresh() { follower.refresh() }

  /// The theme that listeners for these traits have; nil where there is none yet, or nobody listens.
  package func known(_ traits: [String: String]) -> Theme? { follower.known(traits) }

  /// The bytes of a file that a theme names by its address: ``ThemeImage/url``.
  public func file(at path: String) async throws -> Data { try await follower.file(at: path) }

  /// Says which of several trait sets is on screen: that one is waited for.
  package func show(_ traits: [String: String]) { follower.show(traits) }
}
