internal import Bindings
internal import Changes
internal import Documents
internal import ServerAccess
internal import ThemeAPI
internal import Themes

/// The whole server. Its initializer names each part once, in the order in which data passes through them.
package final class LiveryServer: Sendable {
  private let settings: Settings
  private let log: Log
  private let logWriter: LogWriter
  private let signals: SignalQueue
  private let manager: ServiceManager
  private let drained: Doorbell
  private let status = ProcessStatus(startedAt: .now)
  private let publisher: Publisher
  private let gate: Gate
  private let server: HTTPServer
  private let maintenance: MaintenanceThread
  private let webhooks: Webhooks

  /// Reads the config folder, opens the log, takes the port and serves. Call it before any other thread starts.
  package convenience init(settings: Settings, log: Log) throws(StartFailure) {
    do {
      let start = try ServerStart(settings, log)
      do { try self.init(start) } catch {
        start.logWriter.end()
        throw error
      }
    } catch { throw StartFailure(error) }
  }

  private init(_ start: ServerStart) throws {
    (settings, log, logWriter) = (start.settings, start.logWriter.log, start.logWriter)
    (signals, drained, manager) = (start.signals, start.drained, start.manager)
    let folder: ConfigFolder =
      settings.servesStarter ? .starter(at: settings.config) : try .read(settings.config)
    let store = try Stores.open(settings) { [log] in log.warning($0) }
    let publisher = try Publisher(
      store: store, files: folder.files, configuration: settings.publisherConfiguration)
    self.publisher = publisher
    gate = try settings.gate()
    let (images, hosts) = (ImageFiles(of: folder), try settings.readHosts())
    let server = try HTTPServer(
      configuration: settings.wire(descriptors: start.descriptors), inherited: manager.listeners,
      proxySigns: ProxySignLog(log), onAnswer: log.onAnswer)
    self.server = server
    let services = try settings.services(
      of: publisher, images: images, behind: gate, for: hosts, on: server, auditing: logWriter.audit)
    let webhooks = try Webhooks(settings.webhooks, showing: publisher.current)
    self.webhooks = webhooks
    let endpoints = Endpoints.all(
      publisher: publisher, services: services,
      process: [
        GetReadiness(status: status, store: store, zones: .system),
        GetMetrics(status: status, server: server, store: store, webhooks: webhooks),
      ])
    publisher.notify(server, webhooks)
    maintenance = try MaintenanceThread(
      of: publisher, on: server, plans: DraftPlans(of: publisher, behind: gate, settings.uploads),
      serving: folder, images: images, previews: services.previews,
      monitors: FileMonitor.all(of: settings, for: gate, hosts, server), status: status, manager: manager,
      log: log)
    // The memory that reading thousands of documents took.
    ThisProcess.giveBackMemory()
    try webhooks.begin(positionsIn: Stores.stateFolder(settings), log)
    try server.start(answering: Router(endpoints, services: services), counting: publisher.current)
    status.update { $0.phase = .serving }
    reportStart()
    ThisProcess.releaseProgramPages()
    manager.ready(status.now.loading.sentence(on: publisher.current.now))
    maintenance.countProblems()
  }

  /// The URL of the server for clients on this machine, with the actual port if the settings leave it to the system.
  package var address: String { url(of: (server.addresses.first ?? .standard).fromThisMachine) }

  private func url(of address: ListenAddress) -> String {
    ServerAddress(address, isSecure: server.isEncrypted).description
  }
}

extension Publisher {
  /// Wakes waiting clients and webhooks after each change.
  fileprivate func notify(_ server: HTTPServer, _ webhooks: Webhooks) {
    onNewEpoch { [server] head in
      server.wakeAll(head: head)
      webhooks.noticeEverything()
    }
    onLook { [server] number in
      server.wake([ReachedRevision(channel: Outcome.Watch.looks, revision: number)])
    }
    onChange { [server] reached in
      server.wake(reached)
      for one in reached { webhooks.notice(one.channel, in: one.trace) }
    }
  }
}

/// The life of the server after its start, on the first thread of the process.
extension LiveryServer {
  /// Serves until a signal ends it. Returns the exit code.
  package func run() throws(StartFailure) -> Int32 {
    do throws(SystemError) {
      var draining: SystemThread?
      var lifeShownAt = MonotonicTime.now
      while true {
        let pause = manager.watchdogPause.map { max($0 - (.now - lifeShownAt), .zero) }
        let signal = signals.wait(atMost: pause, or: drained)
        if let pause = manager.watchdogPause, lifeShownAt + pause <= .now {
          lifeShownAt = .now
          server.goRound { [manager] in manager.showLife() }
        }
        switch signal {
        case .hangUp?:
          if draining == nil { manager.reloading() }
          maintenance.reload()
        case let signal?:
          if draining != nil { endImmediately(signal) }
          draining = try drain()
        case nil where drained.quiet():
          draining?.join()
          log.info("Ended")
          logWriter.end()
          return 0
        case nil: break
        }
      }
    } catch { throw StartFailure(error) }
  }

  /// Answers all waiting clients, on a thread of its own, so that this one notices a second signal.
  private func drain() throws(SystemError) -> SystemThread {
    status.update { $0.phase = .draining }
    let parked = server.statistics().parked
    log.info("Draining", .number("parked", parked))
    manager.stopping("Answering \(parked) clients that wait")
    return try SystemThread(named: "livery-drain") {
      [server, maintenance, webhooks, drained, drainTime = settings.wire.drainTime] in
      let deadline = MonotonicTime.now + min(drainTime, .seconds(1))
      webhooks.stop()
      server.drain()
      maintenance.end()
      webhooks.wait(until: deadline)
      drained.ring()
    }
  }

  /// Ends the process with the exit code that shells use: 128 and the number of the signal.
  private func endImmediately(_ signal: SignalQueue.Signal) -> Never {
    log.warning("Ended before all clients were answered")
    logWriter.end()
    ThisProcess.end(128 + signal.rawValue)
  }
}

/// The first lines of the log: what an operator should know about this start.
extension LiveryServer {
  private func reportStart() {
    for lost in publisher.lost { reportLostTheme(lost) }
    if let name = settings.defaultTheme, publisher.current.now.themeSet.library.themes[name] == nil {
      log.warning("There is no theme of the name that defaultTheme has", .text("theme", name))
    }
    if case .renewed(let reason) = publisher.origin {
      log.warning("The change log goes on under a new epoch", .text("why", reason))
    }
    reportAccess()
    if settings.publicURL == nil, settings.publicURLs.isEmpty,
      max(settings.caching.maxAge, settings.caching.sharedMaxAge) > 0
    {
      log.warning(
        "Caches may store themes, but there is no publicURL: style sheets name the host of the first request, which any "
          + "client can choose. Set LIVERY_PUBLIC_URL to the URL under which clients reach this server")
    }
    let addresses = server.addresses
    let port = server.port.map { [Log.Detail.number("port", Int($0))] } ?? []
    log.add(
      .info, "Listening on \(addresses.map(url).joined(separator: " and "))",
      [.text("address", addresses.map(\.description).joined(separator: ","))] + port + [
        .number("themes", publisher.current.now.themeSet.library.themes.count),
        .text("store", settings.store.text(state: settings.state)), .text("version", Version.number),
      ])
  }

  private func reportLostTheme(_ lost: Activation) {
    let (channel, gone) = (Log.Detail.text("channel", lost.channel), Log.Detail.text("gone", lost.theme))
    guard publisher.hasNewestFiles else {
      return log.warning(
        "The theme of a channel is not among the files of this server, so requests for it are answered with 503",
        channel, gone)
    }
    log.warning(
      "The theme of a channel is gone, so another is shown there", channel, gone,
      .text("theme", settings.missingTheme ?? ""))
  }

  private func reportAccess() {
    if !gate.guardsWrites {
      log.info(
        "Without a token, only processes of the server's own user and of root may write, on this machine",
        .number("user", Int(PeerOwner.ownUser)))
    }
    if gate.approvals.areNeeded, gate.writers.subtracting([Settings.nameOfToken]).count < 2 {
      log.warning(
        "Channels need the approval of another person, but there are no two named tokens that may write, so nothing that such "
          + "a channel shows can be changed. Name them in the file of tokens (tokensFile)")
    }
    let open = server.addresses.filter { !$0.isLocal }.map(\.description)
    if !gate.guardsReads, !open.isEmpty {
      log.warning(
        "Without LIVERY_READ_TOKEN, every client that reaches \(open.joined(separator: " or ")) may read the active themes with "
          + "their images, and follow their changes; the rest is for "
          + (gate.guardsWrites ? "tokens that may watch" : "the server's own user"))
    }
  }
}

/// The parts of a start that exist before anything is served.
private struct ServerStart {
  let settings: Settings
  let manager: ServiceManager
  let signals: SignalQueue
  /// Rung at the end of a drain. Made early, because later there may be no descriptor left.
  let drained: Doorbell
  let logWriter: LogWriter
  let descriptors: Int

  init(_ settings: Settings, _ log: Log) throws {
    self.settings = settings
    // Before there are threads, which might read the variables that it takes.
    manager = try ServiceManager()
    signals = try SignalQueue()
    SignalQueue.ignoreFailedWrites()
    drained = try Doorbell()
    logWriter = try LogWriter(into: log)
    descriptors = ThisProcess.raiseDescriptorLimit()
  }
}
