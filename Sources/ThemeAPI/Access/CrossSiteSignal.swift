internal import Documents
internal import Synchronization
internal import Themes

/// A signal that the server's user did not intend a write: it comes from another machine or user, through a proxy, or from
/// a page of another site in the user's browser.
enum CrossSiteSignal: Sendable, Hashable {
  case peer(String)
  /// The address of a trusted proxy that does not name its client.
  case proxy(String)
  /// The name of a header that a proxy added.
  case forwarded(String)
  /// The host that the request is for, or nil if it names none.
  case host(String?)
  case origin(String)
  /// The browser's statement about the page that sends the request.
  case site(String)
  case user(UInt32, server: UInt32)
  /// The kernel does not say which user it is; the reason.
  case unknownUser(String)

  /// The signal of the user at the other end of a connection, or nil if it is the server's user or root.
  init?(of user: PeerUser) {
    switch user.standing {
    case .trusted: return nil
    case .other(let user, let server): self = .user(user, server: server)
    case .unknown(let reason): self = .unknownUser(reason)
    }
  }

  /// The first signal in the head of a request, or nil if there is none.
  init?(of head: some RequestHead, from client: ClientAddress) {
    if client.origin == .proxy {
      self = .proxy(client.address)
    } else if !client.isLoopback {
      self = .peer(client.address)
    } else if client.origin == .connection, let name = Self.forwardingHeader(of: head) {
      self = .forwarded(name)
    } else if !Self.namesLoopback(head.header("Host") ?? "") {
      self = .host(head.header("Host"))
    } else if let origin = Self.foreignOrigin(of: head) {
      self = .origin(origin)
    } else if let site = Self.foreignSite(of: head) {
      self = .site(site)
    } else {
      return nil
    }
  }

  /// The signal of a form, or of text, that a page of another site sends. A browser sends those without a preflight.
  init?(ofFormFrom head: some RequestHead) {
    guard let origin = Self.foreignOrigin(of: head), let type = head.header("Content-Type"),
      Self.isSentUnasked(HeaderList.lower(type))
    else { return nil }
    self = .origin(origin)
  }

  var sentence: String {
    switch self {
    case .peer(let address): "This request comes from \(address)."
    case .proxy(let address):
      "This request comes from the trusted proxy \(address), which does not say for whom, or says two things."
    case .forwarded(let name): "This request came through a proxy, as its header '\(name.shown)' shows."
    case .host(nil): "This request names no host."
    case .host(let host?): "This request is for the host '\(host.shown)', which is not localhost."
    case .origin(let origin):
      "This request comes from a page of another site: its 'Origin' is '\(origin.shown)'."
    case .site(let site):
      "This request comes from a page of another site: its 'Sec-Fetch-Site' is '\(site.shown)'."
    case .user(let user, let server):
      "This request comes from a process of user \(user), and the server runs as user \(server)."
    case .unknownUser(let reason):
      "The kernel does not say which user sends this request: \(reason)."
    }
  }

  /// The way to send the request without a token, after a colon; empty if there is none.
  var advice: String {
    if case .user(_, let server) = self { ": run the command with sudo -u '#\(server)'" } else { "" }
  }

  private static func forwardingHeader(of head: some RequestHead) -> String? {
    ["Forwarded", "X-Real-IP", "Via"].first { head.header($0) != nil }
      ?? head.headerName(beginningWith: "X-Forwarded-")
  }

  /// Accepts no name that the owner of another server could point to this machine.
  private static func namesLoopback(_ host: String) -> Bool {
    let name = withoutPort(host).utf8
    return isLoopbackAddress(name) || name.elementsEqual("[::1]".utf8)
      || name.lazy.map(\.asciiLowercased).elementsEqual("localhost".utf8)
  }

  private static func withoutPort(_ host: String) -> Substring {
    let end = host.utf8.lastIndex(of: UInt8(ascii: ":")) ?? host.endIndex
    let isPort = host[end...].utf8.dropFirst().allSatisfy(\.isDigit)
    return isPort ? host[..<end] : host[...]
  }

  /// Accepts 127 and three more numbers. Works on bytes: every write without a token calls it, and working on
  /// parts of a string cost 6 300 of a switch's 429 000 instructions.
  private static func isLoopbackAddress(_ name: Substring.UTF8View) -> Bool {
    guard name.starts(with: "127.".utf8) else { return false }
    var (numbers, number): (Int, Int?) = (0, nil)
    for byte in name {
      if byte == UInt8(ascii: ".") {
        guard number != nil else { return false }
        (numbers, number) = (numbers + 1, nil)
      } else {
        let next = (number ?? 0) * 10 + Int(byte &- UInt8(ascii: "0"))
        guard byte.isDigit, next < 256 else { return false }
        number = next
      }
    }
    return numbers == 3 && number != nil
  }

  /// Returns all values of a header: a later value is as much a signal as the first.
  private static func all(_ name: String, of head: some RequestHead) -> String? {
    head.header(name) == nil ? nil : head.list(name)
  }

  private static func foreignOrigin(of head: some RequestHead) -> String? {
    guard let origin = all("Origin", of: head) else { return nil }
    let host = head.header("Host") ?? ""
    let own = ["http://\(host)", "https://\(host)"]
    return own.contains { $0.equalsIgnoringASCIICase(origin) } ? nil : origin
  }

  private static func foreignSite(of head: some RequestHead) -> String? {
    guard let site = all("Sec-Fetch-Site", of: head) else { return nil }
    return site == "same-origin" || site == "none" ? nil : site
  }

  private static func isSentUnasked(_ type: String) -> Bool {
    ["application/x-www-form-urlencoded", "multipart/", "text/"].contains { type.hasPrefix($0) }
  }
}

/// The user of the process at the other end of a connection. It is looked up once, when a request first needs more rights
/// than every client has.
package final class PeerUser: Sendable {
  package enum Standing: Sendable, Hashable {
    /// The user of the server, or root.
    case trusted
    case other(UInt32, server: UInt32)
    /// The kernel does not say; the reason.
    case unknown(String)
  }

  private enum State {
    case open(@Sendable () -> Standing)
    case known(Standing)
  }

  private let state: Mutex<State>

  package static let elsewhere = PeerUser(.known(.unknown("the connection comes from another machine")))

  private init(_ state: State) { self.state = Mutex(state) }

  /// - Parameter lookUp: called once at most, on any thread, and never after `end()`.
  package convenience init(lookUp: @escaping @Sendable () -> Standing) { self.init(.open(lookUp)) }

  package var standing: Standing {
    state.withLock { state in
      switch state {
      case .known(let standing): return standing
      case .open(let lookUp):
        let standing = lookUp()
        state = .known(standing)
        return standing
      }
    }
  }

  /// Ends looking up. Call it before the connection's descriptor is closed.
  package func end() {
    state.withLock { if case .open = $0 { $0 = .known(.unknown("the connection was closed")) } }
  }
}
