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
    .initialize, .serve, .check, .resolve, .importing, .kit, .schema, .active, .themes, .channels, .upload,
    .delete, .draft, .drafts, .consequences, .publish, .discard, .export, .types, .usage, .switch, .watch,
    .history,
    .rollback, .schedule, .schedules, .hosts, .store, .healthcheck, .completion, .version,
  ]

  /// Runs the command that the arguments name. Errors are printed to stderr in one sentence.
  static func run(_ words: [String]) -> Command.ExitCode {
    guard let name = words.first else { return begin([]) }
    switch name {
    case "--help", "-h": return say(help)
    case "help": return words.count == 1 ? say(help) : run([words[1], "--help"])
    case "--version", "-v", "-V": return run(["version"])
    case _ where name.hasPrefix("-"): return begin(words)
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let question = NearestName.question(name, among: commands.map(\.name))
      Console.printError("livery: There is no command '\(name)'\(question)\nTry 'livery --help'.\n")
      return .wrongUsage
    }
    return run(named: name) { () throws(CommandError) in
      let arguments = try Arguments(Array(words.dropFirst()), for: command)
      return try arguments.asksForHelp ? say(command.help) : command.run(arguments)
    }
  }

  /// Serves when no command is named: the themes to begin with in an empty folder, otherwise a config folder.
  /// - Parameter words: the flags of `livery serve`, perhaps with that word behind them.
  private static func begin(_ words: [String]) -> Command.ExitCode {
    if words.isEmpty, !Starter.isHere {
      if Starter.hasConfig { Console.printError("The folder Config exists: 'livery serve' serves it.\n\n") }
      Console.printError(help)
      return .wrongUsage
    }
    return run(named: Command.serve.name) { () throws(CommandError) in
      if let other = words.first(where: { word in commands.contains { $0.name == word } }), other != "serve",
        !Command.serve.flags.contains(where: { words[0].hasPrefix($0.name) })
      {
        throw .usage("Flags follow the command, as in 'livery \(other) \(words[0])'.")
      }
      var serve = Command.serve
      serve.operands = ("[serve]", 0...1)
      let arguments = try Arguments(words, for: serve)
      if arguments.asksForHelp { return say(Command.serve.help) }
      if let word = arguments.operands.first, word != "serve" {
        throw .usage("There is no command '\(word)' to follow the flags of 'livery serve'.")
      }
      let hasPlace = ["--config", "--state", "--store"].contains { arguments.given[$0] != nil }
      return try Starter.isHere && !hasPlace ? Starter.serve(arguments) : serve.run(arguments)
    }
  }

  private static func run(
    named name: String, _ body: () throws(CommandError) -> Command.ExitCode
  ) -> Command.ExitCode {
    do throws(CommandError) {
      return try body()
    } catch {
      let (sentence, code): (String, Command.ExitCode) =
        switch error {
        case .usage(let sentence): ("\(sentence)\nTry 'livery \(name) --help'.", .wrongUsage)
        case .refused(let sentence): (sentence, .refused)
        case .unreachable(let sentence): (sentence, .unreachable)
        }
      Console.printError("livery: \(sentence)\n")
      return code
    }
  }

  private static func say(_ text: String) -> Command.ExitCode {
    Console.print(text)
    return .done
  }

  private static var help: String {
    let table = Columns(commands.map { [$0.name, $0.summary] }).text(indent: "  ")
    return HelpText.folded(
      """
      usage: livery COMMAND [FLAGS]

      A theme server: apps GET the theme for their context and are notified immediately when it changes.

      \(table)
      Without a command, in an empty folder, it serves two themes to begin with. Flags without a command are those of
      'livery serve'.
      'livery COMMAND --help' describes a command. Exit codes: 0 done, 1 refused or problems found,
      2 wrong usage, 69 the server can't be reached.

      """)
  }
}

extension Command {
  static let version = Command(name: "version", summary: "Print the version.", flags: [.json]) { arguments in
    arguments.print(
      json: "{\"name\":\"livery\",\"version\":\"\(Version.number)\"}\n", text: "livery \(Version.number)\n")
  }
}

extension Flag {
  static let json = Flag("--json", nil, "print JSON instead of text")
}
