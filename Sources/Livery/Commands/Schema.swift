internal import Documents
internal import Formats
internal import Service
internal import Themes

extension Command {
  static let schema = Command(
    name: "schema",
    summary: "Print the JSON Schema of themes, for editors, from the kits and themes of a config folder.",
    operands: ("[DIR]", 0...1), flags: [.schemaFile, .config],
    details: """
        livery schema --out Config/schema/theme.schema.json

      Editors then complete the classes, properties, states and traits of the folder's kits, and the styles and traits
      that its themes add, in every theme whose "$schema" is "../schema/theme.schema.json".
      If a kit has an error, FILE is not changed.
      """
  ) { arguments throws(CommandError) in
    let library = try KitFolder.library(of: arguments.operands.first ?? arguments[.config])
    let schema = ThemeSchema(
      of: library.kits.values, styles: library.styledTargets(of: library.themes.keys),
      addedTraits: library.addedTraits(of: library.themes.keys))
    if let file = arguments[.schemaFile] {
      try attempt { try DocumentFile.write(schema.document(), to: file, replacing: true) }
    } else {
      Console.print(String(decoding: schema.document(), as: UTF8.self))
    }
    return .done
  }
}

extension Flag {
  /// Shell redirection would empty the file before the command knows whether there are errors.
  fileprivate static let schemaFile = Flag(
    "--out", "FILE", "the file to write; by default, standard output; an existing file is replaced")
}

/// The kits of a config folder, whether or not its themes have errors.
enum KitFolder {
  /// - Parameters:
  ///   - named: the folder; nil for the default one, or the program's kits if that does not exist.
  ///   - kit: the only kit that is needed; nil for all.
  static func library(of named: String?, needing kit: String? = nil) throws(CommandError) -> Library {
    let read = try attempt { try ConfigFolder.named(named) ?? .starter(at: "Config") }
    let library = Library.read(kits: read.kits, themes: read.themes, in: .all)
    if let kit, library.kits[kit] != nil { return library }
    let broken = library.problems.first { $0.severity == .error && $0.place.file.hasPrefix("kits/") }
    guard let broken else { return library }
    throw .refused(
      "The kits have errors ('livery check \(read.path)' reports all):\n"
        + broken.painted(Paint(depth: .none), in: read.path))
  }
}

extension ConfigFolder {
  /// Reads the named folder or the default one. Returns nil if none was named and the default one does not exist.
  static func named(_ name: String?) throws(ReadError) -> ConfigFolder? {
    do throws(ReadError) { return try read(name ?? "Config") } catch {
      guard name == nil, case .missing = error else { throw error }
      return nil
    }
  }
}
