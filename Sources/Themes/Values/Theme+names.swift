extension Theme {
  /// What is made of a theme, and what it takes in memory, grows with its colors, images, values and rules.
  static let mostNames = 65_536

  /// How many of these it has itself.
  var nameCount: Int { colors.count + images.count + values.count + rules.count }

  static func tooManyNames(_ name: String, count: Int, withParents: Bool) -> Message {
    "'\(name)' has \(count) colors, images, values and rules\(withParents ? " with those of its parents" : ""); at most "
      + "\(mostNames) are served. Drop what is not used, or make several themes of it."
  }
}
