internal import Renderings
internal import Resolution
internal import Themes

extension String {
  /// The name in a representation's key, so that no name can read like another and what follows it.
  var keyed: String { "\(utf8.count):\(self)" }
}

/// The representation of a look-up.
extension ThemeSelection {
  /// JSON about what holds here.
  func representation(
    _ key: String, render: @escaping @Sendable () throws(Refusal) -> [UInt8]
  ) -> Representation {
    var representation = Representation(
      key: "\(key) \(self.key)", type: .json, vary: ["Accept"] + hints, caching: .kept, headers: headers,
      channel: channel, audience: audience, render: render)
    representation.isSlow = theme.isLarge
    return representation
  }
}
