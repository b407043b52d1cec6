internal import Documents
internal import Resolution
internal import ServerAccess
internal import Service

/// A command of the program, with its flags and its help.
struct Command: Sendable {
  /// The exit code of the process.
  enum ExitCode: Int32 {
    case done = 0
    /// The server refused, or problems were found.
    case refused = 1
    case wrongUsage = 2
    /// The server can't be reached.
    case unreachable = 69
  }

  let name: String
  /// The line of the command in `livery --help`.
  let summary: String
  /// The operands in the usage line, such as `[DIR]`, and their number.
  var operands: (usage: String, count: ClosedRange<Int>) = ("", 0...0)
  var flags: [Flag] = []
  /// The text of `--help` after the flags.
  var details = ""
  let run: @Sendable (Arguments) throws(CommandError) -> ExitCode

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

/// The reason why a command failed, in one sentence for the user.
enum CommandError: Error {
  case usage(String)
  case refused(String)
  case unreachable(String)

  init(_ error: any Error) {
    self =
      switch error {
      case let error as CommandError: error
      case let error as SettingsError where error.cause == .usage: .usage("\(error)")
      case is ServerAddress.AddressError: .usage("\(error)")
      case let error as LookupError: .refused(error.message.description)
      // A retry would have the same result.
      case HTTPClient.RequestError.tooLarge: .refused("\(error)")
      case is HTTPClient.RequestError: .unreachable("\(error)")
      default: .refused("\(error)")
      }
  }
}

/// Returns the result of the body. Converts every error to a `CommandError`.
func attempt<Success>(_ body: () throws -> Success) throws(CommandError) -> Success {
  do { return try body() } catch { throw CommandError(error) }
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
    (self.name, self.value, self.meaning, self.variable) = (name, value, meaning, variable)
    (self.repeats, self.isListed) = (repeats, isListed)
  }

  /// Returns the flags for the server settings with these keys.
  static func settings(_ keys: Set<String>) -> [Flag] {
    SettingTable.settings.filter { keys.contains($0.key) }.map { Flag($0.flag, $0.placeholder, $0.meaning) }
  }

  /// Returns a line for each flag, with aligned meanings.
  static func table(_ flags: [Flag]) -> String {
    Columns(
      flags.map { flag in
        [
          flag.name + (flag.value.map { " \($0)" } ?? ""),
          flag.meaning + (flag.variable.map { " (or \($0))" } ?? ""),
        ]
      }
    ).text(indent: "  ")
  }
}
