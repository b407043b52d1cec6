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

extension Livery {
  /// The settings of a client that most apps leave as they are.
  public struct Settings: @unchecked Sendable {
    /// The number of seconds for which the server may hold a request, at most 55. With 0 nothing is held: the client
    /// requests the theme at the start, when the app returns to the foreground or the network is back, and at
    /// ``Livery/refresh()``.
    public var wait = 25
    /// Indicates whether a request is held in Low Data Mode too. Otherwise the client behaves there as with a ``wait`` of 0.
    public var holdsInLowDataMode = false
    /// Sends the requests.
    public var transport: any LiveryTransport = URLSessionTransport.standard
    /// Called with one line for each new reason for which a theme can't be requested or read.
    public var log: @Sendable (String) -> Void = { NSLog("%@", $0) }
    /// The additional number of seconds that a response, with its token, may take.
    package var patience: TimeInterval = 20
    /// The center that announces the app's entry into the background. It may be used from any thread.
    package var notifications = NotificationCenter.default
    /// Returns the seconds since some moment, including those for which the device slept.
    package var clock: @Sendable () -> TimeInterval = ContinuousTime.now

    static let longestWait = 55

    /// Creates the settings that a client has by default.
    public init() {}
  }
}

/// The time that passes while the device sleeps, too.
///
/// `ContinuousClock` needs iOS 16. `ProcessInfo.systemUptime` stops while the device sleeps, and would need an entry in the
/// app's privacy manifest.
enum ContinuousTime {
  static func now() -> TimeInterval {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
  }
}

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
