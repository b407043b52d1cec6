internal import Bindings
internal import Changes
internal import ThemeAPI

/// Two requests that a start makes to a worker of its own, over sockets, before it takes clients.
///
/// Livery depends on the moments at which libmicrohttpd reports a connection, takes a response to a parked request, and
/// refuses a request. With a version that differs, a server would say that it listens and answer no client.
enum StartProbe {
  /// Throws if a request that is parked and woken, and one that the library refuses, do not get the responses of this program.
  static func run(_ configuration: WireConfiguration) throws(WireError) {
    let answers: (good: String, bad: String)
    let left: Int
    do throws(SystemError) {
      var own = WireConfiguration()
      own.headerLimit = configuration.headerLimit
      let context = try ServerContext(configuration: own, credentials: nil, onAnswer: nil, proxySigns: nil)
      let handle = try WorkerHandle(context)
      let worker = try Worker(
        context: context, responder: ParkingResponder(mailbox: handle.mailbox), handle: handle, listeners: [])
      try worker.prepare()
      let good = try connect(to: worker, sending: "GET / HTTP/1.1")
      let bad = try connect(to: worker, sending: "GET / HTTP/9.9")
      let thread = try SystemThread(named: "livery-probe") { worker.run() }
      answers = (answer(on: good), answer(on: bad))
      handle.mailbox.post(.stop)
      thread.join()
      var statistics = WireStatistics()
      handle.counters.add(to: &statistics)
      left = statistics.connections
    } catch { throw WireError(error, configuration) }
    guard answers.good.hasPrefix("HTTP/1.1 204 "), left == 0 else {
      throw .unfitLibrary(version: Daemon.libraryVersion)
    }
    guard answers.bad.contains("application/problem+json") else { throw .libraryPages }
  }

  /// Gives the worker a connection as if it had accepted it.
  private static func connect(to worker: Worker, sending line: String) throws(SystemError) -> ClientSocket {
    let (client, server) = try ClientSocket.pair()
    let deadline = MonotonicTime.now + .seconds(1)
    try client.send(Array("\(line)\r\nHost: probe\r\nConnection: close\r\n\r\n".utf8), deadline: deadline)
    worker.admit(server, SocketAddress())
    return client
  }

  /// Returns what arrives until the connection closes, or for as long as even a busy machine takes.
  private static func answer(on client: ClientSocket) -> String {
    let deadline = MonotonicTime.now + .seconds(10)
    var bytes: [UInt8] = []
    while let piece = try? client.receive(deadline: deadline), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Parks each request, and wakes it in the next turn of the worker's loop.
private struct ParkingResponder: Responder {
  let mailbox: Mailbox

  func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    mailbox.post(.changed(ReachedRevision(channel: "probe", revision: 1)))
    let watch = Outcome.Watch(channel: "probe", since: 0, wait: .seconds(60)) { end in
      Reply(status: end == .changed ? 204 : 503)
    }
    return (.watch(watch), "")
  }
}
