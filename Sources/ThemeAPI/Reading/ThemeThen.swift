internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// An endpoint for a theme in some form: with `at`, for the one that a channel shows at another moment.
protocol ThemeEndpoint: ReadingEndpoint {
  var publisher: Publisher { get }
}

extension ThemeEndpoint {
  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let moment = try call.moment("at") else { return try read(call) }
    return try call.themeThen(at: moment, in: publisher) { call throws(Refusal) in try represent(call) }
  }
}

extension Call {
  static let moment = Operation.Parameter(
    .query, "at",
    "Another moment: what would show then, or what the log says was shown. Needs a token that may operate.",
    schema: .moment)

  /// Returns the theme as it is now, of another moment. It is not cached, and nobody waits for it.
  fileprivate func themeThen(
    at moment: Timestamp, in publisher: Publisher,
    represent: @escaping @Sendable (Call) throws(Refusal) -> Representation
  ) throws(Refusal) -> Outcome {
    for name in ["theme", "draft"] where self[name] != nil {
      throw .badParameter("at", "is for what a channel shows, so '\(name)' can't be given too.")
    }
    try principal.check(.operate, in: channel)
    let shown = try snapshot.existing(channel)
    return .offload(on: .reading) { [self] () throws(Refusal) in
      var call = self
      if moment < services.clock() {
        call.themeThen = try pastTheme(at: moment, in: publisher)
      } else {
        let end = moment.advanced(bySeconds: 1)
        let outlook = try snapshot.outlook(channel, from: moment, until: end, services.zones)
        call.themeThen = outlook.spans.first?.theme ?? shown.theme
      }
      let representation = try represent(call)
      return .fresh(
        try representation.render(), representation.type,
        headers: representation.headers.filter { $0.name == "Livery-Ignored-Traits" })
    }
  }

  private func pastTheme(at moment: Timestamp, in publisher: Publisher) throws(Refusal) -> String {
    if let shown = snapshot.activation(of: channel), shown.at <= moment { return shown.theme }
    if let found = try publisher.newestSwitch(of: channel, where: { $0.at <= moment }) { return found.theme }
    throw .gone(
      "The log of '\(channel)' does not reach back to \(moment).", in: channel, for: principal, snapshot)
  }
}
