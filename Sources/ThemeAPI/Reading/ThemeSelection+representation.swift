internal import Themes

/// The representation of a look-up.
extension ThemeSelection {
  /// JSON about what holds here.
  func representation(
    _ key: String, render: @escaping () throws(Refusal) -> [UInt8]
  ) -> Representation {
    Representation(
      key: "\(key) \(self.key)", type: .json, vary: ["Accept"] + hints, headers: offer, channel: channel,
      render: render)
  }
}
