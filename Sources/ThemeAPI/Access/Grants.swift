/// The roles that somebody has, each for some channels. Whoever may operate or author in a channel may read it.
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

  /// The channels for which a role is given.
  func scope(of role: Role) -> ChannelScope {
    switch role {
    case .read: read
    case .operate: operate
    case .author: author
    }
  }
}
