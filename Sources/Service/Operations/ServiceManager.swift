internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// The service manager that started the process, usually systemd. It may pass listening sockets, it is notified of the state of
/// the server, and it may restart the server if there is no sign of life.
///
/// The protocols are those of sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3). Without their variables it does
/// nothing.
struct ServiceManager: Sendable {
  private let socket: NotifySocket?
  /// The time between two signs of life, or nil if none are wanted.
  let watchdogPause: Duration?
  /// The sockets that were passed. They replace the addresses of the settings.
  let listeners: [Listener]

  /// Takes the variables of the process. Throws if a socket that was passed can't be used.
  init() throws(StartFailure) {
    let variables = Environment.take([
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ])
    let own = "\(ThisProcess.number)"
    socket = variables["NOTIFY_SOCKET"].flatMap(NotifySocket.init)
    let limit = variables["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    let isWatched = socket != nil && limit > 0 && variables["WATCHDOG_PID", default: own] == own
    watchdogPause = isWatched ? .microseconds(limit) / 2 : nil
    let count = variables["LISTEN_PID"] == own ? variables["LISTEN_FDS"].flatMap { Int32($0) } ?? 0 : 0
    let names = (variables["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    var listeners: [Listener] = []
    // The first descriptor follows the three standard streams.
    for number in 3..<3 + max(0, min(count, 1024)) {
      do throws(Listener.Unfit) { listeners.append(try Listener(inheriting: number)) } catch {
        let name = names.indices.contains(Int(number) - 3) ? " '\(names[Int(number) - 3])'" : ""
        throw StartFailure(
          "The socket\(name) that the service manager passes as descriptor \(number) \(error.rawValue). Livery needs stream "
            + "sockets that listen: in a socket unit, ListenStream= without Accept=yes.")
      }
    }
    self.listeners = listeners
  }

  /// The server serves: after its start, or after it has read the config folder again.
  func ready(_ status: String) { socket?.send("READY=1\nSTATUS=\(status)") }

  func reloading() {
    let now = MonotonicTime.now.nanoseconds / 1000
    socket?.send("RELOADING=1\nMONOTONIC_USEC=\(now)\nSTATUS=Reading the config folder again")
  }

  func stopping(_ status: String) { socket?.send("STOPPING=1\nSTATUS=\(status)") }

  /// Replaces the sentence that `systemctl status` shows.
  func show(_ status: String) { socket?.send("STATUS=\(status)") }

  /// Never waits, since workers call it.
  func showLife() { socket?.send("WATCHDOG=1", waits: false) }
}

extension ProcessStatus.Loading {
  /// Returns a sentence for the operator that says what the server serves.
  func sentence(on snapshot: Snapshot) -> String {
    let themes = "Serving \(snapshot.themeSet.library.themes.count) themes"
    guard let first = refused.first else { return themes }
    return "\(themes) as before: the config folder is refused, first: \(first.printable)"
  }
}
