import Foundation

/// What tests choose and apps leave as it is.
package struct FollowSettings: @unchecked Sendable {
  /// For how many seconds the server may hold a request.
  package var wait = 25
  /// How many seconds beyond that an answer may take.
  package var patience: TimeInterval = 20
  /// Told once what is wrong with a body that can't be read.
  package var log: @Sendable (String) -> Void = {
    NSLog("%@", $0)
  }
  /// Where the app says that it goes into the background. It takes calls from any thread.
  package var notifications = NotificationCenter.default

  package init() {}
}
