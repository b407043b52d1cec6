internal import Changes
internal import Checks
internal import Documents
internal import Formats
internal import Resolution
internal import Service
internal import Themes

extension Command {
  /// Reports all problems in the files of a config folder.
  static let check = Command(
    "check", "Check the settings, kits and themes of a config folder.",
    operands: Operands(usage: "[DIR]", count: 0...1), flags: [.config, .strict, .json],
    details: """
      DIR is the config folder, as for --config. The exit code is 0 if there is no error, otherwise 1. Errors prevent
      the server from starting. Warnings are mistakes that users see, such as text that is hard to read on its
      background. Notes are for information. NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    let report = try CheckReport(of: arguments.operands.first ?? arguments[.config] ?? "Config")
    if arguments.has(.json) {
      Console.print(report.json)
    } else {
      Console.print(report.text(Paint(depth: .ofOutput)))
    }
    let isRefused = report.count(.error) > 0 || (arguments.has(.strict) && report.count(.warning) > 0)
    return isRefused ? .refused : .done
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
  private let problems: [Problem]
  private let ignored: [String]
  /// The number of kits and themes that were read, with or without errors.
  private let files: Int
  /// The kits of the folder, without those that come with the program.
  private let kits: [String]

  init(of folder: String) throws(Command.CommandError) {
    do throws(ConfigFolder.ReadError) {
      let files = try ConfigFolder.read(folder)
      let settings = try ConfigFolder.settingsFile(in: folder)
      let catalog = Catalog.reading(
        kits: files.kits, themes: files.themes, in: .all, images: files.files.images)
      library = catalog.library
      problems =
        (settings.map { Settings.problems(in: $0) } ?? []) + library.problems
        + (library.hasErrors ? [] : MissingImages(catalog).notes + Self.remarks(on: settings, catalog))
      ignored = files.ignored
      let own = files.ownKits
      kits = library.kitSources.filter { own.contains($0.value.name) }.keys.sorted()
      self.files = own.count + files.themes.count
    } catch { throw .refused("\(error)") }
    self.folder = folder
  }

  private static func remarks(on settings: SourceFile?, _ catalog: Catalog) -> [Problem] {
    [settings.flatMap { Settings.remark(onDefaultThemeIn: $0, among: catalog.library.themes.keys) }]
      .compactMap(\.self)
  }

  func count(_ severity: Problem.Severity) -> Int { problems.count { $0.severity == severity } }

  /// Returns all problems and a summary line.
  func text(_ paint: Paint) -> String {
    var text = problems.map { $0.painted(paint, in: folder) + "\n\n" }.joined()
    for name in ignored {
      text +=
        "\(paint("\(folder)/\(name)", .bold)) is not read, because no known kind of document has such a name.\n\n"
    }
    if isEmpty {
      text +=
        "Kits are read from \(folder)/kits, themes from \(folder)/themes; neither holds any. "
        + "'livery init \(folder)' writes themes to begin with.\n\n"
    }
    return text + summary(paint) + "\n"
  }

  /// Indicates whether there was nothing to check, most likely because another folder was meant.
  private var isEmpty: Bool { files == 0 && ignored.isEmpty }

  private func summary(_ paint: Paint) -> String {
    let read =
      "\(Self.counted(kits.count, "kit")) of your own, \(Self.counted(library.themes.count, "theme"))"
    let found = Problem.Severity.allCases.filter { count($0) > 0 }.map { severity in
      paint(Self.counted(count(severity), severity.rawValue), .bold, severity.ink)
    }
    return
      "\(folder): \(read): \(found.isEmpty ? paint("no problems", .green) : found.joined(separator: ", "))."
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The report as JSON.
  var json: String {
    var json = JSONWriter(.pretty)
    json.object {
      $0.member("config", folder)
      $0.member("kits") { $0.array { for name in kits { $0.string(name) } } }
      $0.member("themes") { $0.array { for name in library.themes.keys.sorted() { $0.string(name) } } }
      $0.member("ignored") { $0.array { for name in ignored { $0.string(name) } } }
      $0.member("errors", count(.error))
      $0.member("warnings", count(.warning))
      $0.member("notes", count(.note))
      $0.member("problems") { $0.array { for problem in problems { problem.write(to: &$0) } } }
    }
    return String(decoding: json.finished(), as: UTF8.self)
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

/// Finds images that themes name but for which the image folder has no file.
///
/// A client may have such images in its own bundle, so each is a note.
struct MissingImages {
  private let catalog: Catalog
  private(set) var notes: [Problem] = []

  init(_ catalog: Catalog) {
    self.catalog = catalog
    guard !catalog.images.baseNames.isEmpty else { return }
    for name in catalog.themes.keys.sorted() { look(into: name) }
  }

  private mutating func look(into name: String) {
    let library = catalog.library
    guard let theme = library.themes[name], let compiled = catalog.themes[name],
      let text = library.sources[name].map({ SourceText($0.legible) })
    else { return }
    let family = compiled.lineage.compactMap { library.themes[$0] }
    let entries = Set(family.flatMap(\.images.keys))
    for (_, entry) in theme.images.sorted(by: { $0.key < $1.key }) {
      if let base = entry.base { check(base, at: entry.place, of: text, compiled) }
      for variant in entry.variants {
        if let image = variant.content { check(image, at: variant.place, of: text, compiled) }
      }
    }
    for setting in theme.rules.flatMap(\.settings) {
      for image in setting.value.images where !entries.contains(image) {
        check(image, at: setting.place, of: text, compiled)
      }
    }
  }

  private mutating func check(
    _ image: String, at place: TextPosition, of text: SourceText, _ theme: CompiledTheme
  ) {
    let candidates = theme.imagePrefixes.map { $0 + image } + [image]
    let files = Set(catalog.images.baseNames)
    guard !candidates.contains(where: files.contains) else { return }
    let bare = ImageFolder.bareName(of: image).flatMap { files.contains($0) ? $0 : nil }
    let advice =
      bare.map { "; write '\($0)', without the rest of the file's name." }
      ?? NearestName.question(image, among: files)
    notes.append(
      Problem(
        .note, code: "missing-image", place: text.place(at: place),
        message: "The image folder has no file for '\(image)'\(advice)"))
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
