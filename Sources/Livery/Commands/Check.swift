internal import Changes
internal import Checks
internal import Documents
internal import Formats
internal import Resolution
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  static let check = Command(
    name: "check", summary: "Check the settings, kits and themes of a config folder.",
    operands: ("[DIR]", 0...1), flags: [.config, .strict, .json, .output],
    details: """
      DIR is the config folder, as for --config. The exit code is 0 if there is no error, otherwise 1. Errors prevent
      the server from starting. Warnings are mistakes that users see, such as text that is hard to read on its
      background. Notes are for information. NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    let report = try CheckReport(of: arguments.operands.first ?? arguments[.config] ?? "Config")
    let format = arguments[.output] ?? CheckOutput.text.rawValue
    guard let output = CheckOutput(rawValue: format) else {
      throw .usage(
        "--format is \(Quoted.choice(CheckOutput.allCases.map { "'\($0.rawValue)'" })), not '\(format)'.")
    }
    let isRefused =
      report.count(.error) > 0 || report.isEmpty || (arguments.has(.strict) && report.count(.warning) > 0)
    switch output {
    case .text: Console.print(arguments.has(.json) ? report.json : report.text(Paint()))
    case .json: Console.print(report.json)
    case .sarif, .github: Console.print(report.text(as: output))
    }
    return isRefused ? .refused : .done
  }
}

extension Flag {
  /// The config folder, for commands that work without a server.
  static let config = Flag(
    "--config", "DIR", "the config folder, 'Config' by default", variable: "LIVERY_CONFIG")
  fileprivate static let output = Flag(
    "--format", "FORM", "text, json, sarif, or github for annotations in GitHub's workflows")
  fileprivate static let strict = Flag("--strict", nil, "exit with 1 for warnings, too")
}

/// All problems in a config folder.
struct CheckReport {
  private let folder: String
  private let library: Library
  private var problems: [Problem]
  private let ignored: [String]
  /// Messages about the files of a folder that is no config folder.
  private var passedOver: [String] = []
  /// The number of kits and themes that were read, with or without errors.
  private let files: Int
  /// The kits of the folder, without the kits in the program.
  private let kits: [String]

  /// - Parameter folder: a config folder, or any folder with files of themes.
  init(of folder: String) throws(CommandError) {
    if try !attempt({ try ConfigFolder.isOne(folder) }) {
      let documents = try DocumentCollection([folder], format: nil)
      library = Library.read(kits: ShippedFiles.kits, themes: documents.recognized.map(\.file), in: .all)
      (problems, ignored, kits) = (library.problems, [], [])
      (files, self.folder) = (documents.recognized.count, folder)
      passedOver = documents.passedOver
      return
    }
    let (files, settings) = try attempt {
      (try ConfigFolder.read(folder), try ConfigFolder.settingsFile(in: folder))
    }
    let catalog = Catalog.reading(
      kits: files.kits, themes: files.themes, in: .all, images: files.files.images)
    library = catalog.library
    problems = (settings.map { Settings.problems(in: $0) } ?? []) + library.problems
    if !library.hasErrors {
      problems += catalog.missingImages + catalog.fontProblems(files.fonts)
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

  /// Indicates whether the folder has neither a file that is read nor one that is known.
  var isEmpty: Bool { files == 0 }

  func count(_ severity: Problem.Severity) -> Int { problems.count { $0.severity == severity } }

  /// Returns all problems and a summary line.
  func text(_ paint: Paint) -> String {
    var text = problems.map { $0.painted(paint, in: folder) + "\n\n" }.joined()
    for name in ignored {
      text +=
        [".yml", ".yaml"].contains(where: name.hasSuffix)
        ? "\(DocumentCollection.passing("\(folder)/\(name)"))\n\n"
        : "\(paint("\(folder)/\(name)", .bold)) is not read, because no known kind of file has such a name.\n\n"
    }
    for words in passedOver { text += "\(words)\n\n" }
    // Most likely another folder was meant.
    if files == 0, ignored.isEmpty {
      text +=
        "Kits are read from \(folder)/kits, themes from \(folder)/themes; neither holds any. "
        + "'livery init \(folder)' writes themes to begin with.\n\n"
    }
    for name in bare {
      text +=
        "No rule uses the colors of '\(name)'; apps get them by their names. 'livery import --roles' proposes rules.\n\n"
    }
    let found = Problem.Severity.allCases.filter { count($0) > 0 }.map { severity in
      paint(Self.counted(count(severity), severity.rawValue), .bold, severity.ink)
    }
    return text
      + "\(folder): \(Self.counted(kits.count, "kit")) of your own, \(Self.counted(library.themes.count, "theme")): "
      + (found.isEmpty ? paint("no problems", .green) : found.joined(separator: ", ")) + ".\n"
  }

  /// Returns the problems for a tool of code review.
  func text(as output: CheckOutput) -> String {
    let path = { (place: SourceLocation) in place.path(in: folder) }
    return output == .sarif
      ? CheckOutput.sarif(problems, path: path) : CheckOutput.github(problems, path: path)
  }

  /// The themes of token files whose colors no rule uses, by names in ascending order.
  private var bare: [String] {
    let used = Set(
      library.themes.values.flatMap { $0.rules.isEmpty ? [] : library.lineage(of: $0.name).map(\.name) })
    return library.themes.values.filter { theme in
      let format = library.sources[theme.name].flatMap { Dialects.all.find(for: $0)?.dialect.name }
      return !theme.colors.isEmpty && !used.contains(theme.name)
        && ["tokens", "resolver", "tokensstudio"].contains(format)
    }.map(\.name).sorted()
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

/// The problems with the fonts of a config folder, beside the errors for which it is not served.
extension Catalog {
  /// - Parameter facts: the facts that the files state, by their names.
  func fontProblems(_ facts: [String: FontFile.Facts]) -> [Problem] {
    var named: Set<String> = []
    var problems: [Problem] = []
    for name in themes.keys.sorted() {
      guard let theme = library.themes[name], let text = library.sources[name].map({ SourceText($0.legible) })
      else { continue }
      for (_, faces) in theme.fonts.sorted(by: { $0.key < $1.key }) {
        named.formUnion(faces.map(\.file))
        problems += faces.compactMap { missing($0.file, $0.place, text) }
      }
      problems += otherFaces(of: name) { facts[$0] }
      problems += unknownFamilies(of: theme, text)
    }
    let unnamed = images.fontNames.filter { !named.contains($0) }
    return problems
      + unnamed.map {
        Problem(
          .note, code: "unused-font", place: SourceLocation(file: "fonts/\($0)", line: 1, column: 1),
          message: "No theme names this font.")
      }
  }

  private func missing(_ file: String, _ place: TextPosition, _ text: SourceText) -> Problem? {
    guard images.font(named: file) == nil else { return nil }
    return Problem(
      .note, code: "missing-font", place: text.place(at: place),
      message: "There is no font '\(file)' in fonts/\(NearestName.question(file, among: images.fontNames))")
  }

  /// Returns warnings of families that nothing gives. Without any `fonts`, an app has its families itself.
  private func unknownFamilies(of theme: Theme, _ text: SourceText) -> [Problem] {
    let known = Set(library.lineage(of: theme.name).flatMap(\.fonts.keys))
    guard !known.isEmpty else { return [] }
    let lower = Set(known.map { $0.lowercased() })
    return theme.namedFamilies.compactMap { family, place in
      guard !lower.contains(family.lowercased()), !FontFamilies.isOfPlatform(family) else { return nil }
      return Problem(
        .warning, code: "unknown-family", place: text.place(at: place),
        message: "No 'fonts' give the family '\(family)'\(NearestName.question(family, among: known))")
    }
  }
}

extension Theme {
  /// The families that its values and rules name, with their places.
  fileprivate var namedFamilies: [(family: String, place: TextPosition)] {
    let ofValues = values.sorted { $0.key < $1.key }.flatMap { _, entry in
      entry.contents.flatMap { content -> [(String, TextPosition)] in
        let family = content.type == .typography ? content.content.part(["fontFamily"]) : content.content
        guard content.type == .typography || content.type == .fontFamily else { return [] }
        return (family?.texts ?? []).map { ($0, entry.place) }
      }
    }
    let ofRules = rules.flatMap(\.settings).flatMap { setting -> [(String, TextPosition)] in
      let value = setting.value
      guard ["fontFamily", "font", "typeface"].contains(setting.key.name) else { return [] }
      if case .string(let text) = value {
        return setting.key.name == "font" ? [] : FontFamilies.names(in: text).map { ($0, setting.place) }
      }
      return (value.part(["family"])?.texts ?? []).map { ($0, setting.place) }
    }
    return ofValues + ofRules
  }
}

/// The forms in which tools of code review read the problems of a check.
enum CheckOutput: String, CaseIterable {
  case text, json, sarif, github

  /// Returns the problems as SARIF 2.1.0.
  /// - Parameter path: returns the path of a file relative to the working directory.
  static func sarif(_ problems: [Problem], path: (SourceLocation) -> String) -> String {
    JSONWriter.document { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.objects("runs", for: [problems]) { json, problems in
        json.object("tool") { json in
          json.object("driver") { json in
            json.member("name", "livery")
            json.objects("rules", for: Set(problems.map(\.code)).sorted()) { $0.member("id", $1) }
          }
        }
        json.objects("results", for: problems) { json, problem in
          json.member("ruleId", problem.code)
          json.member("level", problem.severity.rawValue)
          json.object("message") { $0.member("text", problem.message) }
          json.objects("locations", for: [problem.place]) { json, place in
            json.object("physicalLocation") { json in
              json.object("artifactLocation") { $0.member("uri", escaped(path(place))) }
              json.object("region") { json in
                json.member("startLine", place.line)
                json.member("startColumn", place.column)
              }
            }
          }
        }
      }
    }
  }

  /// Returns the problems as commands of GitHub's workflows, a line each, which become annotations.
  static func github(_ problems: [Problem], path: (SourceLocation) -> String) -> String {
    problems.map { problem in
      let level = problem.severity == .note ? "notice" : problem.severity.rawValue
      return "::\(level) file=\(value(path(problem.place), ",:")),line=\(problem.place.line),"
        + "col=\(problem.place.column),title=\(value(problem.code, ",:"))::\(value(problem.message))\n"
    }.joined()
  }

  /// Returns a text without the signs that end a part of a command.
  private static func value(_ text: String, _ others: String = "") -> String {
    escaped(text, "%\r\n" + others)
  }

  private static func escaped(_ text: String, _ signs: String = "% #?\"") -> String {
    text.written { scalar in
      guard signs.unicodeScalars.contains(scalar) else { return nil }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }
}
