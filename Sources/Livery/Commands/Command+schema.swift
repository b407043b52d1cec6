internal import Service
internal import Themes

extension Command {
  /// Prints what editors complete themes and check them by.
  static let schema = Command(
    "schema", "Print the JSON Schema of themes, for editors, by the kits and themes of a config folder.",
    operands: Operands(usage: "[DIR]", count: 0...1), flags: [.config],
    details: """
        livery schema > Config/schema/theme.schema.json

      After that an editor completes the classes, properties, states and traits of the folder's kits, and the styles
      and traits that its themes add, in every theme whose "$schema" is "../schema/theme.schema.json".
      """
  ) { arguments throws(CommandError) in
    let library = try KitFolder.library(of: arguments.operands.first ?? arguments[.config])
    let schema = ThemeSchema(
      of: library.kits.values, styles: library.styledTargets(of: library.themes.keys),
      addedTraits: library.addedTraits(of: library.themes.keys))
    Console.print(String(decoding: schema.document(), as: UTF8.self))
    return .done
  }
}
