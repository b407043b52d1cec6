internal import Bindings
package import Changes
internal import Documents
internal import Synchronization
package import ThemeAPI

/// The HTTP server: one worker a core on one port, beside them a thread for each lane of work that may block.
package final class HTTPServer: Sendable {
  /// The port it listens on, also where the configuration asked for any.
  package let port: UInt16
  private let context: ServerContext
  private let workers: [WorkerHandle]
  /// Handed to the workers at the start, so that the door is shut when they let go of it.
  private let listeners: Mutex<[Listener]>
  private let threads = Mutex<[SystemThread]>([])

  /// Takes the port; a client that connects is served from `start` on.
  package convenience init(configuration: WireConfiguration) throws(WireError) {
    try self.init(configuration: configuration, onAnswer: nil)
  }

  /// - Parameter onAnswer: told of each answer, on the worker that gives it.
  init(
    configuration: WireConfiguration, onAnswer: (@Sendable (AnsweredRequest) -> Void)?
  ) throws(WireError) {
    let credentials = try TLSFiles.read(configuration)
    let listeners = try Listeners.open(configuration)
    port = listeners[0].port
    do throws(SystemError) {
      context = try ServerContext(
        configuration: configuration, credentials: credentials, onAnswer: onAnswer)
      var workers: [WorkerHandle] = []
      for _ in listeners { workers.append(try WorkerHandle()) }
      self.workers = workers
      self.listeners = Mutex(listeners)
    } catch {
      throw .system(error.description)
    }
  }

  package func start(answering responder: any Responder) throws(WireError) {
    try requireOwnRefusals()
    do throws(SystemError) {
      for executor in context.executors.all { try executor.start() }
      let listeners = listeners.withLock { listeners in
        defer { listeners = [] }
        return listeners
      }
      for (handle, listener) in zip(workers, listeners) {
        let worker = try Worker(
          context: context, responder: responder, mailbox: handle.mailbox, counters: handle.counters,
          listener: listener)
        try worker.prepare()
        let thread = try SystemThread(named: "livery-worker") { worker.run() }
        threads.withLock { $0.append(thread) }
      }
    } catch {
      stop()
      throw WireError(error, context.configuration)
    }
  }

  private func requireOwnRefusals() throws(WireError) {
    let isInEffect: Bool
    do throws(SystemError) { isInEffect = try QueueResponseInterposer.isInEffect() } catch {
      throw .system(error.description)
    }
    guard isInEffect else { throw .libraryPages }
  }

  /// Tells every worker that channels have reached these revisions. Call it after the new state can be read.
  package func wake(_ reached: [ReachedRevision]) {
    let messages = reached.map { Mailbox.Message.changed(channel: $0.channel, revision: $0.revision) }
    // Together: one by one they wake a worker for each of them.
    for worker in workers { worker.mailbox.post(messages) }
  }

  /// Tells every worker that the log goes on under another epoch, from this head on. Call it after the new state can be
  /// read.
  package func wakeAll(head: UInt64) { for worker in workers { worker.mailbox.post(.newEpoch(head: head)) } }

  /// Does work that is nobody's request on the thread of its lane; false where too much is waiting already.
  package func submit(_ work: Outcome.Offload) -> Bool {
    context.executors[work.lane].submit(.init(work: work, recipient: nil))
  }

  /// What new connections are encrypted by from now on; throws where it can't be used.
  func take(_ credentials: Daemon.Credentials) throws(WireError) {
    do throws(SystemError) { try credentials.check() } catch { throw WireError(error, context.configuration) }
    for worker in workers { worker.mailbox.post(.certificate(credentials)) }
  }

  /// What it was set up with; nil without TLS.
  var credentials: Daemon.Credentials? { context.credentials }

  /// Stops accepting, answers everybody parked, spread over the configured drain time, lets requests under way
  /// finish. Returns when the last worker is done.
  package func drain() {
    for worker in workers { worker.mailbox.post(.drain(over: context.configuration.drainTime)) }
    join()
  }

  /// Ends at once; whatever is under way is cut. Also ends a drain.
  package func stop() {
    for worker in workers { worker.mailbox.post(.stop) }
    join()
  }

  private func join() {
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) { thread.join() }
    for executor in context.executors.all { executor.end() }
  }

  package func statistics() -> WireStatistics {
    var total = WireStatistics()
    for worker in workers { worker.counters.add(to: &total) }
    return total
  }
}
