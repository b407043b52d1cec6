internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// The periodic work of the server, on a thread of its own: due schedules, old entries of the log, changed files, writes
/// of other servers, the copy of their log, retries on a full disk. `ReloadThread` reads the config folder.
final class MaintenanceThread: Sendable {
  private let publisher: Publisher
  private let server: HTTPServer
  private let plans: DraftPlans
  private let status: ProcessStatus
  private let manager: ServiceManager
  private let log: Log
  private let served: Mutex<ConfigFolder>
  private let images: ImageFiles
  private let previews: Previews
  private let watch: FolderWatch
  private let loop: LoopThread
  private let reloading: ReloadThread
  private let orders = Mutex(Orders())

  private struct Orders {
    var reload = false
    /// Indicates whether another server may have written to the log.
    var follow = false
  }

  private struct Work {
    var files = Debounce()
    var store: StoreMonitor
    var monitors: [FileMonitor]
    var pruneAt = MonotonicTime.now + .seconds(60)
    var copyAt = MonotonicTime.now
    var zonesAt = MonotonicTime.now + .seconds(30)
    var clientsAt = MonotonicTime.now
  }

  init(
    of publisher: Publisher, on server: HTTPServer, plans: DraftPlans, serving folder: ConfigFolder,
    images: ImageFiles,
    previews: Previews,
    monitors: [FileMonitor], status: ProcessStatus, manager: ServiceManager, log: Log
  ) throws(SystemError) {
    self.publisher = publisher
    self.server = server
    self.plans = plans
    self.status = status
    self.manager = manager
    self.log = log
    served = Mutex(folder)
    self.images = images
    self.previews = previews
    watch = try FolderWatch()
    loop = try LoopThread()
    reloading = try ReloadThread()
    report(ignored: folder.ignored)
    watchFolders()
    publisher.store.onUpdate { [weak self] in self?.order { $0.follow = true } }
    publisher.onWork { [weak self] in self?.loop.ring() }
    try reloading.start(counting: { [publisher] goesOn in
      publisher.current.now.themeSet.library.found.countDeferred(while: goesOn)
    }) { [self] isOrdered, permit in
      load(isOrdered: isOrdered, permit: permit)
      report(isOrdered: isOrdered)
    }
    let work = Work(store: StoreMonitor(of: publisher), monitors: monitors)
    try loop.start(named: "livery-maintenance") { [self] in run(work) }
  }

  func reload() { order { $0.reload = true } }

  func countProblems() { reloading.countProblems() }

  /// Ends both threads and waits for them. A reading of the config folder is abandoned.
  func end() {
    loop.stop()
    reloading.end()
    loop.join()
  }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    loop.ring()
  }

  /// Warns of files that are of no known kind, in one line.
  private func report(ignored files: [String]) {
    guard !files.isEmpty else { return }
    log.warning(
      "Ignored files in the config folder, because no known kind of file has such a name",
      .text("files", files.prefix(20).joined(separator: ", ")), .number("count", files.count))
  }

  private func run(_ work: Work) {
    var work = work
    while true {
      let pauses = [work.files.due.map { $0 - .now }, publisher.timeUntilSchedule, .seconds(1)]
      loop.wait(atMost: pauses.compactMap(\.self).min(), or: watch.descriptor)
      let orders = orders.withLock { orders in
        defer { orders = Orders() }
        return orders
      }
      if loop.isEnding { return publisher.keepCopy() }
      checkFiles(&work, isOrdered: orders.reload)
      let isLookWanted = publisher.takeWantedLook()
      if orders.follow || isLookWanted { follow(isTold: !isLookWanted) }
      if MonotonicTime.now >= work.copyAt {
        publisher.keepCopy()
        work.copyAt = .now + .seconds(1)
      }
      if MonotonicTime.now >= work.zonesAt || orders.reload {
        publisher.zones.refresh()
        work.zonesAt = .now + .seconds(30)
      }
      work.store.retryWrites(of: publisher)
      applyDueSchedules()
      endDrafts()
      if MonotonicTime.now >= work.clientsAt {
        watchClients()
        work.clientsAt = .now + .seconds(1)
      }
      previews.prune(in: publisher.current.now, at: .now)
      if work.store.report(on: publisher, log), !status.now.loading.refused.isEmpty {
        reloading.order(isOrdered: false)
      }
      if MonotonicTime.now >= work.pruneAt { work.pruneAt = MonotonicTime.now + prune() }
    }
  }

  private func checkFiles(_ work: inout Work, isOrdered: Bool) {
    if watch.drain() { work.files.notice(at: .now) }
    if work.files.isOver(at: .now) || isOrdered {
      watchFolders()
      reloading.order(isOrdered: isOrdered)
    }
    for index in work.monitors.indices { work.monitors[index].check(isOrdered: isOrdered, log) }
  }

  private func follow(isTold: Bool) {
    do throws(StoreError) { try publisher.follow(isTold: isTold) } catch {
      // `StoreMonitor` reports once that the database is unreachable or too new.
      guard !error.hidesLog else { return }
      log.warning("The writes of other servers can't be read from the change log", .text("why", "\(error)"))
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
      // The schedule stays due; `StoreMonitor` reports the error.
    }
  }

  /// Publishes the drafts that are due, and ends those whose time is over.
  private func endDrafts() {
    do throws(StoreError) {
      for due in try plans.publishDue() {
        let details: [Log.Detail] = [
          .text("draft", due.draft.id), .text("theme", due.draft.name), .text("by", due.plan.by),
          .text("at", due.plan.at.description),
        ]
        guard let refusal = due.refusal else {
          log.add(.info, "Published a planned draft", details)
          continue
        }
        log.add(
          .warning, "A planned draft was not published, and its plan has ended",
          details + [.text("why", refusal)])
      }
      try publisher.endOverdueDrafts()
    } catch {
      // It is done later; `StoreMonitor` reports the error.
    }
  }

  /// Exchanges the clients of the servers that share the log, and decides the guards that depend on them.
  private func watchClients() {
    do throws(StoreError) {
      try publisher.exchange { server.allClients { publisher.current.now }.figures }
      let decided = try publisher.decideGuards { server.clients(of: $0, publisher) }
      for (channel, watch) in decided { log.report(watch, of: channel) }
    } catch {
      // It is done later; `StoreMonitor` reports the error.
    }
  }

  /// Deletes a part of the old entries. Returns the time until the next part.
  private func prune() -> Duration {
    let isMore = (try? publisher.prune()) ?? false
    // Random, so that the servers of a log don't do this at the same time.
    return isMore ? .milliseconds(100) : .milliseconds(Int.random(in: 45_000...75_000))
  }

  /// Watches the config folder and its parts. This is repeated, because a part may have been replaced.
  private func watchFolders() {
    let (path, below) = served.withLock { ($0.path, $0.partFolders) }
    try? watch.add(path)
    watch(below.union(ConfigFolder.parts), in: path)
  }

  /// Watches folders in the config folder, outer ones first.
  private func watch(_ folders: Set<String>, in path: String) {
    // A missing folder is noticed when it is created.
    for folder in folders.sorted() { try? watch.add("\(path)/\(folder)") }
  }
}

/// Reloading the config folder, on the reload thread. If any file has an error, everything stays as it was.
extension MaintenanceThread {
  private func load(isOrdered: Bool, permit: CommitPermit) {
    let before = served.withLock { $0 }
    do {
      var folder = try ConfigFolder.read(before.path, knowing: before)
      if !folder.partFolders.isSubset(of: before.partFolders) {
        // Files in a new folder may have changed after they were read and before the folder was watched.
        watch(folder.partFolders, in: before.path)
        folder = try ConfigFolder.read(before.path, knowing: folder)
      }
      // Even if the documents are refused, the image files have these bytes now, or are gone.
      images.take(folder)
      if folder.settings != before.settings {
        log.warning("livery.json has changed; settings are read at the start only, so restart to use them")
      }
      let (new, old) = (folder.files, before.files)
      let isSame = new.kits == old.kits && new.themes == old.themes && new.images == old.images
      let isStale = !status.now.loading.refused.isEmpty
      let isNeeded = isOrdered || isStale || !isSame
      let changes = isNeeded ? try publisher.reload(new, by: "files", permit: permit).count : nil
      served.withLock { $0 = folder }
      report(ignored: folder.ignored.filter { !before.ignored.contains($0) })
      if let changes {
        accept(changes: changes)
        reportHidden(in: new, old)
      }
    } catch let rejection as Publisher.DocumentError {
      refuse(rejection)
    } catch {
      refuse(["\(error)"])
    }
  }

  /// Warns of each file that has changed and is not served, because an upload hides it.
  private func reportHidden(in new: ThemeFiles, _ old: ThemeFiles) {
    for hidden in publisher.current.now.hiddenFiles where new.differ(from: old, at: hidden.file) {
      log.warning(
        "Hidden by an upload", .text(hidden.kind.rawValue, hidden.name), .text("file", hidden.file),
        .text("by", hidden.by), .text("at", hidden.at.description))
    }
  }

  /// Reports the result of a reading to the service manager, which waits for it if an operator ordered it.
  private func report(isOrdered: Bool) {
    guard !loop.isEnding else { return }
    let sentence = status.now.loading.sentence(on: publisher.current.now)
    if isOrdered { manager.ready(sentence) } else { manager.show(sentence) }
  }

  private func accept(changes: Int) {
    status.update {
      $0.loading.loadedAt = .now
      $0.loading.refused = []
      $0.loading.refusedAt = nil
      $0.loading.reloads += 1
    }
    log.info(
      "Read the config folder again", .number("themes", publisher.current.now.themeSet.library.themes.count),
      .number("changes", changes))
  }

  private func refuse(_ rejection: Publisher.DocumentError) {
    switch rejection {
    case .documents(let rejected):
      let errors = rejected.problems.filter { $0.severity == .error }
      refuse(errors.map(\.text))
      for problem in errors { log.problem(problem) }
    case .store(let error): refuse(["The change log can't be written: \(error)."])
    case .interrupted: break
    case .inUse(let words), .precondition(let words), .forbidden(let words), .needsAnother(let words, _, _):
      refuse(because: words)
    case .unconditional: refuse(because: "a draft is published with its tag")
    case .refused(let refused): refuse(because: "\(refused)")
    case .tooMany(let limit): refuse(because: "there are \(limit) uploaded themes already")
    case .tooLarge(let limit): refuse(because: "uploaded themes take \(limit >> 20) MiB already")
    case .hasFile(let file): refuse(because: "no upload may hide the file \(file)")
    case .imagesFull: refuse(because: "there are too many uploaded images")
    case .unknownImage(let name, _): refuse(because: "there is no uploaded image '\(name)'")
    case .unknown(let name, _): refuse(because: "there is no theme '\(name)'")
    case .draft(let error): refuse(because: "\(error)")
    }
  }

  private func refuse(because words: String) { refuse(["It can't be served: \(words)."]) }

  private func refuse(_ sentences: [String]) {
    status.update {
      $0.loading.refused = sentences
      $0.loading.refusedAt = .now
      $0.loading.refusals += 1
    }
    log.error(
      "The config folder is not served as it is now; what was served before stays",
      .number("problems", sentences.count), .text("first", sentences.first ?? ""))
  }
}

extension Log {
  /// Reports the decision of a guard.
  fileprivate func report(_ watch: SwitchGuard, of channel: String) {
    let figures = watch.figures ?? SwitchGuard.Figures()
    let details: [Log.Detail] =
      [
        .text("channel", channel), .number("told", figures.told), .number("held", figures.held),
        .number("refused", figures.refused),
      ] + (watch.reason.map { [.text("why", $0)] } ?? [])
    switch watch.state {
    case .stuck: add(.error, "A guard can't take its switch back, so the switch stays", details)
    case .back: add(.warning, "A guard has taken a switch back", details)
    default: add(.info, "A switch stays after the time of its guard", details)
    }
  }
}
