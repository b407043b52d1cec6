internal import Bindings

/// How other threads reach a worker.
struct WorkerHandle: Sendable {
  let mailbox: Mailbox
  let counters = Counters()

  init() throws(SystemError) { mailbox = try Mailbox() }
}
