internal import Service

extension Command {
  /// Runs the server until a signal ends it.
  static let serve = Command(
    "serve", "Serve the themes of a config folder over HTTP.",
    flags: SettingTable.settings.filter { $0.sources.contains(.flag) }.map {
      Flag($0.flag, $0.placeholder, $0.meaning, isListed: false)
    },
    details: """
      \(SettingsHelp.text)
      SIGTERM answers everybody who waits, spread over the drain time, then ends; a second one ends at once.
      SIGHUP reads the config folder again.
      """
  ) { arguments throws(Failure) in
    do {
      let (settings, warnings) = try Settings.read(
        flags: arguments.given, variables: ProcessEnvironment.variables)
      let log = Log(format: settings.logFormat, least: settings.logLevel)
      for warning in warnings { log.warning(warning) }
      let server = try LiveryServer(settings: settings, log: log)
      return ExitCode(rawValue: try server.run()) ?? .refused
    } catch let error as SettingsError {
      throw error.cause == .usage ? .usage("\(error)") : .refused("\(error)")
    } catch {
      throw .refused("\(error)")
    }
  }
}
