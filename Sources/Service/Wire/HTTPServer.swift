package import Bindings
package import Changes
internal import Documents
internal import Synchronization
package import ThemeAPI

/// The HTTP server: one worker per core, all at the same addresses, and a thread for each lane of work that may block.
package final class HTTPServer: Sendable {
  /// The addresses on which it listens, with the port even if the configuration left the choice to the kernel.
  package let addresses: [ListenAddress]
  let context: ServerContext
  let workers: [WorkerHandle]
  /// The listeners of each worker until the start. Then the workers own them, and close them when they end.
  private let listeners: Mutex<[[Listener]]>
  private let threads = Mutex<[SystemThread]>([])
  /// The credentials for new connections; nil without TLS.
  private let credentials: Mutex<Daemon.Credentials?>
  private let round = Mutex<WorkerRound?>(nil)

  /// The port of the first address that has one.
  package var port: UInt16? { addresses.compactMap(\.port).first }

  /// Takes the addresses. Clients that connect are served from `start` on.
  /// - Parameters:
  ///   - inherited: sockets to listen on instead of the addresses in the configuration; none for those.
  ///   - proxySigns: the log of signs of a misconfigured proxy.
  ///   - onAnswer: called with each response, on its worker.
  init(
    configuration: WireConfiguration, inherited: [Listener] = [], proxySigns: ProxySignLog? = nil,
    onAnswer: (@Sendable (AnsweredRequest) -> Void)? = nil
  ) throws(WireError) {
    let credentials = try TLSFiles.read(configuration)
    let listeners = try Listeners.open(configuration, inherited)
    addresses = listeners[0].map(\.address)
    self.credentials = Mutex(credentials)
    do throws(SystemError) {
      context = try ServerContext(
        configuration: configuration, credentials: credentials, onAnswer: onAnswer, proxySigns: proxySigns)
      var workers: [WorkerHandle] = []
      for _ in listeners { workers.append(try WorkerHandle(context)) }
      self.workers = workers
      self.listeners = Mutex(listeners)
    } catch {
      throw .system(error.description)
    }
  }

  /// Returns once every worker serves.
  /// - Parameter current: the snapshots by which clients are counted; nil if they are not.
  package func start(answering responder: any Responder, counting current: Current? = nil) throws(WireError) {
    try StartProbe.run(context.configuration)
    do throws(SystemError) {
      for executor in context.executors.all { try executor.start() }
      let listeners = listeners.withLock { listeners in
        defer { listeners = [] }
        return listeners
      }
      for (handle, listeners) in zip(workers, listeners) {
        let worker = try Worker(
          context: context, responder: responder, handle: handle, listeners: listeners, counting: current)
        try worker.prepare()
        let thread = try SystemThread(named: "livery-worker") { worker.run() }
        threads.withLock { $0.append(thread) }
      }
      let bell = try Doorbell()
      goRound { bell.ring() }
      bell.wait()
    } catch {
      stop()
      throw WireError(error, context.configuration)
    }
  }

  /// Sends every worker once round its loop. The last one calls the closure. Does nothing while an earlier round lasts.
  func goRound(then finish: @escaping @Sendable () -> Void) {
    let next = round.withLock { round -> WorkerRound? in
      guard round?.isOver ?? true else { return nil }
      let next = WorkerRound(of: workers.count, then: finish)
      round = next
      return next
    }
    guard let next else { return }
    for worker in workers { worker.mailbox.post(.round(next)) }
  }

  /// Notifies every worker that channels have reached these revisions. Call it after the new state can be read.
  package func wake(_ reached: [ReachedRevision]) {
    // Posted one by one, each would wake every worker.
    let messages = reached.map { Mailbox.Message.changed($0) }
    for worker in workers { worker.mailbox.post(messages) }
  }

  /// Notifies every worker that the log continues under another epoch, from this head on. Call it after the new state can be
  /// read.
  package func wakeAll(head: UInt64) { for worker in workers { worker.mailbox.post(.newEpoch(head: head)) } }

  /// Ends the waits and streams of clients with these tokens.
  func revoke(_ tokens: Set<AccessToken>) {
    if !tokens.isEmpty { for worker in workers { worker.mailbox.post(.revoked(tokens)) } }
  }

  /// Submits work to the thread of its lane without a request. Returns false if too much is waiting already.
  package func submit(_ work: Outcome.Offload) -> Bool {
    context.executors[work.lane].submit(.init(work: work, recipient: nil))
  }

  /// Replaces the credentials for new connections. Returns false if they are the same. Throws if they can't be used.
  func take(_ next: Daemon.Credentials) throws(WireError) -> Bool {
    guard credentials.withLock({ $0 != next }) else { return false }
    do throws(SystemError) { try next.check() } catch { throw WireError(error, context.configuration) }
    credentials.withLock { $0 = next }
    for worker in workers { worker.mailbox.post(.certificate(next)) }
    return true
  }

  var isEncrypted: Bool { context.isEncrypted }

  /// Stops accepting, answers all parked requests, spread over the drain time, and lets current requests finish. Returns when
  /// the last worker has ended.
  package func drain() {
    for worker in workers { worker.mailbox.post(.drain(over: context.configuration.drainTime)) }
    join()
  }

  /// Ends immediately and cuts all connections. It ends a drain, too.
  package func stop() {
    for worker in workers { worker.mailbox.post(.stop) }
    join()
  }

  private func join() {
    let running = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in running { thread.join() }
    for executor in context.executors.all { executor.end() }
  }

  func statistics() -> WireStatistics {
    var total = WireStatistics()
    for worker in workers { worker.counters.add(to: &total) }
    return total
  }
}

/// The listeners of the workers.
enum Listeners {
  /// Returns the listeners of each worker, in the order of the addresses.
  static func open(
    _ configuration: WireConfiguration, _ inherited: [Listener]
  ) throws(WireError) -> [[Listener]] {
    let count = configuration.workers > 0 ? configuration.workers : ThisProcess.cores
    guard inherited.isEmpty else { return [[Listener]](repeating: inherited, count: count) }
    var listeners = [[Listener]](repeating: [], count: count)
    for address in configuration.listen {
      let opened =
        switch address {
        case .inet(let host, let port): try open(host, port, count: count)
        case .unix(let path): [Listener](repeating: try open(path), count: count)
        }
      for (index, listener) in opened.enumerated() { listeners[index].append(listener) }
    }
    return listeners
  }

  /// The port is first taken alone: a port that workers share could be shared with another process.
  private static func open(_ host: String, _ port: UInt16, count: Int) throws(WireError) -> [Listener] {
    guard let endpoint = SocketAddress(host: host, port: port) else { throw .badAddress(host) }
    do throws(SystemError) {
      // A port that the kernel chooses is free, and to take it alone first would release it for a moment.
      if port != 0 { try Listener.probe(endpoint) }
      var listeners = [try Listener(on: endpoint)]
      guard let port = listeners[0].address.port, let endpoint = SocketAddress(host: host, port: port) else {
        throw SystemError("getaddrinfo", code: SystemError.addressNotAvailable)
      }
      while listeners.count < count { listeners.append(try Listener(on: endpoint)) }
      return listeners
    } catch {
      throw switch error.code {
      case SystemError.addressInUse: .portTaken(host: host, port: port)
      case SystemError.addressNotAvailable: .addressUnavailable(host: host, port: port)
      case SystemError.accessDenied: .notPermitted(host: host, port: port)
      default: .system(error.description)
      }
    }
  }

  /// One socket for all workers: the kernel shares none between several at one path.
  private static func open(_ path: String) throws(WireError) -> Listener {
    do throws(SystemError) { return try Listener(path: path) } catch {
      throw switch error.code {
      case SystemError.nameTooLong: .socketPathTooLong(path)
      case SystemError.addressInUse: .socketTaken(path)
      case SystemError.notSocket: .notSocket(path)
      default: .socketUnusable(path, cause: error.cause)
      }
    }
  }
}
