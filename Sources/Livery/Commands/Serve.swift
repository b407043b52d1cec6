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

extension Command {
  static let initialize = Command(
    name: "init", summary: "Write a config folder to begin with: two themes, settings, schemas for editors.",
    operands: ("[DIR]", 0...1), flags: [.starterKit, .force],
    details: """
      DIR is Config by default. The themes are for apps with UIKit; --kit web writes them for web pages, --kit android
      for Android. The kits of the program need no files; a kit of your own in DIR/kits is added to them, or
      replaces the one of the same name. Files that exist already are kept, unless --force is given.
      """
  ) { arguments throws(CommandError) in
    let folder = arguments.operands.first ?? "Config"
    let (kit, kits) = (arguments[.starterKit] ?? "uikit", ShippedFiles.starterKits)
    guard kits.contains(kit) else {
      throw .usage(
        "There are themes to begin with for the kits \(Quoted.list(kits)), not for '\(kit)'\(NearestName.question(kit, among: kits))"
      )
    }
    let files = ShippedFiles.starter(of: kit).map { (path: "\(folder)/\($0.name)", bytes: $0.bytes) }
    try attempt { try DocumentFile.write(files, replacing: arguments.has(.force)) }
    let paths = files.map { "  \($0.path)\n" }.joined()
    let flag = folder == "Config" ? "" : " --config \(folder)"
    Console.print(
      """
      \(paths)
      Next: 'livery serve\(flag)' serves them and applies your changes; 'livery check \(folder)' reports problems.

      """)
    return .done
  }
}

extension Flag {
  fileprivate static let starterKit = Flag(
    "--kit", "KIT", "the kit of the themes: uikit, which is the default, web or android")
}

/// The first run: `livery` without a command, in an empty folder.
enum Starter {
  /// Indicates whether the working directory has no visible files.
  static var isHere: Bool { ConfigFolder.isEmpty(".") }

  /// Indicates whether the default config folder of `livery serve` exists.
  static var hasConfig: Bool { (try? ConfigFolder.settingsFile(in: "Config")) != nil }

  /// Serves the themes that come with the program and prints the next steps.
  static func serve(_ arguments: Arguments) throws(CommandError) -> Command.ExitCode {
    try Command.serve { () throws(SettingsError) in
      try Settings.starter(flags: arguments.given, variables: ProcessEnvironment.variables)
    } greet: { address in
      Console.print(
        """
        There are no themes in this folder yet, so Livery serves its own. Nothing is stored.

          \(address)
              open it in a browser to see and switch the themes
          curl \(address)/v1/theme
              the response that an app gets
          curl \(address)/v1/active -d theme=autumn
              switches to another theme

        Next: 'livery init Config' writes them into a folder for you to change,
        'livery serve' serves that folder. Ctrl-C ends this server.

        """)
    }
  }
}
