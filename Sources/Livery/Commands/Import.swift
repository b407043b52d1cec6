internal import Documents
internal import Formats
internal import Service
internal import Themes

extension Command {
  static let importing = Command(
    name: "import", summary: "Convert themes of other formats to Livery's format.",
    operands: ("FILE|DIR…", 1...1000),
    flags: [.format, .out, .themes, .contexts, .roles, .force, .config, .json],
    details: """
      Writes NAME.json for each theme in the files, and reports what has no counterpart. A folder stands for the
      documents in it and below it. Token files there without a resolver document are one theme with the folder's name:
      they are joined in the order of their names, and those called light, dark or high-contrast, Figma's modes, and the
      files in a folder 'brands', 'themes' or 'modes' are contexts, as are those that --contexts names. The format follows from the file's name, otherwise from its content, otherwise from --from:
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
  static let format = Flag("--from", "FORMAT", "the format of the files, regardless of their names")
  static let out = Flag("--out", "DIR", "the folder to write to; by default, the current folder")
  static let themes = Flag(
    "--themes", "MODIFIER",
    "create a theme for each context of this modifier, or for each theme of this group")
  static let contexts = Flag(
    "--contexts", "NAME,…", "files, or folders of files, in a folder of tokens that exclude each other")
  fileprivate static let roles = Flag(
    "--roles", nil, "also write NAME.roles.json, a theme with rules by the usual names of colors")
  static let force = Flag("--force", nil, "replace files that exist already")
}

struct ImportReport {
  private let result: ThemeImport
  private let documents: DocumentCollection
  /// The path of each document that was written, in their order.
  private var paths: [String] = []
  private let roles: [ThemeRoles]
  /// The themes without rules that none are proposed for.
  private let unnamed: [String]

  var isRefused: Bool {
    result.problems.contains { $0.severity == .error } || !documents.unread.isEmpty
      || documents.recognized.isEmpty
  }

  init(_ arguments: Arguments) throws(CommandError) {
    let contexts = arguments[.contexts]?.split(separator: ",").map(String.init) ?? []
    documents = try DocumentCollection(arguments.operands, format: arguments[.format], contexts: contexts)
    let files = documents.recognized.map(\.file)
    let config = try attempt { try ConfigFolder.named(arguments[.config]) }
    result = ThemeImport(
      files, companions: Self.companions(of: files, makingThemesOf: arguments[.themes]),
      around: config?.themes ?? [], kits: config?.kits ?? ShippedFiles.kits)
    let proposed = (arguments.has(.roles) ? result.documents : []).map {
      ($0.theme, ThemeRoles(for: $0.theme))
    }
    roles = proposed.compactMap(\.1)
    unnamed = proposed.filter { $0.rules.isEmpty && $1 == nil }.map(\.0.name)
    guard documents.unread.isEmpty else { return }
    let folder = arguments[.out] ?? "."
    paths = result.documents.map { "\(folder)/\($0.theme.name).json" }
    let written =
      zip(paths, result.documents).map { (path: $0, bytes: $1.bytes) }
      + roles.map { (path: "\(folder)/\($0.name).json", bytes: $0.bytes) }
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
    for document in documents.recognized {
      guard let reason = document.reason else { continue }
      text +=
        "\(paint(document.file.name, .bold)) is read as \(document.format.name), because of its content: \(reason).\n"
    }
    if !documents.unread.isEmpty { return text + documents.complaint + "\n" }
    for (document, path) in zip(result.documents, paths) {
      text += "\(paint(path, .bold)): \(Self.summary(document.theme)).\n"
      for note in document.notes { text += "  \(paint("note:", .cyan)) \(note)\n" }
    }
    for theme in roles {
      text += "\(paint("\(theme.name).json", .bold)): \(theme.proposals.count) rules, to keep or to drop.\n"
      for rule in theme.proposals { text += "  \(rule.target) \(rule.property): \(rule.reason).\n" }
    }
    for name in unnamed {
      text +=
        "No rules are proposed for \(Quoted.name(name)): no color has a usual name such as 'background', or its kit is none of "
        + "the program's.\n"
    }
    return documents.recognized.isEmpty || text.isEmpty ? text + "There is no theme in these files.\n" : text
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
      json.objects("written", for: Array(zip(result.documents, paths))) { json, written in
        json.member("theme", written.0.theme.name)
        json.member("file", written.1)
        json.strings("notes", written.0.notes)
      }
      json.objects("roles", for: roles) { json, theme in
        json.member("theme", theme.name)
        json.objects("rules", for: theme.proposals) { json, rule in
          json.member("for", rule.target)
          json.member("property", rule.property)
          json.member("color", rule.color)
          json.member("reason", rule.reason)
        }
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
    /// The reason for assuming the format; nil if the file's name says it.
    let reason: String?
  }

  private(set) var recognized: [Recognized] = []
  /// The files of no known format, as the user named them.
  private(set) var unread: [String] = []
  /// Messages about files in folders that are no themes.
  private(set) var passedOver: [String] = []

  /// - Parameters:
  ///   - format: the format of all files, if the user named one.
  ///   - contexts: the names of token files in folders that exclude each other.
  init(_ paths: [String], format: String?, contexts: [String] = []) throws(CommandError) {
    if let format, Dialects.all.named(format) == nil { throw .usage(Dialects.all.unknown(format)) }
    for path in paths {
      if format == nil, try attempt({ try DocumentFile.documents(in: path) }) != nil {
        try add(folder: path.last == "/" ? String(path.dropLast()) : path, contexts)
        continue
      }
      for document in try attempt({ try DocumentFile.documents(in: path) }) ?? [path] {
        let file = try attempt { try DocumentFile.read(document, format: format) }
        if format == nil, let other = Self.otherUse(of: file) { throw .refused(other) }
        take(file)
      }
    }
    let parts = Set(recognized.flatMap { $0.file.parts.dropFirst().map(\.name) })
    recognized.removeAll { parts.contains($0.file.name) }
  }

  /// Adds the documents in a folder and below it; its token files as one, unless a resolver document puts them together.
  private mutating func add(folder: String, _ contexts: [String]) throws(CommandError) {
    let (files, others) = try attempt { try DocumentFile.tree(of: folder) }
    passedOver += others.prefix(Self.mostNamed).map { Self.passing($0) }
    if others.count > Self.mostNamed {
      passedOver.append("\(others.count - Self.mostNamed) more files are no themes.")
    }
    let tokens = TokenFolder(files.filter { $0.parts.isEmpty }, in: "\(folder)/")
    let unknown = tokens.unknown(contexts)
    guard unknown.isEmpty else {
      throw .refused(
        "'\(folder)' has no file and no folder of tokens that is called \(Quoted.choice(unknown.map { Quoted.name($0) })); "
          + "--contexts takes their names without endings.")
    }
    let isOne = !contexts.isEmpty || tokens.isOne(among: files)
    if isOne, let document = tokens.document(named: folder, contexts: contexts) {
      take(document)
      passedOver += tokens.remarks(contexts: contexts)
    }
    let taken = isOne ? Set(tokens.files.map(\.name)) : []
    for file in files where !taken.contains(file.name) {
      if let other = Self.otherUse(of: file) {
        passedOver.append(other)
      } else if file.parts.isEmpty, !file.isTheme {
        passedOver.append(Self.passing(file.name))
      } else {
        take(file)
      }
    }
  }

  private static let mostNamed = 20

  /// Returns a message about a file in a folder that is not read.
  static func passing(_ path: String) -> String {
    guard [".yml", ".yaml"].contains(where: path.hasSuffix), !path.contains("lock") else {
      return "'\(path.printable)' is no theme."
    }
    let json = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
    return
      "'\(path.printable)' is YAML, which is not read; convert it: yq -o=json '\(path.printable)' > '\(String(json).printable).json'"
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
    guard let (format, theme, reason) = Dialects.all.recognized(file) else {
      unread.append(file.name)
      return
    }
    // Its own modes and files are said by its content.
    guard file.parts.isEmpty else {
      return recognized.append(Recognized(file: file, format: format, theme: theme, reason: nil))
    }
    guard !Dialects.all.isCompanion(file) else { return }
    let named = SourceFile(
      name: file.name, bytes: file.bytes, format: format.name, parts: file.parts, sections: file.sections)
    let file = named.gathering { (name: String) -> [UInt8]? in (try? DocumentFile.read(name))?.bytes }
    recognized.append(Recognized(file: file, format: format, theme: theme, reason: reason))
  }

  /// The message about files of no known format.
  var complaint: String {
    if [".yml", ".yaml"].contains(where: unread[0].hasSuffix) { return Self.passing(unread[0]) }
    return "'\(unread[0])' is in no known format"
      + (unread.count > 1 ? ", nor are \(unread.count - 1) more" : "")
      + "; name the format with --from: \(Quoted.choice(Dialects.all.formats.map(\.name)))."
  }
}
