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
}
