internal import Documents
internal import Glibc
internal import Service
internal import Themes

/// The program. It passes its arguments to the command that they name.
@main
struct Program {
  static func main() {
    exit(CommandTable.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}

/// All commands, in the order of the help.
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

  /// Runs the command that the arguments name. Errors are printed to stderr in one sentence.
  static func run(_ words: [String]) -> Command.ExitCode {
    guard let name = words.first else {
      if Starter.isHere { return serveStarter() }
      if Starter.hasConfig { Console.printError("The folder Config exists: 'livery serve' serves it.\n\n") }
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

      A theme server: apps GET the theme for their context and are notified immediately when it changes.

      \(lines.joined())
      Without a command, in an empty folder, it serves two themes to begin with.
      'livery COMMAND --help' describes a command. Exit codes: 0 done, 1 refused or problems found,
      2 wrong usage, 69 the server can't be reached.

      """
    return HelpText.folded(text)
  }
}

extension Command {
  /// Prints the version.
  static let version = Command("version", "Print the version.", flags: [.json]) { arguments in
    if arguments.has(.json) {
      Console.print("{\"name\":\"livery\",\"version\":\"\(Version.number)\"}\n")
    } else {
      Console.print("livery \(Version.number)\n")
    }
    return .done
  }
}

extension Flag {
  /// A flag of every command that prints something.
  static let json = Flag("--json", nil, "print JSON instead of text")
}
