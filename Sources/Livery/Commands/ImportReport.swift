internal import Service
internal import Themes

/// What became of files that were to be imported.
struct ImportReport {
  private let result: ThemeImport
  private let documents: DocumentCollection
  /// Where each document was written, in their order.
  private var paths: [String] = []

  var isRefused: Bool { result.problems.contains { $0.severity == .error } || !documents.unread.isEmpty }

  init(_ arguments: Arguments) throws(Command.CommandError) {
    documents = try DocumentCollection(arguments.operands, format: arguments[.format])
    do throws(DocumentFile.AccessError) {
      let files = documents.recognized.map(\.file)
      let config = try Self.config(arguments[.config])
      result = ThemeImport(
        files, companions: Self.companions(of: files, makingThemesOf: arguments[.themes]),
        around: config?.themes ?? [],
        kits: config?.kits ?? ShippedFiles.kits)
      if documents.unread.isEmpty { try write(to: arguments[.out] ?? ".", replacing: arguments.has(.force)) }
    } catch { throw .refused(error.description) }
  }

  /// Nil where none was named and there is none.
  private static func config(_ folder: String?) throws(DocumentFile.AccessError) -> ConfigFolder? {
    do throws(ConfigFolder.ReadError) { return try ConfigFolder.named(folder) } catch {
      throw DocumentFile.AccessError(description: "\(error)")
    }
  }

  /// What lies beside the files and goes with them.
  private static func companions(of files: [SourceFile], makingThemesOf modifier: String?) -> [SourceFile] {
    files.flatMap { file -> [SourceFile] in
      let found = ThemeFormat.companionNames(of: file).compactMap { try? DocumentFile.read($0) }
      return modifier.flatMap { file.companion(makingThemesOf: $0, over: found.first) }.map { [$0] } ?? found
    }
  }

  private mutating func write(to folder: String, replacing: Bool) throws(DocumentFile.AccessError) {
    paths = result.documents.map { "\(folder)/\($0.theme.name).json" }
    let files = zip(paths, result.documents).map { (path: $0, bytes: $1.bytes) }
    try DocumentFile.write(files, replacing: replacing)
  }

  /// The problems, then what was written.
  func text(_ paint: Paint) -> String {
    var text = result.problems.map { "\($0.painted(paint))\n\n" }.joined()
    for words in documents.passedOver { text += "\(words)\n" }
    for document in documents.recognized where document.isByContent {
      text += "\(paint(document.file.name, .bold)) is read as \(document.format.name), by what is in it.\n"
    }
    if !documents.unread.isEmpty { return text + documents.complaint + "\n" }
    for (document, path) in zip(result.documents, paths) {
      text += "\(paint(path, .bold)): \(Self.summary(document.theme)).\n"
      for note in document.notes { text += "  \(paint("note:", .cyan)) \(note)\n" }
    }
    return text.isEmpty ? "There is no theme in these files.\n" : text
  }

  private static func summary(_ theme: Theme) -> String {
    let counts = [
      (theme.colors.count, "color"), (theme.images.count, "image"), (theme.values.count, "value"),
      (theme.rules.count, "rule"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return parts.isEmpty ? "empty" : parts.joined(separator: ", ")
  }

  /// The same for programs.
  var json: String {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("written") { json in
        json.array { json in
          for (document, path) in zip(result.documents, paths) {
            json.object { json in
              json.member("theme", document.theme.name)
              json.member("file", path)
              json.member("notes") { $0.array { for note in document.notes { $0.string(note) } } }
            }
          }
        }
      }
      json.member("problems") { $0.array { for problem in result.problems { problem.write(to: &$0) } } }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }
}
