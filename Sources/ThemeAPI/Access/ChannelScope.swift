/// The channels that a role is given for.
package enum ChannelScope: Sendable, Hashable {
  case none, all
  case some(Set<String>)

  /// Whether the role is given at all.
  var isAny: Bool { self != .none }

  func contains(_ channel: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let channels): channels.contains(channel)
    }
  }

  func union(_ other: ChannelScope) -> ChannelScope {
    switch (self, other) {
    case (.all, _), (_, .all): .all
    case (.none, let scope), (let scope, .none): scope
    case (.some(let one), .some(let two)): .some(one.union(two))
    }
  }

  /// Whether it holds a channel, now or once there is one.
  var hasChannels: Bool { names?.isEmpty != true }

  /// The channels by name; nil for all.
  var names: Set<String>? {
    switch self {
    case .none: []
    case .all: nil
    case .some(let channels): channels
    }
  }

  /// As a sentence names them.
  var text: String {
    guard let names else { return "every channel" }
    return names.isEmpty ? "no channel" : names.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }
}
