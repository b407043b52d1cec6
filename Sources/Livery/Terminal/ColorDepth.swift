internal import Service

/// How many colors whoever reads the output can be shown.
enum ColorDepth: Int, Sendable, Comparable {
  case none, sixteen, palette, full

  /// For standard output of this process.
  static let ofOutput = ColorDepth(
    isTerminal: Console.outputIsTerminal, variables: ProcessEnvironment.variables)

  /// `NO_COLOR` forbids colors, `CLICOLOR_FORCE` asks for them even where no terminal reads.
  init(isTerminal: Bool, variables: [String: String]) {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isForced = isSet("CLICOLOR_FORCE") && variables["CLICOLOR_FORCE"] != "0"
    let terminal = variables["TERM"] ?? ""
    guard !isSet("NO_COLOR"), isForced || (isTerminal && !["", "dumb"].contains(terminal)) else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]) || terminal.hasSuffix("-direct") {
      self = .full
    } else {
      self = terminal.contains("256color") ? .palette : .sixteen
    }
  }

  static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }
}
