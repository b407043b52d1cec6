internal import Bindings
internal import Changes
internal import ThemeAPI

/// The parts of a start that exist before anything is served.
struct ServerStart {
  let settings: Settings
  let signals: SignalQueue
  /// Rung at the end of a drain. Made early, because later there may be no descriptor left.
  let drained: Doorbell
  let logWriter: LogWriter
  private let descriptors: Int

  /// The log for this server: its lines go through the log writer's thread.
  var log: Log { logWriter.log }

  init(_ settings: Settings, _ log: Log) throws(SystemError) {
    self.settings = settings
    signals = try SignalQueue()
    SignalQueue.ignoreFailedWrites()
    drained = try Doorbell()
    logWriter = try LogWriter(into: log)
    descriptors = ResourceLimits.raiseDescriptors()
  }

  /// Reads the config folder, or the themes to begin with if there is none yet.
  func configFolder() throws(ConfigFolder.ReadError) -> ConfigFolder {
    settings.servesStarter ? .starter(at: settings.config) : try .read(settings.config)
  }

  /// Takes the port.
  func server() throws(WireError) -> HTTPServer {
    try HTTPServer(configuration: settings.wire(descriptors: descriptors), onAnswer: log.onAnswer)
  }

  /// Opens the publisher. If the database can't be reached and nothing is known of the log, waits for the database first.
  func publisher(
    on store: any ChangeStore, reading folder: ConfigFolder
  ) throws -> (Publisher, WaitingStart?) {
    func open() throws(Publisher.StartError) -> Publisher {
      try Publisher(store: store, files: folder.files, configuration: settings.publisherConfiguration)
    }
    do throws(Publisher.StartError) { return (try open(), nil) } catch {
      guard case .store(let cause) = error, store.isShared, cause.isAbsence else { throw error }
      let waiting = try WaitingStart(self, because: cause)
      guard let publisher = try waiting.publisher(open) else {
        log.info("Ended")
        logWriter.end()
        ProcessEnd.atOnce(0)
      }
      return (publisher, waiting)
    }
  }
}
