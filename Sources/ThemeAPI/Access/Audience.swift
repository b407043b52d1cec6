/// Who may be given an answer as it is.
enum Audience: Sendable, Hashable {
  case everybody
  /// Whoever may read any channel.
  case readers
  /// Whoever may read every channel.
  case readersOfEverything
  /// Whoever may read one of these channels.
  case readersOf([String])
  /// The same, and whoever may operate anywhere: they see every theme, to choose one.
  case readersAndOperators([String])
  /// Readers of these channels but for those who may operate there: they get another that tells more.
  case readersAloneOf([String])
  /// Whoever may operate in this channel; nil for any.
  case operators(in: String?)
  case operatorsEverywhere

  /// Whether everybody may have it who may read every channel.
  var isForAllReaders: Bool {
    switch self {
    case .everybody, .readers, .readersOfEverything, .readersOf, .readersAndOperators: true
    case .readersAloneOf, .operators, .operatorsEverywhere: false
    }
  }

  func admits(_ author: Author) -> Bool {
    switch self {
    case .everybody: true
    case .readers: author.has(.read)
    case .readersOfEverything: author.grants.scope(of: .read) == .all
    case .readersOf(let channels):
      author.grants.scope(of: .read) == .all || channels.contains { author.has(.read, in: $0) }
    case .readersAndOperators(let channels):
      author.has(.operate) || Audience.readersOf(channels).admits(author)
    case .readersAloneOf(let channels):
      channels.contains { author.has(.read, in: $0) && !author.has(.operate, in: $0) }
    case .operators(nil): author.has(.operate)
    case .operators(let channel?): author.has(.operate, in: channel)
    case .operatorsEverywhere: author.grants.scope(of: .operate) == .all
    }
  }
}
