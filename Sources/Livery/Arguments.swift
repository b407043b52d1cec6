internal import Documents
internal import Service
internal import Themes

/// The arguments of a command: flags with their values, and operands.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  /// The values by flag name; empty for a flag without a value.
  private(set) var given: [String: String] = [:]
  /// All values of repeatable flags, in their order.
  private var repeated: [String: [String]] = [:]
  private(set) var asksForHelp = false
  /// The environment variables that stand in for missing flags.
  private var environment: [String: String] = [:]

  /// Returns the value of the flag, or of its environment variable.
  subscript(_ flag: Flag) -> String? {
    given[flag.name] ?? flag.variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns all values of a repeatable flag.
  func all(_ flag: Flag) -> [String] { repeated[flag.name] ?? [] }

  func has(_ flag: Flag) -> Bool { given[flag.name] != nil }

  /// Parses `--flag value`, `--flag=value` and, after `--`, operands that begin with a dash.
  init(
    _ words: [String], for command: Command, environment: [String: String] = ProcessEnvironment.variables
  ) throws(Command.CommandError) {
    self.environment = environment
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      if word == "--help" || word == "-h" {
        asksForHelp = true
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      try take(flag: word, from: &words, for: command)
    }
    try countOperands(for: command)
  }

  private mutating func take(
    flag word: String, from words: inout ArraySlice<String>, for command: Command
  ) throws(Command.CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      guard name != "--token" else {
        throw .usage(
          "'livery \(command.name)' has no flag '--token', as every user of this machine could read it; LIVERY_TOKEN "
            + "or a file holds the token.")
      }
      let names = command.flags.map(\.name)
      let question =
        SettingTable.flagElsewhere(name).flatMap { names.contains($0) ? "; did you mean '\($0)'?" : nil }
        ?? NearestName.question(name, among: names)
      throw .usage("'livery \(command.name)' has no flag '\(name)'\(question)")
    }
    guard given[name] == nil || flag.repeats else { throw .usage("'\(name)' is given twice.") }
    guard flag.value != nil else {
      guard parts.count == 1 else { throw .usage("'\(name)' takes no value.") }
      given[name] = ""
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
      throw .usage("'\(name)' needs a value: \(name) \(flag.value ?? "").")
    }
    given[name] = value
    if flag.repeats { repeated[name, default: []].append(value) }
  }

  private func countOperands(for command: Command) throws(Command.CommandError) {
    if operands.count > command.operands.count.upperBound {
      let extra = operands[command.operands.count.upperBound]
      throw .usage("'livery \(command.name)' does not take '\(extra)'.")
    }
    if operands.count < command.operands.count.lowerBound {
      throw .usage("'livery \(command.name)' needs \(command.operands.usage).")
    }
  }
}
