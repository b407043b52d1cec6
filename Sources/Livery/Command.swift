internal import Service

/// A command of the program, with its flags and its help.
struct Command: Sendable {
  /// The exit code of the process.
  enum ExitCode: Int32, Sendable {
    case done = 0
    /// The server refused, or problems were found.
    case refused = 1
    case wrongUsage = 2
    /// The server can't be reached.
    case unreachable = 69
  }

  /// The reason for which a command failed, in one sentence for the user.
  enum CommandError: Error, Sendable {
    case usage(String)
    case refused(String)
    case unreachable(String)
  }

  let name: String
  /// One line for `livery --help`.
  let summary: String
  /// The operands beside the flags.
  let operands: Operands
  let flags: [Flag]
  /// The text of `--help` after the flags; empty if the flags are enough.
  let details: String
  let run: @Sendable (Arguments) throws(CommandError) -> ExitCode

  struct Operands: Sendable {
    /// The operands in the usage line: `[DIR]`.
    let usage: String
    let count: ClosedRange<Int>

    static let none = Operands(usage: "", count: 0...0)
  }

  init(
    _ name: String, _ summary: String, operands: Operands = .none, flags: [Flag] = [], details: String = "",
    run: @escaping @Sendable (Arguments) throws(CommandError) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.flags = flags
    self.details = details
    self.run = run
  }
}

extension Command.CommandError {
  /// Wraps an error of the settings, of the start or of the server.
  init(_ error: any Error) {
    let isUsage = (error as? SettingsError)?.cause == .usage
    self = isUsage ? .usage("\(error)") : .refused("\(error)")
  }
}

extension Command {
  /// The text of `livery NAME --help`.
  var help: String {
    var text = "usage: livery \(name)\(flags.isEmpty ? "" : " [FLAGS]")"
    text += operands.usage.isEmpty ? "\n" : " \(operands.usage)\n"
    text += "\n\(summary)\n"
    let listed = flags.filter(\.isListed)
    if !listed.isEmpty { text += "\n" + Flag.table(listed) }
    if !details.isEmpty { text += "\n\(details)\n" }
    return HelpText.folded(text)
  }
}

/// A flag of a command.
struct Flag: Sendable {
  /// The name with its dashes: `--server`.
  let name: String
  /// The placeholder of the value in the help; nil for a flag without a value.
  let value: String?
  let meaning: String
  /// The environment variable that is used if the flag is missing.
  let variable: String?
  /// Indicates whether the flag may be repeated.
  let repeats: Bool
  /// False if the details of the command describe the flag.
  let isListed: Bool

  init(
    _ name: String, _ value: String? = nil, _ meaning: String, variable: String? = nil,
    repeats: Bool = false, isListed: Bool = true
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.variable = variable
    self.repeats = repeats
    self.isListed = isListed
  }

  /// Returns the flags for the server settings with these keys.
  static func settings(_ keys: Set<String>) -> [Flag] {
    SettingTable.settings.filter { keys.contains($0.key) }.map { Flag($0.flag, $0.placeholder, $0.meaning) }
  }

  /// Returns a line for each flag, with aligned meanings.
  static func table(_ flags: [Flag]) -> String {
    let spellings = flags.map { flag in "\(flag.name)\(flag.value.map { " \($0)" } ?? "")" }
    let width = spellings.map(\.count).max() ?? 0
    return zip(flags, spellings).map { flag, spelling in
      let gap = String(repeating: " ", count: width - spelling.count + 2)
      return "  \(spelling)\(gap)\(flag.meaning)\(flag.variable.map { " (or \($0))" } ?? "")\n"
    }.joined()
  }
}
