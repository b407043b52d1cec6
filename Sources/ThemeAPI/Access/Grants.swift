/// A permission that a token gives.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// Reading the themes that channels show, and following their changes.
  case read
  /// Switching and scheduling themes, and seeing what readers do not see: the history, schedules, sources, themes that
  /// no channel shows, and metrics.
  case operate
  /// Uploading and deleting themes.
  case author
}

/// The roles of a principal, each for some channels. A principal that may operate or author in a channel may read it.
package struct Grants: Sendable, Hashable {
  private let read: ChannelScope
  private let operate: ChannelScope
  private let author: ChannelScope

  package init(read: ChannelScope = .none, operate: ChannelScope = .none, author: ChannelScope = .none) {
    self.read = read.union(operate).union(author)
    self.operate = operate
    self.author = author
  }

  static let nothing = Grants()
  static let everything = Grants(operate: .all, author: .all)

  /// Returns the channels for which a role is granted.
  func scope(of role: Role) -> ChannelScope {
    switch role {
    case .read: read
    case .operate: operate
    case .author: author
    }
  }
}

/// The channels for which a role is granted.
package enum ChannelScope: Sendable, Hashable {
  case none, all
  case some(Set<String>)

  /// Indicates whether the role is granted at all.
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

  /// Indicates whether it contains any channel, even one that does not exist yet.
  var hasChannels: Bool { names?.isEmpty != true }

  /// The names of the channels, or nil for all channels.
  var names: Set<String>? {
    switch self {
    case .none: []
    case .all: nil
    case .some(let channels): channels
    }
  }

  /// The channels as a part of a sentence.
  var text: String {
    guard let names else { return "every channel" }
    return names.isEmpty ? "no channel" : names.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The principals that may receive a response as it is.
enum Audience: Sendable, Hashable {
  case everybody
  /// Principals that may read any channel.
  case readers
  /// Principals that may read every channel.
  case readersOfEverything
  /// Principals that may read one of these channels.
  case readersOf([String])
  /// The same, and principals that may operate anywhere: they see every theme, to choose one.
  case readersAndOperators([String])
  /// Principals that may read one of these channels without operating it. Operators receive a response that contains
  /// more.
  case readersAloneOf([String])
  /// Principals that may operate in this channel, or in any channel if it is nil.
  case operators(in: String?)
  case operatorsEverywhere

  /// Indicates whether every principal that may read all channels belongs to it.
  var isForAllReaders: Bool {
    switch self {
    case .everybody, .readers, .readersOfEverything, .readersOf, .readersAndOperators: true
    case .readersAloneOf, .operators, .operatorsEverywhere: false
    }
  }

  func admits(_ principal: Principal) -> Bool {
    switch self {
    case .everybody: true
    case .readers: principal.has(.read)
    case .readersOfEverything: principal.grants.scope(of: .read) == .all
    case .readersOf(let channels):
      principal.grants.scope(of: .read) == .all || channels.contains { principal.has(.read, in: $0) }
    case .readersAndOperators(let channels):
      principal.has(.operate) || Audience.readersOf(channels).admits(principal)
    case .readersAloneOf(let channels):
      channels.contains { principal.has(.read, in: $0) && !principal.has(.operate, in: $0) }
    case .operators(nil): principal.has(.operate)
    case .operators(let channel?): principal.has(.operate, in: channel)
    case .operatorsEverywhere: principal.grants.scope(of: .operate) == .all
    }
  }
}
