internal import Changes
internal import Checks
internal import Resolution
internal import Service
internal import Themes

/// Everything that is wrong with a config folder, or worth knowing.
struct CheckReport {
  private let folder: String
  private let library: Library
  private let problems: [Problem]
  private let ignored: [String]
  /// How many kits and themes were read, sound or not.
  private let files: Int
  /// Those of the folder, without the ones that come with the program.
  private let kits: [String]

  init(of folder: String) throws(Command.CommandError) {
    do throws(ConfigFolder.ReadError) {
      let files = try ConfigFolder.read(folder)
      let settings = try ConfigFolder.settingsFile(in: folder)
      let catalog = Catalog.reading(kits: files.kits, themes: files.themes, images: files.files.images)
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

  /// A problem after the other, then one line that sums up.
  func text(_ paint: Paint) -> String {
    var text = problems.map { $0.painted(paint, in: folder) + "\n\n" }.joined()
    for name in ignored {
      text +=
        "\(paint("\(folder)/\(name)", .bold)) is not read: no document that Livery knows has such a name.\n\n"
    }
    if isEmpty {
      text +=
        "Kits are read from \(folder)/kits, themes from \(folder)/themes; neither holds any. "
        + "'livery init \(folder)' writes themes to begin with.\n\n"
    }
    return text + summary(paint) + "\n"
  }

  /// Whether there was nothing to check: most likely another folder was meant.
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

  /// The same for programs.
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
  /// As `text`, in colors, the file named so that a terminal or an editor finds it.
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
  /// The file, seen from where the command was called.
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
