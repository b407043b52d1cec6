internal import Documents
internal import Resolution
internal import ServerAccess
internal import Service
internal import Themes

/// A command of the program, with its flags and its help.
struct Command: Sendable {
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

/// The arguments of a command: flags with their values, and operands.
struct Arguments {
  private(set) var operands: [String] = []
  /// The last value of each flag by name; empty for a flag without a value.
  private(set) var given: [String: String] = [:]
  /// All values of repeatable flags, in their order.
  private var repeated: [String: [String]] = [:]
  private(set) var asksForHelp = false
  /// The environment variables that stand in for missing flags.
  private let environment = ProcessEnvironment.variables

  /// Returns the value of the flag, or of its environment variable.
  subscript(_ flag: Flag) -> String? {
    given[flag.name] ?? flag.variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns all values of a repeatable flag.
  func all(_ flag: Flag) -> [String] { repeated[flag.name] ?? [] }

  func has(_ flag: Flag) -> Bool { given[flag.name] != nil }

  /// Prints the result of a command: as JSON with `--json`, otherwise as text.
  func print(
    json: @autoclosure () -> String, text: @autoclosure () -> String, exit code: Command.ExitCode = .done
  ) -> Command.ExitCode {
    Console.print(has(.json) ? json() : text())
    return code
  }

  /// Parses `--flag value`, `--flag=value` and, after `--`, operands that begin with a dash.
  init(_ words: [String], for command: Command) throws(CommandError) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--":
        operands += words
        words = []
      case "--help", "-h":
        asksForHelp = true
        return
      case _ where word.hasPrefix("-") && word != "-": try take(flag: word, from: &words, for: command)
      default: operands.append(word)
      }
    }
    let (usage, count) = command.operands
    if operands.count > count.upperBound {
      throw .usage("'livery \(command.name)' does not take '\(operands[count.upperBound])'.")
    }
    if operands.count < count.lowerBound { throw .usage("'livery \(command.name)' needs \(usage).") }
  }

  private mutating func take(
    flag word: String, from words: inout ArraySlice<String>, for command: Command
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      guard name != "--token" else {
        throw .usage(
          "'livery \(command.name)' has no flag '--token', as every user of this machine could read it; LIVERY_TOKEN "
            + "or a file holds the token.")
      }
      throw .usage("'livery \(command.name)' has no flag '\(name)'\(command.advice(for: name))")
    }
    guard given[name] == nil || flag.repeats else { throw .usage("'\(name)' is given twice.") }
    guard let placeholder = flag.value else {
      guard parts.count == 1 else { throw .usage("'\(name)' takes no value.") }
      given[name] = ""
      return
    }
    guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
      throw .usage("'\(name)' needs a value: \(name) \(placeholder).")
    }
    given[name] = value
    if flag.repeats { repeated[name, default: []].append(value) }
  }
}

extension Command {
  /// The largest number of flags that are all named in place of a wrong one.
  private static let mostNamed = 12

  /// Returns the end of a sentence about a flag that the command does not have.
  fileprivate func advice(for wrong: String) -> Message {
    let names = flags.map(\.name)
    // The words of other servers, each with the flag that it stands for here.
    let foreign = SettingTable.elsewhere.keys.map { "--\($0)" }.filter {
      SettingTable.flagElsewhere($0).map(names.contains) ?? false
    }
    let near = NearestName.of(wrong, among: names + foreign).map { SettingTable.flagElsewhere($0) ?? $0 }
    guard near == nil, (1...Self.mostNamed).contains(names.count) else { return NearestName.question(near) }
    return "; it has \(names.joined(separator: ", "))."
  }
}
