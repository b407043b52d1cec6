internal import Changes
internal import Themes

/// Who asks or writes, by the token that came with the request, and what is theirs to see and to change.
package struct Author: Sendable, Hashable {
  package let name: String
  package let grants: Grants

  init(name: String, grants: Grants) {
    self.name = name
    self.grants = grants
  }

  /// Whoever comes without a token where reading needs none.
  static let anyone = Author(name: "anyone", grants: Grants(read: .all))

  /// The same where that allows nothing.
  static let nobody = Author(name: "anyone", grants: .nothing)

  /// Whoever sits at the server's own machine while no token is set for what they do.
  static let local = Author(name: "local", grants: .everything)

  /// Whether there is a channel, any, that they may operate.
  package var mayOperate: Bool { has(.operate) }

  /// Whether there is anything that they may change.
  var mayWrite: Bool { has(.operate) || has(.author) }

  func has(_ role: Role) -> Bool { grants.scope(of: role).isAny }

  func has(_ role: Role, in channel: String) -> Bool { grants.scope(of: role).contains(channel) }

  /// What they see of the log where they look at a channel, or at every one.
  func logView(of channel: String) -> LogView {
    guard channel == Snapshot.everyChannel else {
      return LogView(channels: nil, isWhole: has(.operate, in: channel))
    }
    let role = has(.operate) ? Role.operate : .read
    return LogView(channels: grants.scope(of: role).names, isWhole: role == .operate)
  }

  /// Refuses a channel in which the role is not the author's.
  func check(_ role: Role, in channel: String) throws(Refusal) {
    guard !has(role, in: channel) else { return }
    throw Refusal(
      .forbidden,
      "'\(name)' may \(role.rawValue) in \(grants.scope(of: role).text), not in '\(channel.shown)'.")
  }

  /// Refuses an answer that is not for them.
  func check(_ audience: Audience) throws(Refusal) {
    guard !audience.admits(self) else { return }
    switch audience {
    case .everybody, .readers, .readersOfEverything: throw lacking(.read)
    case .readersOf(let channels), .readersAndOperators(let channels), .readersAloneOf(let channels):
      throw unread(channels)
    case .operators(nil): throw lacking(.operate)
    case .operators(let channel?): throw unoperated(channel)
    case .operatorsEverywhere: throw unoperated(nil)
    }
  }

  private func unread(_ channels: [String]) -> Refusal {
    let asked = channels.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return Refusal(.forbidden, "'\(name)' may read \(grants.scope(of: .read).text), not \(asked).")
  }

  private func unoperated(_ channel: String?) -> Refusal {
    guard has(.operate) else { return lacking(.operate) }
    let asked = channel.map { "'\($0)'" } ?? "every channel"
    return Refusal(
      .forbidden, "'\(name)' may operate in \(grants.scope(of: .operate).text), not in \(asked).")
  }

  /// The role is not theirs anywhere.
  func lacking(_ role: Role) -> Refusal {
    guard self == .anyone || self == .nobody else {
      return Refusal(
        .forbidden, "The token '\(name)' may not \(role.rawValue); this needs one with that role.")
    }
    return Refusal(
      .unauthorized,
      "This needs a token that may \(role.rawValue); send 'Authorization: Bearer …'. "
        + "While no token is set, only the server's own machine may \(role.rawValue).",
      headers: [Gate.challenge()])
  }
}
