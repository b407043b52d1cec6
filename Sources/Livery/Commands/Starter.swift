internal import Service

/// The first minute: `livery` alone, where there is nothing yet.
enum Starter {
  /// Whether this folder holds nothing that anybody would see.
  static var isHere: Bool { ConfigFolder.isEmpty(".") }

  /// Whether the config folder that `livery serve` takes by itself is here.
  static var hasConfig: Bool {
    do throws(ConfigFolder.ReadError) {
      _ = try ConfigFolder.settingsFile(in: "Config")
      return true
    } catch { return false }
  }

  /// Serves the themes that the program brings along, and says what to do next.
  static func serve() throws(Command.CommandError) -> Command.ExitCode {
    try Command.serve { () throws(SettingsError) in
      try Settings.starter(variables: ProcessEnvironment.variables)
    } greet: { address in
      Console.print(greeting(address))
    }
  }

  private static func greeting(_ address: String) -> String {
    """
    There are no themes in this folder yet, so Livery serves its own. Nothing is kept.

      \(address)
          in a browser: see them, switch them
      curl \(address)/v1/theme
          what an app gets
      curl \(address)/v1/active -d theme=autumn
          switch

    Next: 'livery init Config' writes them into a folder for you to change,
    'livery serve' serves that. Ctrl-C ends this.

    """
  }
}
