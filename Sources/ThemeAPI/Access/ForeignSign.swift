internal import Themes

/// A sign that a write was not meant by whoever sits at the server's own machine: it comes from another machine,
/// through a proxy, or from a page of another site in that person's browser.
enum ForeignSign: Sendable, Hashable {
  case peer(String)
  /// A trusted proxy that does not say for whom it asks.
  case proxy(String)
  /// The header that a proxy adds.
  case forwarded(String)
  /// Nil where no host is named.
  case host(String?)
  case origin(String)
  /// What the browser says about the page that sends the request.
  case site(String)

  /// The first sign that there is.
  init?(of caller: some Caller, from client: Sender) {
    if client.origin == .proxy {
      self = .proxy(client.address)
    } else if !client.isLoopback {
      self = .peer(client.address)
    } else if client.origin == .connection, let name = Self.forwardingHeader(of: caller) {
      self = .forwarded(name)
    } else if !Self.namesLoopback(caller.header("Host") ?? "") {
      self = .host(caller.header("Host"))
    } else if let origin = Self.foreignOrigin(of: caller) {
      self = .origin(origin)
    } else if let site = Self.foreignSite(of: caller) {
      self = .site(site)
    } else {
      return nil
    }
  }

  /// The sign of a form, or of text, that a page of another site sends. A browser asks nobody before it sends those.
  init?(ofFormFrom caller: some Caller) {
    guard let origin = Self.foreignOrigin(of: caller), let type = caller.header("Content-Type"),
      Self.isSentUnasked(HeaderList.lower(type))
    else { return nil }
    self = .origin(origin)
  }

  /// What was seen, as a sentence.
  var sentence: String {
    switch self {
    case .peer(let address): "This request comes from \(address)."
    case .proxy(let address):
      "This request comes from the trusted proxy \(address), which does not say for whom, or says two things."
    case .forwarded(let name): "This request came through a proxy, as its header '\(name.shown)' tells."
    case .host(nil): "This request names no host."
    case .host(let host?): "This request is for the host '\(host.shown)', which is not localhost."
    case .origin(let origin):
      "This request comes from a page of another site: its 'Origin' is '\(origin.shown)'."
    case .site(let site):
      "This request comes from a page of another site: its 'Sec-Fetch-Site' is '\(site.shown)'."
    }
  }

  private static func forwardingHeader(of caller: some Caller) -> String? {
    ["Forwarded", "X-Real-IP", "Via"].first { caller.header($0) != nil }
      ?? caller.headerName(beginningWith: "X-Forwarded-")
  }

  /// A name that some other server's owner could point here is none, so that no page can pass for one of this server's.
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

  /// Four numbers, the first of them 127. Byte by byte: every write without a token asks, and parts of a string cost
  /// 6 300 of a switch's 429 000 instructions.
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

  /// All that was said, where a head shows the first alone: what follows that is no less a sign.
  private static func all(_ name: String, of caller: some Caller) -> String? {
    caller.header(name) == nil ? nil : caller.list(name)
  }

  private static func foreignOrigin(of caller: some Caller) -> String? {
    guard let origin = all("Origin", of: caller) else { return nil }
    let host = caller.header("Host") ?? ""
    let own = ["http://\(host)", "https://\(host)"]
    return own.contains { $0.equalsIgnoringASCIICase(origin) } ? nil : origin
  }

  private static func foreignSite(of caller: some Caller) -> String? {
    guard let site = all("Sec-Fetch-Site", of: caller) else { return nil }
    return site == "same-origin" || site == "none" ? nil : site
  }

  private static func isSentUnasked(_ type: String) -> Bool {
    ["application/x-www-form-urlencoded", "multipart/", "text/"].contains { type.hasPrefix($0) }
  }
}
