internal import Bindings
package import Themes

/// What the program brings along, named as in a config folder: `kits/uikit.json`.
package enum ShippedFiles {
  /// Those that every config folder has unless it has another of the same name.
  package static let kits = files(under: "config/").filter { $0.name.hasPrefix("kits/") }

  /// What editors complete and check by.
  static let schemas = files(under: "config/").filter { $0.name.hasPrefix("schema/") }

  /// A folder to begin with.
  package static let starter = files(under: "starter/") + schemas

  private static func files(under folder: String) -> [SourceFile] {
    WebFiles.all.filter { $0.key.hasPrefix(folder) }.map { path, bytes in
      SourceFile(name: String(path.dropFirst(folder.count)), bytes: bytes)
    }.sorted { $0.name < $1.name }
  }
}
