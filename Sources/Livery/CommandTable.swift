internal import Service
internal import Themes

/// Every command, in the order in which the help lists them.
enum CommandTable {
  static let commands: [Command] = [
    .initialize,
    .serve,
    .check,
    .resolve,
    .importing,
    .kit,
    .schema,
    .active,
    .themes,
    .channels,
    .upload,
    .export,
    .switch,
    .watch,
    .history,
    .rollback,
    .schedule,
    .store,
    .healthcheck,
    .completion,
    .version,
  ]

  /// Runs what the arguments ask for; whatever goes wrong ends in one sentence on stderr.
  static func run(_ words: [String]) -> Command.ExitCode {
    guard let name = words.first else {
      if Starter.isHere { return serveStarter() }
      if Starter.hasConfig { Console.printError("Config is here: 'livery serve' serves it.\n\n") }
      Console.printError(help)
      return .wrongUsage
    }
    switch name {
    case "--help", "-h": return say(help)
    case "help": return words.count == 1 ? say(help) : run([words[1], "--help"])
    case "--version": return run(["version"])
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let question =
        name.hasPrefix("-")
        ? "; settings follow it, as in 'livery serve \(name)'."
        : NearestName.question(name, among: commands.map(\.name))
      Console.printError("livery: There is no command '\(name)'\(question)\nTry 'livery --help'.\n")
      return .wrongUsage
    }
    return run(command, Array(words.dropFirst()))
  }

  private static func run(_ command: Command, _ words: [String]) -> Command.ExitCode {
    run(named: command.name) { () throws(Command.CommandError) in
      let arguments = try Arguments(words, for: command)
      return try arguments.asksForHelp ? say(command.help) : command.run(arguments)
    }
  }

  private static func serveStarter() -> Command.ExitCode {
    run(named: "serve") { () throws(Command.CommandError) in try Starter.serve() }
  }

  private static func run(
    named name: String, _ body: () throws(Command.CommandError) -> Command.ExitCode
  ) -> Command.ExitCode {
    do throws(Command.CommandError) {
      return try body()
    } catch {
      switch error {
      case .usage(let sentence):
        Console.printError("livery: \(sentence)\nTry 'livery \(name) --help'.\n")
        return .wrongUsage
      case .refused(let sentence):
        Console.printError("livery: \(sentence)\n")
        return .refused
      case .unreachable(let sentence):
        Console.printError("livery: \(sentence)\n")
        return .unreachable
      }
    }
  }

  private static func say(_ text: String) -> Command.ExitCode {
    Console.print(text)
    return .done
  }

  private static var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      let gap = String(repeating: " ", count: width - command.name.count + 2)
      return "  \(command.name)\(gap)\(command.summary)\n"
    }
    let text = """
      usage: livery COMMAND [FLAGS]

      A theme server: apps GET their theme resolved for their context, and hear at once when it changes.

      \(lines.joined())
      Without a command, in an empty folder, it serves two themes to begin with.
      'livery COMMAND --help' tells about one of them. Exit codes: 0 done, 1 refused or problems found,
      2 wrong usage, 69 the server could not be reached.

      """
    return HelpText.folded(text)
  }
}
