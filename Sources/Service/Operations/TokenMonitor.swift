internal import Bindings
internal import ThemeAPI

/// Looks every second at the file of tokens. What it says holds from then on: all of it or, when anything is wrong, none.
struct TokenMonitor {
  private let settings: Settings
  private let gate: Gate
  private var rounds = RepeatedLook()

  init(of settings: Settings, for gate: Gate) {
    self.settings = settings
    self.gate = gate
  }

  /// - Parameter isOrdered: whether somebody asked for it now, and wants to hear what is wrong once more.
  mutating func look(isOrdered: Bool, _ log: Log) {
    guard settings.tokensFile != nil, rounds.begins(isOrdered: isOrdered) else { return }
    do {
      let tokens = try settings.tokens()
      if try gate.replace(tokens: tokens) {
        log.info("Read the file of tokens again", .number("tokens", tokens.count))
      }
      rounds.succeeded()
    } catch {
      if let sentence = rounds.failed(error, isOrdered: isOrdered) {
        log.error(
          "The file of tokens is not used as it is now; the tokens known before stay", .text("why", sentence))
      }
    }
  }
}
