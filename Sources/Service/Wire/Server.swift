internal import Bindings
internal import Synchronization
package import ThemeAPI

/// The HTTP server: one worker a core on one port, beside them a thread for each lane of work that may block.
package final class Server: Sendable {
  /// The port it listens on, also where the configuration asked for any.
  package let port: UInt16
  private let shared: WireShared
  private let posts: [Post]
  /// Handed to the workers at the start, so that the door is shut when they let go of it.
  private let listeners: Mutex<[Listener]>
  private let threads = Mutex<[SystemThread]>([])

  /// One worker's place: what it needs to begin, and how it is reached.
  private struct Post: Sendable {
    let mailbox: Mailbox
    let counters: Counters
  }

  /// Takes the port; a client that connects is served from `start` on.
  package init(configuration: WireConfiguration) throws(WireError) {
    let credentials = try TLSFiles.read(configuration)
    let listeners = try Listeners.open(configuration)
    port = listeners[0].port
    do throws(SystemError) {
      shared = try WireShared(
        configuration: configuration, credentials: credentials)
      var posts: [Post] = []
      for _ in listeners { posts.append(Post(mailbox: try Mailbox(), counters: Counters())) }
      self.posts = posts
      self.listeners = Mutex(listeners)
    } catch {
      throw .system(error.description)
    }
  }

  package func start(answering responder: any Responder) throws(WireError) {
    try requireOwnRefusals()
    do throws(SystemError) {
      for executor in shared.executors.all { try executor.start() }
      let listeners = listeners.withLock { listeners in
        defer { listeners = [] }
        return listeners
      }
      for (post, listener) in zip(posts, listeners) {
        let worker = try Worker(
          shared: shared, responder: responder, mailbox: post.mailbox, counters: post.counters,
          listener: listener)
        try worker.prepare()
        let thread = try SystemThread(named: "livery-worker") { worker.run() }
        threads.withLock { $0.append(thread) }
      }
    } catch {
      stop()
      throw WireError(error, shared.configuration)
    }
  }

  private func requireOwnRefusals() throws(WireError) {
    let isInEffect: Bool
    do throws(SystemError) { isInEffect = try QueueResponseInterposer.isInEffect() } catch {
      throw .system(error.description)
    }
    guard isInEffect else { throw .libraryPages }
  }

  /// Tells every worker that the channel has reached this revision. Call it after the new state can be read.
  package func wake(channel: String, revision: UInt64) {
    for post in posts { post.mailbox.post(.changed(channel: channel, revision: revision)) }
  }

  /// Tells every worker that anything may have changed, as after a reload.
  package func wakeAll(revision: UInt64) {
    for post in posts { post.mailbox.post(.changedEverywhere(revision: revision)) }
  }

  /// Stops accepting, answers everybody parked, spread over the configured drain time, lets requests under way
  /// finish. Returns when the last worker is done.
  package func drain() {
    for post in posts { post.mailbox.post(.drain(over: shared.configuration.drainTime)) }
    join()
  }

  /// Ends at once; whatever is under way is cut. Also ends a drain.
  package func stop() {
    for post in posts { post.mailbox.post(.stop) }
    join()
  }

  private func join() {
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) { thread.join() }
    for executor in shared.executors.all { executor.end() }
  }

  package func statistics() -> WireStatistics {
    var total = WireStatistics()
    for post in posts { post.counters.add(to: &total) }
    return total
  }
}
