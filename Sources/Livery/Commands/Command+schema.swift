internal import Service
internal import Themes

extension Command {
  /// Prints what editors complete themes and check them by.
  static let schema = Command(
    "schema", "Print the JSON Schema of themes, for editors, by the kits and themes of a config folder.",
    operands: Operands(usage: "[DIR]", count: 0...1), flags: [.schemaFile, .config],
    details: """
        livery schema --out Config/schema/theme.schema.json

      After that an editor completes the classes, properties, states and traits of the folder's kits, and the styles
      and traits that its themes add, in every theme whose "$schema" is "../schema/theme.schema.json".
      Where a kit has an error, FILE stays as it is.
      """
  ) { arguments throws(CommandError) in
    let library = try KitFolder.library(of: arguments.operands.first ?? arguments[.config])
    let schema = ThemeSchema(
      of: library.kits.values, styles: library.styledTargets(of: library.themes.keys),
      addedTraits: library.addedTraits(of: library.themes.keys))
    guard let file = arguments[.schemaFile] else {
      Console.print(String(decoding: schema.document(), as: UTF8.self))
      return .done
    }
    do throws(DocumentFile.AccessError) {
      try DocumentFile.write(schema.document(), to: file, replacing: true)
    } catch { throw .refused(error.description) }
    return .done
  }
}

extension Flag {
  /// A file that the shell opens for the output is empty before anything is known to be wrong.
  fileprivate static let schemaFile = Flag(
    "--out", "FILE", "where to write it, the output when not given; a file that is there is replaced")
}
