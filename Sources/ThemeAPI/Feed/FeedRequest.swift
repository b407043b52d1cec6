internal import Changes
internal import Documents
internal import Themes

/// What a client of the change feed asks.
struct FeedRequest: Sendable, Hashable {
  /// A channel's name, or `Snapshot.everyChannel`.
  let channel: String
  /// What the client may see.
  var view: LogView
  var since: Cursor
  let mode: ChangeLog.Mode
  /// How many changes an answer holds.
  let limit: Int

  static func mode(_ text: String?) throws(Refusal) -> ChangeLog.Mode {
    guard let text else { return .latest }
    guard let mode = ChangeLog.Mode(rawValue: text) else {
      throw .badParameter("mode", "is 'latest' or 'all', not '\(text.shown)'.")
    }
    return mode
  }

  static func cursor(_ text: String, _ parameter: String) throws(Refusal) -> Cursor {
    guard let cursor = Cursor(text) else {
      throw Refusal(
        .badCursor,
        "'\(parameter)' is not a cursor: '\(text.shown)'. Leave it out to get the present one, "
          + "or take it from Livery-Cursor.")
    }
    return cursor
  }

  /// How long to hold the client: 25 s where it says nothing, 55 s at most, shortened by a little.
  static func wait(_ call: Call) throws(Refusal) -> Duration {
    guard let text = call["wait"] else {
      return Preference.hold(Preference.wait(call.request.header("Prefer")) ?? 25)
    }
    guard let seconds = WaitSeconds.read(text) else {
      throw .badParameter("wait", "is a number of seconds, not '\(text.shown)'.")
    }
    return Preference.hold(seconds)
  }
}

/// Whole seconds between 0 and the longest wait; what lies outside is clamped.
enum WaitSeconds {
  /// Nil for what is no decimal number.
  static func read(_ text: String) -> Int? {
    let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    guard isDecimal, let seconds = Double(text) else { return nil }
    return Int(min(max(seconds, 0), Double(Preference.longest)))
  }
}
