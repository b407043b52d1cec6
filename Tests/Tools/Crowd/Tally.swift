/// Counts the clients that have each theme.
actor Tally {
  private let all: Int
  private var counts: [String: Int] = [:]

  init(_ all: Int) { self.all = all }

  func add(_ theme: String) {
    counts[theme, default: 0] += 1
    if counts[theme] == all {
      Crowd.say("all \(all) have \(theme)")
      counts[theme] = 0
    }
  }
}
