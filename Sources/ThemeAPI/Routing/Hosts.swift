internal import Changes
package import Documents
internal import Synchronization
internal import Themes

/// The channels and the public URLs of the hosts under which clients reach the server.
package final class Hosts: Sendable {
  private let table: Mutex<HostTable>
  /// Indicates whether a request may get its channel from its host. It is fixed at the start.
  fileprivate let isUsed: Bool
  /// The public URLs by hosts in small letters.
  private let publicURLs: [String: String]

  /// - Parameter isUsed: whether the table may be replaced later.
  package init(_ table: HostTable = HostTable(), isUsed: Bool = false, publicURLs: [String: String] = [:]) {
    self.table = Mutex(table)
    self.isUsed = isUsed || !table.channels.isEmpty
    self.publicURLs = publicURLs
  }

  var haveOwnURLs: Bool { !publicURLs.isEmpty }

  /// Returns false if the table is the same.
  package func replace(_ next: HostTable) -> Bool {
    table.withLock { table in
      defer { table = next }
      return table != next
    }
  }

  /// Returns the target under which the reply to a request is cached. Where its host decides, that depends on the channel.
  func cacheTarget(of head: some RequestHead, _ gate: Gate, in snapshot: Snapshot) -> RawTarget {
    let target = head.target
    guard isUsed, target.text.hasPrefix("/v1/"), !target.namesChannel,
      let choice = choice(of: head, gate, in: snapshot)
    else { return target }
    return target.chosen(by: choice)
  }

  /// Returns the channel for a request that names none, or nil if hosts decide nothing.
  fileprivate func choice(
    of head: some RequestHead, _ gate: Gate, in snapshot: Snapshot
  ) -> HostTable.Choice? {
    let table = table.withLock { $0 }
    guard !table.channels.isEmpty else { return nil }
    return table.choice(of: Self.host(of: head, gate)) { snapshot.activation(of: $0) != nil }
  }

  /// Returns the host that the client requested: behind a trusted proxy, the last one that it names.
  private static func host(of head: some RequestHead, _ gate: Gate) -> String {
    let forwarded = gate.trusts(head.peer) ? head.list("X-Forwarded-Host") : nil
    return forwarded.flatMap { HeaderList.items($0).last.map(String.init) } ?? head.header("Host") ?? ""
  }

  /// Returns the public URL of the host that the client requested, or nil if it has none of its own.
  func publicURL(of head: some RequestHead, _ gate: Gate) -> String? {
    HostTable.name(in: Self.host(of: head, gate)).flatMap { publicURLs[$0] }
  }

  /// Reads the public URLs of hosts: `{ "shop.acme.com": "https://shop.acme.com" }`. Returns nil if one is wrong.
  package static func publicURLs(_ node: JSONNode) -> [String: String]? {
    var urls: [String: String] = [:]
    for member in node.members {
      guard let name = HostTable.name(in: member.name), urls[name] == nil,
        let url = member.value.string.flatMap(PublicAddress.read)
      else { return nil }
      urls[name] = url
    }
    return node.kind == .object ? urls : nil
  }
}

extension Services {
  /// Returns a request with the channel of its host, unless it names one.
  func placed(_ request: Request, in snapshot: Snapshot) -> Request {
    guard hosts.isUsed, request.path.hasPrefix("/v1/"),
      !request.query.contains(where: { $0.name == "channel" }),
      let choice = hosts.choice(of: request, gate, in: snapshot)
    else { return request }
    var placed = request
    (placed.host, placed.target) = (choice, request.target.chosen(by: choice))
    return placed
  }
}

extension RawTarget {
  // A target has no blank.
  fileprivate func chosen(by choice: HostTable.Choice) -> RawTarget {
    self == .unknown ? self : RawTarget("\(text) \(choice.channel)")
  }
}

extension Call {
  /// The public URL of the host that the client requested, or empty.
  var publicURL: String {
    guard services.hosts.haveOwnURLs else { return services.publicURL }
    return services.hosts.publicURL(of: request, services.gate) ?? ""
  }

  /// Indicates whether the host may decide about the answer.
  var isByHost: Bool { request.host != nil && operation.followsHost }
}

extension Operation {
  /// Indicates whether a request without a channel gets that of its host.
  var followsHost: Bool { !isWrite && parameters.contains { $0 == .channel || $0 == .channelOrEvery } }
}

extension Refusal {
  static func noChannel(of choice: HostTable.Choice) -> Refusal {
    Refusal(
      .unknownChannel,
      "The host '\(choice.host.shown)' stands for the channel '\(choice.channel.shown)' (hosts), which does not exist."
    )
  }
}

/// The channels that hosts stand for: `{ "shop.acme.com": "acme", "*.brands.example": "{1}" }`.
package struct HostTable: Sendable, Hashable {
  /// The channels by hosts in small letters and by patterns. In the channel of a pattern, `{1}` is the first label.
  package private(set) var channels: [String: String] = [:]

  /// The largest number of entries.
  package static let limit = 10_000
  private static let label = "{1}"
  /// The pattern that fits every host which nothing else fits, and every host whose channel does not exist.
  private static let anyHost = "*"

  package init() {}

  /// The channel of a request by its host. It is an object, since most requests and all clients that wait keep none.
  package final class Choice: Sendable {
    package let host: String
    /// The entry that decided, or nil if none fits.
    package let entry: String?
    package let channel: String

    init(host: String, entry: String?, channel: String) {
      (self.host, self.entry, self.channel) = (host, entry, channel)
    }
  }

  /// Returns the channel of a host.
  /// - Parameters:
  ///   - text: the value of a `Host` header.
  ///   - exists: returns whether there is such a channel.
  package func choice(of text: String, exists: (String) -> Bool) -> Choice {
    guard let host = Self.name(in: text) else { return Choice(host: text, entry: nil, channel: "main") }
    let first = host.prefix { $0 != "." }
    let pattern = "*" + host.dropFirst(first.count)
    let entries = [host, pattern, Self.anyHost].filter { entry in
      channels[entry].map { entry != Self.anyHost || pattern == entry || !$0.contains(Self.label) } ?? false
    }
    let choices = entries.map { entry in
      let parts = channels[entry, default: ""].split(
        separator: Self.label, omittingEmptySubsequences: false)
      return Choice(host: host, entry: entry, channel: parts.joined(separator: String(first)))
    }
    guard let best = choices.first else { return Choice(host: host, entry: nil, channel: "main") }
    return exists(best.channel) ? best : choices.last { $0.entry == Self.anyHost } ?? best
  }

  /// Returns the host of a `Host` header in small letters, without its port and a last dot; nil if it is no name.
  static func name(in text: String) -> String? {
    let port = text.firstIndex(of: ":") ?? text.endIndex
    var host = text[..<port]
    if host.hasSuffix(".") { host.removeLast() }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 253, IPAddress(host) == nil,
      text[port...].dropFirst().utf8.allSatisfy(\.isDigit),
      labels.allSatisfy({ label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
      })
    else { return nil }
    return HeaderList.lower(host)
  }
}

extension HostTable {
  /// Adds the entries of an object. Returns all errors in it.
  package mutating func take(_ node: JSONNode) -> [Problem] {
    guard node.kind == .object else {
      return [
        node.problem(
          code: "wrong-type", #"Hosts are an object with a channel for each: { "shop.acme.com": "acme" }."#)
      ]
    }
    guard channels.count + node.count <= Self.limit else {
      return [node.problem(code: "too-many-hosts", "There may be \(Self.limit) hosts at most.")]
    }
    return node.members.filter { $0.name != "$schema" }.compactMap { take($0) }
  }

  private mutating func take(_ member: JSONNode.Member) -> Problem? {
    let text = member.name
    let isPattern = text.hasPrefix("*.") || text == Self.anyHost
    let rest = isPattern ? String(text.dropFirst(2)) : text
    let isNamed = text != Self.anyHost
    guard let name = isNamed ? rest.contains(":") ? nil : Self.name(in: rest) : "" else {
      return member.key.problem(
        code: "wrong-host",
        "'\(text)' is no host: it has letters, digits, '-' and dots, other letters as 'xn--…', no port, and '*' alone as "
          + "the first part.")
    }
    let entry = isPattern ? isNamed ? "*.\(name)" : text : name
    guard channels[entry] == nil else {
      return member.key.problem(code: "duplicate-host", "The host '\(entry)' stands twice; keep one of them.")
    }
    let channel = member.value.string ?? ""
    let parts = channel.split(separator: Self.label, omittingEmptySubsequences: false)
    guard Name.isValid(parts.joined(separator: "1")), isPattern || parts.count == 1 else {
      let reason =
        isPattern || parts.count == 1
        ? "\(Name.rule) '{1}' in it is what '*' stands for." : "'{1}' needs a host that begins with '*.'."
      return member.value.problem(
        code: "wrong-channel", "'\(channel)' is no channel for '\(entry)': \(reason)")
    }
    channels[entry] = channel
    return nil
  }
}

/// The origin of the server's URLs, as its clients reach it.
package enum PublicAddress {
  /// Returns the origin of URLs in a style sheet, which browsers resolve against the page that uses it. Without the setting
  /// `publicURL` it is the host that the client requested. If a proxy may speak TLS for the server, the scheme is left to
  /// the page.
  static func origin(of call: Call) -> String {
    let services = call.services
    guard call.publicURL.isEmpty else { return call.publicURL }
    if let origin = forwarded(call.request, services.gate) { return origin }
    guard let host = call.header("Host"), isHost(host) else { return "" }
    return (services.hasTLS ? "https://" : "//") + host
  }

  /// The headers that it depends on. Caches in front of the server treat them as a part of the URL.
  static func headers(_ gate: Gate) -> [String] { ["Host"] + (gate.trustsProxies ? forwarding : []) }

  /// The headers that are believed from trusted proxies alone.
  private static let forwarding = ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix"]

  /// Returns the origin that a trusted proxy's client requested, or nil if there is no such proxy or header.
  static func forwarded(_ request: Request, _ gate: Gate) -> String? {
    guard gate.trusts(request.peer), isForwarded({ request.header($0) }) else { return nil }
    guard let host = last("X-Forwarded-Host", of: request) ?? request.header("Host"), isHost(host) else {
      return nil
    }
    let scheme = last("X-Forwarded-Proto", of: request).map(HeaderList.lower)
    let prefix = last("X-Forwarded-Prefix", of: request) ?? ""
    return read("\(scheme == "http" ? "http" : "https")://\(host)\(prefix)").map {
      scheme == nil ? String($0.dropFirst("https:".count)) : $0
    }
  }

  /// Indicates whether a request has such a header.
  static func isForwarded(_ header: (String) -> String?) -> Bool { forwarding.contains { header($0) != nil } }

  /// Returns the last item of a list: the one that the nearest proxy added.
  private static func last(_ name: String, of request: Request) -> String? {
    request.header(name).flatMap { HeaderList.items($0).last }.map(String.init)
  }

  /// Indicates whether a text can be the host of a URL, perhaps with a port.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 261
      && text.utf8.allSatisfy { $0.isWordByte || ".:[]".utf8.contains($0) }
  }

  /// Reads a URL from the settings, such as `https://themes.example/prefix`. Returns it without a slash at its end, or nil
  /// if it is none.
  package static func read(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
      isHost(String(parts[2])), text.utf8.count <= 1024,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"'<>\\^`{}|?#()".utf8.contains($0) })
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
