internal import Service

extension Command {
  /// Writes what a server serves into a config folder.
  static let export = Command(
    "export", "Write what a running server serves into a folder: themes, kits, images.",
    operands: Operands(usage: "DIR", count: 1...1), flags: [.force] + Flag.connection,
    details: """
      The folder can be served as it is, by another server or in an app that must start without one. Themes are written as
      they came in, uploads in place of the files that they stand for; of images those that themes name, in each scale
      and for each idiom. It ends with 1 and writes nothing where a file is there already, unless --force is given.
      Files are written one by one: where the server fails on the way, those before stay.

      Settings and schemas are not in it. What shows first where it is served says --default-theme, and an editor's schema
      is made by 'livery schema --out DIR/schema/theme.schema.json --config DIR'.
      """
  ) { arguments throws(CommandError) in
    let bundle = try ServerBundle(of: try ServerConnection(arguments))
    let folder = arguments.operands[0]
    let isReplacing = arguments.has(.force)
    do throws(DocumentFile.AccessError) {
      if !isReplacing { try DocumentFile.requireAbsent(bundle.files.map { "\(folder)/\($0.name)" }) }
    } catch { throw .refused(error.description) }
    for file in bundle.files {
      let bytes = try bundle.bytes(of: file)
      do throws(DocumentFile.AccessError) {
        try DocumentFile.write(bytes, to: "\(folder)/\(file.name)", replacing: isReplacing)
      } catch { throw .refused(error.description) }
    }
    let counts = ["themes", "kits", "images"].map { part in
      let count = bundle.files.count { $0.name.hasPrefix("\(part)/") }
      return "\(count) \(count == 1 ? String(part.dropLast()) : part)"
    }
    Console.print("\(folder): \(counts.joined(separator: ", ")).\n")
    return .done
  }
}
