internal import Themes

/// What a follower hears.
enum ChannelEvent {
  /// What is active, at the beginning or after changes were missed.
  case present(ServerAnswer, missed: Bool)
  case changes(ServerAnswer)

  var isChange: Bool {
    switch self {
    case .present(_, let missed): missed
    case .changes: true
    }
  }

  var answer: ServerAnswer {
    switch self {
    case .present(let answer, _), .changes(let answer): answer
    }
  }
}
