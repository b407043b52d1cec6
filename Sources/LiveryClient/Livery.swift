import Foundation

/// A client of a theme server: the theme of one channel, now and at each change.
///
/// Create one for the whole app and keep it. All listeners share one connection; two clients have two.
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
  private let shelf: ThemeShelf
  private let shown: Theme?

  /// Creates a client for one channel.
  /// - Parameters:
  ///   - url: The server's URL. A path in it is prefixed to `/v1`, a query in it is sent with each request.
  ///   - channel: The channel to follow; by default the server's channel `main`.
  ///   - token: Called before each request, so that a new token ends a refusal. Nil sends no token; an error sends no request.
  ///   - cache: The place where the theme is stored for a start without network.
  ///   - seed: The theme of the first start without network, perhaps a file in the app's bundle: what `GET /v1/theme`
  ///     returns, or a JSON array of that for several traits.
  ///   - settings: The rest.
  public convenience init(
    url: URL, channel: String? = nil, token: @escaping @Sendable () async throws -> String? = { nil },
    cache: ThemeCache = .standard, seed: Data? = nil, settings: Settings = Settings()
  ) {
    self.init(url: url, channel: channel, token: token, cache: cache, seed: seed, showing: nil, settings)
  }

  /// Creates a client that always shows this theme, without a server: for previews and tests.
  public convenience init(showing theme: Theme) {
    self.init(
      url: URL(fileURLWithPath: "/"), channel: nil, token: { nil }, cache: .none, seed: nil, showing: theme,
      Settings())
  }

  private init(
    url: URL, channel: String?, token: @escaping @Sendable () async throws -> String?, cache: ThemeCache,
    seed: Data?,
    showing shown: Theme?, _ settings: Settings
  ) {
    var settings = settings
    settings.wait = min(max(settings.wait, 0), Settings.longestWait)
    self.shown = shown
    server = ThemeServer(url: url, channel: channel, token: token, settings: settings)
    shelf = ThemeShelf(cache, seed: seed)
    follower = ThemeFollower(server: server, shelf: shelf, showing: shown, settings)
  }

  /// Returns the themes for these traits: the stored one immediately, then the server's, then each change.
  ///
  /// The stream buffers the newest theme only and never repeats a theme. It ends with the task that reads it. One task may read
  /// it: if two do, each of them receives only some of the themes, so call this once for each task. When the last listener ends,
  /// the connection is closed. If there are several trait sets, the client waits for changes of the one that was requested or
  /// passed to ``show(_:)`` last, and checks the others when the server reports a change.
  /// - Parameters:
  ///   - traits: The traits by their names in the theme's kit: `["userInterfaceStyle": "dark"]`.
  ///   - state: Called with the state at the beginning and after each change of it, in order, on a queue of
  ///     its own. ``trouble`` says why a state is not `live`.
  public func themes(
    for traits: [String: String] = [:], state: (@Sendable (LiveryState) -> Void)? = nil
  ) -> AsyncStream<Theme> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      follower.add(traits, continuation, state)
    }
  }

  /// Requests the current theme for these traits.
  /// - Throws: ``LiveryError`` if the server returns no theme, `URLError` if it can't be reached, `CancellationError` if the
  ///   task was canceled.
  public func theme(for traits: [String: String] = [:]) async throws -> Theme {
    if let shown { return shown }
    return try await server.theme(for: traits)
  }

  /// Returns the newest known theme for these traits without a request: of their listeners, else the stored one, else the
  /// seed. Nil if there is none.
  public func current(for traits: [String: String] = [:]) -> Theme? { follower.known(traits) }

  /// The state for the traits on screen; `loading` without listeners.
  public var state: LiveryState { follower.state }

  /// The reason why the last request brought no theme; nil after one that did.
  public var trouble: LiveryError? { follower.lastTrouble }

  /// Marks the trait set that is on screen: the client waits for its changes.
  public func show(_ traits: [String: String]) { follower.show(traits) }

  /// Tells the server that this app does not use the newest theme, and returns to the one before it until there is another.
  ///
  /// Call it if the theme can't be applied. Operators see the reason and how many clients gave it.
  /// - Parameter reason: Up to 100 characters of ASCII, without anything about the user.
  public func refuse(because reason: String) { follower.refuse(because: reason) }

  /// Cancels the request under way and sends no further ones until ``resume()``.
  ///
  /// On iOS this happens automatically when the app enters the background. An app that the system starts in the background
  /// calls it itself; the return to the foreground ends it.
  public func suspend() { follower.suspend() }

  /// Ends the suspension by ``suspend()`` and sends a request immediately.
  public func resume() { follower.resume() }

  /// Sends a request immediately instead of after the pause that follows a failure.
  ///
  /// On Apple's systems this happens automatically when the network is back. If the server named a time
  /// with `Retry-After`, the client still waits for that.
  public func refresh() { follower.refresh() }

  /// The theme of the listeners for these traits, else the stored one.
  package func known(_ traits: [String: String]) -> Theme? { follower.known(traits) }

  /// Requests a file that a theme names: ``ThemeImage/url``. Its path identifies the content, so a stored file is returned
  /// without a request.
  public func file(at path: String) async throws -> Data {
    if let kept = keptFile(at: path) { return kept }
    let file = try await server.file(at: path)
    shelf.keep(file: file, at: path)
    return file
  }

  /// Returns the bytes of a font that a theme names. They are stored beside the theme, and their SHA-256 is checked.
  /// - Throws: As ``theme(for:)``, and `LiveryError` if the bytes are not those that the theme names.
  public func fontFile(_ font: ThemeFont) async throws -> Data {
    if let kept = keptFile(at: font.url), font.matches(kept) { return kept }
    let file = try await server.file(at: font.url)
    guard font.matches(file) else {
      throw LiveryError.unreadable("'\(font.file)' has other bytes than the theme says")
    }
    shelf.keep(file: file, at: font.url)
    return file
  }

  /// Returns the stored file of this path; nil if there is none.
  package func keptFile(at path: String) -> Data? { shelf.file(at: path) }
}

/// Previews of drafts.
extension Livery {
  /// The draft that is previewed; nil without a preview, and until its theme has arrived.
  public var draft: LiveryDraft? { follower.previewed }

  /// Shows the theme of a draft instead of the one in force, and each replacement of it, until ``leave()`` or until the draft
  /// ends. The stored theme stays untouched.
  /// - Parameter key: The draft's key, from a preview link.
  public func preview(_ key: String) { follower.preview(key) }

  /// Previews the draft of a link with `livery-draft=KEY` in its query, such as `shop://preview?livery-draft=KEY`.
  /// - Returns: Whether the link has a key.
  @discardableResult
  public func open(_ url: URL) -> Bool {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    guard let key = items.first(where: { $0.name == "livery-draft" })?.value, !key.isEmpty else {
      return false
    }
    preview(key)
    return true
  }

  /// Ends the preview and returns to the theme that is in force.
  public func leave() { follower.leave() }
}
