internal import Service
internal import Themes

extension Command {
  /// Turns files of other formats into Livery's own.
  static let importing = Command(
    "import", "Turn themes of other formats into Livery's own.",
    operands: Operands(usage: "FILE|DIR…", count: 1...1000),
    flags: [.format, .out, .themes, .force, .config, .json],
    details: """
      Writes NAME.json for each theme in the files, and tells what had no counterpart. A folder stands for the documents
      in it. A file's name says its format, else what is in it does, else --from:
      \(formats)
      Kits, and parents that are not among the files, come from the
      config folder. Files like these can also be served as they are, from the config folder's themes/.
      """
  ) { arguments throws(CommandError) in
    let report = try ImportReport(arguments)
    if arguments.has(.json) {
      Console.print(report.json)
    } else {
      Console.print(report.text(Paint(depth: .ofOutput)))
    }
    return report.isRefused ? .refused : .done
  }

  private static var formats: String {
    ThemeFormat.all.map { "  \($0.name): NAME\($0.suffix)" }.joined(separator: "\n")
  }
}

extension Flag {
  static let format = Flag("--from", "FORMAT", "the files' format, whatever they are called")
  static let out = Flag("--out", "DIR", "where to write, the current folder when not given")
  static let themes = Flag(
    "--themes", "MODIFIER", "make a theme of each context of this modifier, or of each theme of this group")
  static let force = Flag("--force", nil, "replace files that are there already")
}
