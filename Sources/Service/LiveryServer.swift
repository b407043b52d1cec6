internal import Bindings
internal import Changes
internal import ThemeAPI
internal import Themes

/// The whole server: every part is named here once, in the order in which data passes through them.
package final class LiveryServer: Sendable {
  let settings: Settings
  /// Its lines go by a thread of their own from here on.
  let log: Log
  let lines: LogWriter
  let signals: SignalQueue
  /// What the first thread waits for, made while there are descriptors: signals, and the end of a drain.
  let epoll: Epoll
  let drainFinished: Doorbell
  let status = ProcessStatus(startedAt: .now)
  let publisher: Publisher
  let gate: Gate
  let server: HTTPServer
  let maintenance: MaintenanceThread
  let webhooks: Webhooks

  /// Reads the config folder, opens the log, takes the port and serves. Call it before any other thread begins.
  package init(settings: Settings, log: Log) throws(StartFailure) {
    self.settings = settings
    var begun: LogWriter?
    let hasWaited: Bool
    do {
      signals = try SignalQueue()
      epoll = try Epoll()
      drainFinished = try Doorbell()
      try epoll.add(signals.descriptor, .readable, token: WakeSource.signal.rawValue)
      try epoll.add(drainFinished.descriptor, .readable, token: WakeSource.drainFinished.rawValue)
      SignalQueue.ignoreFailedWrites()
      let lines = try LogWriter(into: log)
      begun = lines
      self.lines = lines
      let audit = Log(log) { lines.add($0, canWait: true) }
      let log = Log(log) { lines.add($0) }
      self.log = log
      let descriptors = ResourceLimits.raiseDescriptors()
      let folder =
        settings.servesStarter
        ? ConfigFolder.starter(at: settings.config) : try ConfigFolder.read(settings.config)
      let store = try Stores.open(settings) { log.warning($0) }
      let start = ServerStart(
        settings: settings, descriptors: descriptors, signals: signals, epoll: epoll, log: log)
      let (publisher, waiting) = try start.publisher(on: store, lines) { () throws(Publisher.StartError) in
        try Publisher(store: store, files: folder.files, configuration: settings.publisherConfiguration)
      }
      self.publisher = publisher
      gate = try settings.gate()
      let images = ImageFiles(of: folder)
      var services = try settings.services(showing: publisher.current, images: images, behind: gate)
      services.sharedLog = publisher.isShared ? publisher : nil
      services.onWrite = { audit.wrote($0) }
      let server = try waiting?.server ?? start.server()
      services.beside = .init(server)
      self.server = server
      let webhooks = try Webhooks(settings, showing: publisher.current)
      self.webhooks = webhooks
      let endpoints = Endpoints.all(
        publisher: publisher, services: services,
        process: [
          GetReadiness(status: status, store: store),
          GetMetrics(status: status, server: server, store: store, webhooks: webhooks),
        ])
      publisher.onNewEpoch { [server] head in
        server.wakeAll(head: head)
        webhooks.noticeEverything()
      }
      publisher.onChange { [server] reached in
        server.wake(reached)
        for one in reached { webhooks.notice(one.channel) }
      }
      maintenance = try MaintenanceThread(
        of: publisher, serving: folder, images: images, tokens: TokenMonitor(of: settings, for: gate),
        certificate: CertificateMonitor(of: settings, for: server), status: status, log: log)
      // What reading thousands of documents took.
      FreedMemory.giveBack()
      try webhooks.begin(settings, log)
      let router = Router(endpoints, services: services)
      if let waiting { waiting.serve(router) } else { try server.start(answering: router) }
      hasWaited = waiting != nil
    } catch {
      begun?.end()
      throw StartFailure(error)
    }
    status.update { $0.phase = .serving }
    sayOrigin()
    sayAccess()
    if hasWaited { log.info("The change log was found, and is served") } else { sayListening() }
    ProgramPages.letGo()
  }

  /// What whoever set no token should know.
  private func sayAccess() {
    if !gate.guardsWrites {
      log.warning(
        "Without a token anybody on this machine may write, and so does who comes by a proxy on it that adds no "
          + "header; set LIVERY_TOKEN or --tokens-file")
    }
    if !gate.guardsReads, !settings.listen.isLoopback {
      log.warning(
        "Without LIVERY_READ_TOKEN whoever reaches \(settings.listen) may read the themes that channels show, with "
          + "their images, and follow their changes; the rest is for "
          + (gate.guardsWrites ? "tokens that may operate" : "this machine"))
    }
  }

  /// Clients with older cursors will be told to begin anew: here is why. And which channels show something else.
  private func sayOrigin() {
    for lost in publisher.lost { sayLost(lost) }
    sayDefault()
    guard case .renewed(let reason) = publisher.origin else { return }
    log.warning("The change log goes on under a new epoch", .text("why", reason))
  }

  /// What this machine reaches it by, also where the settings leave the port to the system.
  package var address: String { "\(settings.scheme)://\(listens.fromThisMachine)" }

  private var listens: ListenAddress { ListenAddress(host: settings.listen.host, port: server.port) }

  private func sayLost(_ lost: Activation) {
    let (channel, gone) = (Log.Detail.text("channel", lost.channel), Log.Detail.text("gone", lost.theme))
    guard publisher.hasNewestFiles else {
      return log.warning(
        "A channel's theme is not among the files here, so who asks for it is answered with 503", channel,
        gone)
    }
    log.warning(
      "A channel's theme is gone, so another shows there", channel, gone,
      .text("theme", settings.missingTheme ?? ""))
  }

  private func sayDefault() {
    guard let name = settings.defaultTheme, publisher.current.now.themeSet.library.themes[name] == nil else {
      return
    }
    log.warning("There is no theme of the name that defaultTheme has", .text("theme", name))
  }

  private func sayListening() {
    log.info(
      "Listening on \(settings.scheme)://\(listens)", .text("address", "\(listens)"),
      .number("port", Int(server.port)),
      .number("themes", publisher.current.now.themeSet.library.themes.count),
      .text("store", settings.store.text(state: settings.state)), .text("version", Version.number))
  }
}
