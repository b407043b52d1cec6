internal import Service
internal import Themes

extension Command {
  /// Tells everything that is wrong with the files of a config folder, or worth knowing.
  static let check = Command(
    "check", "Check the settings, kits and themes of a config folder.",
    operands: Operands(usage: "[DIR]", count: 0...1), flags: [.config, .strict, .json],
    details: """
      DIR is the config folder, as for --config. Ends with 0 when no error was found, with 1 otherwise. Errors keep
      the server from starting; warnings are mistakes that show on a screen, such as text that is hard to read on
      its background; notes are worth knowing. NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    let report = try CheckReport(of: arguments.operands.first ?? arguments[.config] ?? "Config")
    if arguments.has(.json) {
      Console.print(report.json)
    } else {
      Console.print(report.text(Paint(depth: .ofOutput)))
    }
    let isRefused = report.count(.error) > 0 || (arguments.has(.strict) && report.count(.warning) > 0)
    return isRefused ? .refused : .done
  }
}

extension Flag {
  /// Where the files are, for commands that work without a server.
  static let config = Flag(
    "--config", "DIR", "the config folder, 'Config' when not given", variable: "LIVERY_CONFIG")
  fileprivate static let strict = Flag("--strict", nil, "end with 1 for warnings, too")
}
