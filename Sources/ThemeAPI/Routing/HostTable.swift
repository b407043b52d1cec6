package import Documents
internal import Themes

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

  /// The channel of a request by its host.
  package struct Choice: Sendable, Hashable {
    package let host: String
    /// The entry that decided, or nil if none fits.
    package let entry: String?
    package let channel: String
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
