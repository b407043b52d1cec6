internal import Service
internal import Themes

extension Command {
  /// Writes a config folder to begin with.
  static let initialize = Command(
    "init", "Write a config folder to begin with: two themes, settings, schemas for editors.",
    operands: Operands(usage: "[DIR]", count: 0...1), flags: [.force],
    details: """
      DIR is Config when not given. Kits need no file, for the program has them: one of your own in DIR/kits stands
      beside them, or in place of one of its name. Files that are there already stay, unless --force is given.
      """
  ) { arguments throws(CommandError) in
    let folder = arguments.operands.first ?? "Config"
    let files = ShippedFiles.starter.map { (path: "\(folder)/\($0.name)", bytes: $0.bytes) }
    do throws(DocumentFile.AccessError) {
      try DocumentFile.write(files, replacing: arguments.has(.force))
    } catch { throw .refused(error.description) }
    let paths = files.map { "  \($0.path)\n" }.joined()
    let flag = folder == "Config" ? "" : " --config \(folder)"
    Console.print(
      """
      \(paths)
      Next: 'livery serve\(flag)' serves them and follows what you change; 'livery check \(folder)' says what is wrong.

      """)
    return .done
  }
}
