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

  /// The notifications are named by strings, so that this needs no UIKit.
  init(_ follower: ThemeFollower, _ notifications: NotificationCenter) {
    self.notifications = notifications
    observe("UIApplicationDidEnterBackgroundNotification") { [weak follower] in follower?.suspend() }
    observe("UIApplicationWillEnterForegroundNotification") { [weak follower] in follower?.resume() }
    #if canImport(Network)
      monitor.pathUpdateHandler = { [weak follower] path in
        if path.status == .satisfied { follower?.refresh() }
      }
      monitor.start(queue: DispatchQueue(label: "livery.network"))
    #endif
  }

  deinit {
    for observer in observers { notifications.removeObserver(observer) }
    #if canImport(Network)
      monitor.cancel()
    #endif
  }

  private func observe(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let name = Notification.Name(name)
    observers.append(notifications.addObserver(forName: name, object: nil, queue: nil) { _ in body() })
  }
}
