internal import Bindings
internal import Changes
internal import Synchronization

/// What must be done from time to time, on a thread of its own: schedules that come due, entries of the log that need
/// not be kept, files that changed, what other servers wrote, the copy of their log, a full disk that is tried again.
/// The config folder is read on another one.
final class MaintenanceThread: Sendable {
  let publisher: Publisher
  let status: ProcessStatus
  let log: Log
  let served: Mutex<ConfigFolder>
  let images: ImageFiles
  private let tokens: TokenMonitor
  private let certificate: CertificateMonitor
  private let watch: FolderWatch
  private let loop: LoopThread
  private let reloading: ReloadThread
  private let orders = Mutex(Orders())

  private struct Orders {
    var reload = false
    /// Somebody else may have written into the log.
    var follow = false
  }

  /// Begins at once.
  init(
    of publisher: Publisher, serving folder: ConfigFolder, images: ImageFiles, tokens: TokenMonitor,
    certificate: CertificateMonitor,
    status: ProcessStatus, log: Log
  ) throws(SystemError) {
    self.publisher = publisher
    self.status = status
    self.log = log
    served = Mutex(folder)
    self.images = images
    self.tokens = tokens
    self.certificate = certificate
    watch = try FolderWatch()
    loop = try LoopThread()
    reloading = try ReloadThread()
    for name in folder.ignored { log.warning("Ignored a file that is no document", .text("file", name)) }
    watchFolders()
    publisher.store.onUpdate { [weak self] in self?.order { $0.follow = true } }
    try reloading.start { [self] in load(isOrdered: $0, permit: $1) }
    try loop.start(named: "livery-maintenance") { [self] in run() }
  }

  /// Reads the config folder again, soon.
  func reload() { order { $0.reload = true } }

  /// Ends both threads and waits for them, but for a reading of the config folder: that is given up.
  func end() {
    loop.stop()
    reloading.end()
    loop.join()
  }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    loop.ring()
  }

  private func run() {
    var files = Debounce()
    var store = StoreMonitor(of: publisher)
    var (tokens, certificate) = (tokens, certificate)
    var (pruneAt, keepAt) = (MonotonicTime.now + .seconds(60), MonotonicTime.now)
    while true {
      loop.wait(atMost: pause(until: files.due), or: watch.descriptor)
      let orders = orders.withLock { orders in
        defer { (orders.reload, orders.follow) = (false, false) }
        return orders
      }
      if loop.isEnding { return publisher.keepCopy() }
      if watch.drain() { files.notice(at: .now) }
      if files.isOver(at: .now) || orders.reload {
        watchFolders()
        reloading.order(isOrdered: orders.reload)
      }
      tokens.look(isOrdered: orders.reload, log)
      certificate.look(isOrdered: orders.reload, log)
      let isLookWanted = publisher.takeWantedLook()
      if orders.follow || isLookWanted { follow(isTold: !isLookWanted) }
      if MonotonicTime.now >= keepAt {
        publisher.keepCopy()
        keepAt = .now + .seconds(1)
      }
      applyDueSchedules()
      if store.look(at: publisher, log), !status.now.loading.refused.isEmpty {
        reloading.order(isOrdered: false)
      }
      if MonotonicTime.now >= pruneAt { pruneAt = MonotonicTime.now + prune() }
    }
  }

  /// Schedules are looked at every second.
  private func pause(until due: MonotonicTime?) -> Duration {
    min(due.map { $0 - MonotonicTime.now } ?? .seconds(1), .seconds(1))
  }

  private func follow(isTold: Bool) {
    do throws(StoreError) { try publisher.follow(isTold: isTold) } catch {
      // That it is away, or too new, is told by the one who watches the store, once.
      guard !error.hidesLog else { return }
      log.warning("What others wrote into the change log can't be read", .text("why", "\(error)"))
    }
  }

  private func applyDueSchedules() {
    do throws(StoreError) {
      for change in try publisher.applyDueSchedules() {
        log.info(
          "A schedule came due", .text("channel", change.channels.joined(separator: ", ")),
          .text("theme", change.theme), .number("revision", Int(change.revision)))
      }
    } catch {
      // It stays due; what is wrong with the store is told by the one who watches that.
    }
  }

  /// Forgets a part of the log; how long until the next part.
  private func prune() -> Duration {
    let isMore = (try? publisher.prune()) ?? false
    // Not in step with other servers of the same log.
    return isMore ? .milliseconds(100) : .milliseconds(Int.random(in: 45_000...75_000))
  }

  /// The folder and its parts, anew each time: a part may have been put in another's place.
  private func watchFolders() {
    let (path, below) = served.withLock { ($0.path, $0.partFolders) }
    _ = try? watch.add(path)
    watch(below.union(ConfigFolder.parts))
  }

  /// Watches folders in the config folder, those around others first.
  func watch(_ folders: Set<String>) {
    let path = served.withLock { $0.path }
    for folder in folders.sorted() {
      // A part that is not there is seen when it comes.
      _ = try? watch.add("\(path)/\(folder)")
    }
  }
}
