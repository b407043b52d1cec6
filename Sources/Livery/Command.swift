internal import Service

/// Something the program can be asked to do, together with how it is asked.
struct Command: Sendable {
  /// The number the process ends with.
  enum ExitCode: Int32, Sendable {
    case done = 0
    /// Refused, or problems were found.
    case refused = 1
    case wrongUsage = 2
    /// The server could not be reached.
    case unreachable = 69
  }

  /// Why a command did not do what it was asked; each with one sentence for the one who asked.
  enum CommandError: Error, Sendable {
    case usage(String)
    case refused(String)
    case unreachable(String)
  }

  let name: String
  /// One line, as `livery --help` lists it.
  let summary: String
  /// What may stand beside the flags.
  let operands: Operands
  let flags: [Flag]
  /// What `--help` says after the flags; empty where the flags say it all.
  let details: String
  let run: @Sendable (Arguments) throws(CommandError) -> ExitCode

  struct Operands: Sendable {
    /// As the usage line shows them: `[DIR]`.
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
  /// What went wrong while settings were read, or after that.
  init(_ error: any Error) {
    let isUsage = (error as? SettingsError)?.cause == .usage
    self = isUsage ? .usage("\(error)") : .refused("\(error)")
  }
}

extension Command {
  /// What `livery NAME --help` prints.
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
