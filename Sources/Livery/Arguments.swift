internal import Documents
internal import ServerAccess
internal import Service
internal import Themes

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
