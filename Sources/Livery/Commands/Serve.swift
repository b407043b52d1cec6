internal import Documents
internal import Service
internal import Themes

extension Command {
  static let serve = Command(
    name: "serve", summary: "Serve the themes of a config folder over HTTP.",
    flags: SettingTable.settings.filter { $0.sources.contains(.flag) }.map {
      Flag($0.flag, $0.placeholder, $0.meaning, isListed: false)
    },
    details: """
      \(SettingsHelp.text)
      SIGTERM ends the server after it has answered all waiting clients, spread over the drain time; a second SIGTERM
      ends it immediately. SIGHUP makes it read the config folder again.
      """
  ) { arguments throws(CommandError) in
    try serve { () throws(SettingsError) in
      try Settings.read(flags: arguments.given, variables: ProcessEnvironment.variables)
    }
  }

  /// Serves with these settings until a signal ends it.
  /// - Parameter greet: called with the server's URL after the start.
  static func serve(
    by read: () throws(SettingsError) -> (settings: Settings, warnings: [String]),
    greet: (String) -> Void = { _ in }
  ) throws(CommandError) -> ExitCode {
    try attempt {
      let (settings, warnings) = try read()
      let log = Log(format: settings.logFormat, least: settings.logLevel)
      for warning in warnings { log.warning(warning) }
      do throws(StartFailure) {
        let server = try LiveryServer(settings: settings, log: log)
        greet(server.address)
        return ExitCode(rawValue: try server.run()) ?? .refused
      } catch {
        for problem in error.problems { Console.printError(problem.text + "\n") }
        throw error
      }
    }
  }
}
