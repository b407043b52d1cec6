internal import Documents
internal import Formats
internal import Service
internal import Themes

extension Command {
  static let importing = Command(
    name: "import", summary: "Convert themes of other formats to Livery's format.",
    operands: ("FILE|DIR…", 1...1000),
    flags: [.format, .out, .themes, .force, .config, .json],
    details: """
      Writes NAME.json for each theme in the files, and reports what has no counterpart. A folder stands for its
      documents. The format follows from the file's name, otherwise from its content, otherwise from --from:
      \(formats)
      Kits, and parents that are not among the files, are read from the
      config folder. Such files can also be served as they are, from the config folder's themes/.
      """
  ) { arguments throws(CommandError) in
    let report = try ImportReport(arguments)
    return arguments.print(
      json: report.json, text: report.text(Paint()), exit: report.isRefused ? .refused : .done)
  }

  private static var formats: String {
    Dialects.all.formats.map { "  \($0.name): NAME\($0.suffix)" }.joined(separator: "\n")
  }
}

extension Flag {
  static let format = Flag("--from", "FORMAT", "the format of the files, whatever their names")
  static let out = Flag("--out", "DIR", "the folder to write to; by default, the current folder")
  static let themes = Flag(
    "--themes", "MODIFIER",
    "create a theme for each context of this modifier, or for each theme of this group")
  static let force = Flag("--force", nil, "replace files that exist already")
}

struct ImportReport {
  private let result: ThemeImport
  private let documents: DocumentCollection
  /// The path of each document that was written, in their order.
  private var paths: [String] = []

  var isRefused: Bool { result.problems.contains { $0.severity == .error } || !documents.unread.isEmpty }

  init(_ arguments: Arguments) throws(CommandError) {
    documents = try DocumentCollection(arguments.operands, format: arguments[.format])
    let files = documents.recognized.map(\.file)
    let config = try attempt { try ConfigFolder.named(arguments[.config]) }
    result = ThemeImport(
      files, companions: Self.companions(of: files, makingThemesOf: arguments[.themes]),
      around: config?.themes ?? [], kits: config?.kits ?? ShippedFiles.kits)
    guard documents.unread.isEmpty else { return }
    let folder = arguments[.out] ?? "."
    paths = result.documents.map { "\(folder)/\($0.theme.name).json" }
    let written = zip(paths, result.documents).map { (path: $0, bytes: $1.bytes) }
    try attempt { try DocumentFile.write(written, replacing: arguments.has(.force)) }
  }

  /// Returns the sidecar files of the documents.
  private static func companions(of files: [SourceFile], makingThemesOf modifier: String?) -> [SourceFile] {
    files.flatMap { file -> [SourceFile] in
      let found = Dialects.all.companionNames(of: file).compactMap { try? DocumentFile.read($0) }
      return modifier.flatMap { file.companion(makingThemesOf: $0, over: found.first) }.map { [$0] } ?? found
    }
  }

  /// Returns the problems, then the files that were written.
  func text(_ paint: Paint) -> String {
    var text = result.problems.map { "\($0.painted(paint))\n\n" }.joined()
    for words in documents.passedOver { text += "\(words)\n" }
    for document in documents.recognized where document.isByContent {
      text +=
        "\(paint(document.file.name, .bold)) is read as \(document.format.name), because of its content.\n"
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

  var json: String {
    JSONWriter.document { json in
      json.list("written", zip(result.documents, paths)) { json, written in
        json.member("theme", written.0.theme.name)
        json.member("file", written.1)
        json.strings("notes", written.0.notes)
      }
      json.member("problems") { $0.array { for problem in result.problems { problem.write(to: &$0) } } }
    }
  }
}

/// The documents at the given paths, including those in folders, with their formats.
struct DocumentCollection {
  struct Recognized {
    let file: SourceFile
    let format: ThemeFormat
    /// The name of the theme, or of one of the themes.
    let theme: String
    /// Indicates whether the format was recognized by the content instead of the name.
    let isByContent: Bool
  }

  private(set) var recognized: [Recognized] = []
  /// The files of no known format, as the user named them.
  private(set) var unread: [String] = []
  /// Messages about files in folders that are no themes.
  private(set) var passedOver: [String] = []

  /// - Parameter format: the format of all files, if the user named one.
  init(_ paths: [String], format: String?) throws(CommandError) {
    if let format, Dialects.all.named(format) == nil { throw .usage(Dialects.all.unknown(format)) }
    for path in paths {
      let inside = try attempt { try DocumentFile.documents(in: path) }
      for document in inside ?? [path] {
        let file = try attempt { try DocumentFile.read(document, format: format) }
        if format == nil, let other = Self.otherUse(of: file) {
          guard inside != nil else { throw .refused(other) }
          passedOver.append(other)
        } else {
          take(file)
        }
      }
    }
    let parts = Set(recognized.flatMap { $0.file.parts.dropFirst().map(\.name) })
    recognized.removeAll { parts.contains($0.file.name) }
  }

  /// Returns a message for a file of a config folder that is no theme; nil for other files.
  private static func otherUse(of file: SourceFile) -> String? {
    if file.name.split(separator: "/").last == "livery.json" {
      return "'\(file.name)' holds a server's settings, not a theme."
    }
    guard file.name.hasSuffix(".json"), JSONReader.read(file).root?["classes"]?.kind == .object else {
      return nil
    }
    return "'\(file.name)' is a kit, not a theme; kits stand in the server's config folder, in kits/."
  }

  private mutating func take(_ file: SourceFile) {
    guard let (format, theme, isByContent) = Dialects.all.recognized(file) else {
      unread.append(file.name)
      return
    }
    guard !Dialects.all.isCompanion(file) else { return }
    let named = SourceFile(
      name: file.name, bytes: file.bytes, format: format.name, parts: file.parts, sections: file.sections)
    let file = named.gathering { (name: String) -> [UInt8]? in (try? DocumentFile.read(name))?.bytes }
    recognized.append(Recognized(file: file, format: format, theme: theme, isByContent: isByContent))
  }

  /// The message about files of no known format.
  var complaint: String {
    "'\(unread[0])' is in no known format"
      + (unread.count > 1 ? ", nor are \(unread.count - 1) more" : "")
      + "; name the format with --from: \(Quoted.choice(Dialects.all.formats.map(\.name)))."
  }
}
