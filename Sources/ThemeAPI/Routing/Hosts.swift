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
