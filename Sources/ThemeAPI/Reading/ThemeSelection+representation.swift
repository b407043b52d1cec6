internal import Resolution
internal import Themes

/// The representation of a look-up.
extension ThemeSelection {
  /// JSON about what holds here.
  func representation(
    _ key: String, render: @escaping @Sendable () throws(Refusal) -> [UInt8]
  ) -> Representation {
    var representation = Representation(
      key: "\(key) \(self.key)", type: .json, vary: ["Accept"] + hints, headers: headers, channel: channel,
      audience: audience, render: render)
    representation.isSlow = theme.isLarge
    return representation
  }
}
