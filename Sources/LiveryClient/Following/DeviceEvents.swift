import Foundation

#if canImport(Network)
  import Network
#endif

/// Observes the app's entry into the background, its return, and the network.
final class DeviceEvents {
  private let notifications: NotificationCenter
  private var observers: [any NSObjectProtocol] = []
  #if canImport(Network)
    private let monitor = NWPathMonitor()
  #endif

  /// The notifications are named by strings, so that this needs no UIKit. Those of an extension's host have other names.
  init(_ follower: ThemeFollower, _ settings: Livery.Settings) {
    notifications = settings.notifications
    for name in ["UIApplicationDidEnterBackground", "NSExtensionHostDidEnterBackground"] {
      observe(name) { [weak follower] in follower?.suspend() }
    }
    for name in ["UIApplicationWillEnterForeground", "NSExtensionHostWillEnterForeground"] {
      observe(name) { [weak follower] in follower?.resume() }
    }
    #if canImport(Network)
      let queue = DispatchQueue(label: "livery.network")
      let path = NetworkPath()
      monitor.pathUpdateHandler = { [weak follower] update in
        follower?.holds(settings.holdsInLowDataMode || !update.isConstrained)
        let pause = path.secondsToRefresh(isSatisfied: update.status == .satisfied, at: settings.clock())
        if let pause { queue.asyncAfter(deadline: .now() + pause) { follower?.refresh() } }
      }
      monitor.start(queue: queue)
    #endif
  }

  deinit {
    for observer in observers { notifications.removeObserver(observer) }
    #if canImport(Network)
      monitor.cancel()
    #endif
  }

  private func observe(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let name = Notification.Name(name + "Notification")
    observers.append(notifications.addObserver(forName: name, object: nil, queue: nil) { _ in body() })
  }
}

/// Decides which updates of the network path are worth a request. It may be used from one queue only.
///
/// In a moving train the path changes many times a minute. Only its return counts, at most once a second.
final class NetworkPath: @unchecked Sendable {
  private var isSatisfied = true
  /// The time of the newest refresh, which may be ahead.
  private var refreshed: TimeInterval = 0

  /// Returns the number of seconds until a refresh; nil if this update needs none, or if one is due already.
  func secondsToRefresh(isSatisfied: Bool, at now: TimeInterval) -> TimeInterval? {
    defer { self.isSatisfied = isSatisfied }
    guard isSatisfied, !self.isSatisfied, refreshed <= now else { return nil }
    refreshed = max(now, refreshed + 1)
    return refreshed - now
  }
}
