internal import Changes
internal import Checks
internal import Documents
internal import Formats
internal import Resolution
internal import Service
internal import Themes

extension Command {
  static let check = Command(
    name: "check", summary: "Check the settings, kits and themes of a config folder.",
    operands: ("[DIR]", 0...1), flags: [.config, .strict, .json],
    details: """
      DIR is the config folder, as for --config. The exit code is 0 if there is no error, otherwise 1. Errors prevent
      the server from starting. Warnings are mistakes that users see, such as text that is hard to read on its
      background. Notes are for information. NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    let report = try CheckReport(of: arguments.operands.first ?? arguments[.config] ?? "Config")
    let isRefused = report.count(.error) > 0 || (arguments.has(.strict) && report.count(.warning) > 0)
    return arguments.print(
      json: report.json, text: report.text(Paint()), exit: isRefused ? .refused : .done)
  }
}

extension Flag {
  /// The config folder, for commands that work without a server.
  static let config = Flag(
    "--config", "DIR", "the config folder, 'Config' by default", variable: "LIVERY_CONFIG")
  fileprivate static let strict = Flag("--strict", nil, "exit with 1 for warnings, too")
}

/// All problems in a config folder.
struct CheckReport {
  private let folder: String
  private let library: Library
  private var problems: [Problem]
  private let ignored: [String]
  /// The number of kits and themes that were read, with or without errors.
  private let files: Int
  /// The kits of the folder, without the kits in the program.
  private let kits: [String]

  init(of folder: String) throws(CommandError) {
    let (files, settings) = try attempt {
      (try ConfigFolder.read(folder), try ConfigFolder.settingsFile(in: folder))
    }
    let catalog = Catalog.reading(
      kits: files.kits, themes: files.themes, in: .all, images: files.files.images)
    library = catalog.library
    problems = (settings.map { Settings.problems(in: $0) } ?? []) + library.problems
    if !library.hasErrors {
      problems += catalog.missingImages
      if let settings, let remark = Settings.remark(onDefaultThemeIn: settings, among: library.themes.keys) {
        problems.append(remark)
      }
    }
    ignored = files.ignored
    let own = files.ownKits
    kits = library.kitSources.filter { own.contains($0.value.name) }.keys.sorted()
    self.files = own.count + files.themes.count
    self.folder = folder
  }

  func count(_ severity: Problem.Severity) -> Int { problems.count { $0.severity == severity } }

  /// Returns all problems and a summary line.
  func text(_ paint: Paint) -> String {
    var text = problems.map { $0.painted(paint, in: folder) + "\n\n" }.joined()
    for name in ignored {
      text +=
        "\(paint("\(folder)/\(name)", .bold)) is not read, because no known kind of file has such a name.\n\n"
    }
    // Most likely another folder was meant.
    if files == 0, ignored.isEmpty {
      text +=
        "Kits are read from \(folder)/kits, themes from \(folder)/themes; neither holds any. "
        + "'livery init \(folder)' writes themes to begin with.\n\n"
    }
    let found = Problem.Severity.allCases.filter { count($0) > 0 }.map { severity in
      paint(Self.counted(count(severity), severity.rawValue), .bold, severity.ink)
    }
    return text
      + "\(folder): \(Self.counted(kits.count, "kit")) of your own, \(Self.counted(library.themes.count, "theme")): "
      + (found.isEmpty ? paint("no problems", .green) : found.joined(separator: ", ")) + ".\n"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  var json: String {
    JSONWriter.document {
      $0.member("config", folder)
      $0.strings("kits", kits)
      $0.strings("themes", library.themes.keys.sorted())
      $0.strings("ignored", ignored)
      $0.member("errors", count(.error))
      $0.member("warnings", count(.warning))
      $0.member("notes", count(.note))
      $0.member("problems") { $0.array { for problem in problems { problem.write(to: &$0) } } }
    }
  }
}

extension Problem {
  /// Returns the problem in colors, with a file path that terminals and editors recognize.
  func painted(_ paint: Paint, in folder: String? = nil) -> String {
    let file = folder.map { place.path(in: $0) } ?? place.file
    let position = paint("\(file):\(place.line):\(place.column):", .bold)
    let head = "\(position) \(paint("\(severity.rawValue):", .bold, severity.ink)) \(message)"
    guard !frame.isEmpty else { return head }
    var lines = frame.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let caret = lines.removeLast()
    return ([head] + lines.map { paint($0, .faint) } + [paint(caret, severity.ink)]).joined(separator: "\n")
  }
}

extension SourceLocation {
  /// Returns the path of the file relative to the working directory.
  func path(in folder: String) -> String { file.hasPrefix("\(folder)/") ? file : "\(folder)/\(file)" }
}

extension Problem.Severity {
  var ink: Paint.Ink {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }
}

extension Catalog {
  /// Notes on the images that themes name but for which the image folder has no file. An app may have them in its bundle.
  fileprivate var missingImages: [Problem] {
    let files = Set(images.baseNames)
    return files.isEmpty ? [] : themes.keys.sorted().flatMap { missingImages(of: $0, files) }
  }

  private func missingImages(of name: String, _ files: Set<String>) -> [Problem] {
    guard let theme = library.themes[name], let compiled = themes[name],
      let text = library.sources[name].map({ SourceText($0.legible) })
    else { return [] }
    let entries = Set(compiled.lineage.compactMap { library.themes[$0] }.flatMap(\.images.keys))
    var named: [(image: String, place: TextPosition)] = []
    for (_, entry) in theme.images.sorted(by: { $0.key < $1.key }) {
      if let base = entry.base { named.append((base, entry.place)) }
      named += entry.variants.compactMap { variant in variant.content.map { ($0, variant.place) } }
    }
    for setting in theme.rules.flatMap(\.settings) {
      named += setting.value.images.filter { !entries.contains($0) }.map { ($0, setting.place) }
    }
    return named.compactMap { image, place in
      guard !(compiled.imagePrefixes + [""]).contains(where: { files.contains($0 + image) }) else {
        return nil
      }
      let bare = ImageFolder.bareName(of: image).flatMap { files.contains($0) ? $0 : nil }
      let advice =
        bare.map { "; write '\($0)', without the rest of the file's name." }
        ?? NearestName.question(image, among: files)
      return Problem(
        .note, code: "missing-image", place: text.place(at: place),
        message: "The image folder has no file for '\(image)'\(advice)")
    }
  }
}

extension Value {
  /// All images in the value.
  fileprivate var images: [String] {
    switch self {
    case .image(let name): [name]
    case .list(let items): items.flatMap(\.images)
    case .object(let members): members.flatMap(\.value.images)
    case .blocked, .color, .number, .bool, .string, .reference: []
    }
  }
}
