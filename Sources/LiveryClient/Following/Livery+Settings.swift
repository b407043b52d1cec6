import Foundation

extension Livery {
  /// The settings of a client that most apps leave as they are.
  public struct Settings: @unchecked Sendable {
    /// The number of seconds for which the server may hold a request, at most 55. With 0 nothing is held: the client
    /// requests the theme at the start, when the app returns to the foreground or the network is back, and at
    /// ``Livery/refresh()``.
    public var wait = 25
    /// Indicates whether a request is held in Low Data Mode too. Otherwise the client behaves there as with a ``wait`` of 0.
    public var holdsInLowDataMode = false
    /// Sends the requests.
    public var transport: any LiveryTransport = URLSessionTransport.standard
    /// Called with one line for each new reason for which a theme can't be requested or read.
    public var log: @Sendable (String) -> Void = { NSLog("%@", $0) }
    /// The additional number of seconds that a response, with its token, may take.
    package var patience: TimeInterval = 20
    /// The center that announces the app's entry into the background. It may be used from any thread.
    package var notifications = NotificationCenter.default
    /// Returns the seconds since some moment, including those for which the device slept.
    package var clock: @Sendable () -> TimeInterval = ContinuousTime.now

    static let longestWait = 55

    /// Creates the settings that a client has by default.
    public init() {}
  }
}

/// The time that passes while the device sleeps, too.
///
/// `ContinuousClock` needs iOS 16. `ProcessInfo.systemUptime` stops while the device sleeps, and would need an entry in the
/// app's privacy manifest.
enum ContinuousTime {
  static func now() -> TimeInterval {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
  }
}
