internal import Documents

extension Theme {
  /// The maximum number of colors, images, values and rules: outputs and memory grow with them.
  package static let mostNames = 65_536

  /// The number of these that it has itself.
  var nameCount: Int { colors.count + images.count + values.count + rules.count }

  static func tooManyNames(_ name: String, count: Int, withParents: Bool) -> Message {
    "'\(name)' has \(count) colors, images, values and rules\(withParents ? " with those of its parents" : ""); at most "
      + "\(mostNames) are served. Drop what is not used, or make several themes of it."
  }
}
