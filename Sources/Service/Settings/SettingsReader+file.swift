package import Themes

/// Settings from `livery.json`.
extension SettingsReader {
  /// Takes all that is right, then throws if anything was wrong.
  mutating func take(file: SourceFile?) throws(SettingsError) {
    let problems = file.map { read($0) } ?? []
    guard problems.isEmpty else {
      throw SettingsError(cause: .files, sentences: problems.map(\.text))
    }
  }

  /// Takes all that is right; returns all that is wrong.
  fileprivate mutating func read(_ file: SourceFile) -> [Problem] {
    var (root, problems) = JSONReader.read(file)
    problems = problems.map(\.withoutWords.withoutFrame)
    guard let root else { return problems }
    if root.kind == .object {
      for member in root.members where member.name != "$schema" { take(member, &problems) }
    } else {
      problems.append(root.problem(code: "wrong-type", "Settings are an object: { \"listen\": … }."))
    }
    return problems.map(\.withoutFrame)
  }

  private mutating func take(_ member: JSONNode.Member, _ problems: inout [Problem]) {
    guard let setting = SettingTable.settings.first(where: { member.isNamed($0.key) }) else {
      let names = SettingTable.settings.filter { $0.sources.contains(.file) }.map(\.key)
      let question =
        SettingTable.elsewhere[member.name].map { "; did you mean '\($0)'?" }
        ?? NearestName.question(member.name, among: names)
      problems.append(
        member.key.problem(code: "unknown-setting", "There is no setting '\(member.name)'\(question)"))
      return
    }
    guard setting.sources.contains(.file) else {
      problems.append(
        member.key.problem(
          code: "misplaced-setting",
          "'\(setting.key)' can't stand here; it is the flag \(setting.flag) or the variable \(setting.variable)."
        ))
      return
    }
    if let text = member.value.text(for: setting), take(text, for: setting) { return }
    problems.append(
      member.value.problem(code: "wrong-value", "'\(setting.key)' must be \(setting.requirement)."))
  }
}

extension Settings {
  /// Everything that is wrong with a file of settings.
  package static func problems(in file: SourceFile) -> [Problem] {
    var reader = SettingsReader()
    return reader.read(file)
  }

  /// What is to be said of a default theme that no file has. It may be one that was uploaded, and those are in the log.
  package static func remark(onDefaultThemeIn file: SourceFile, among themes: some Collection<String>)
    -> Problem?
  {
    guard let node = JSONReader.read(file).root?["defaultTheme"], let name = node.string,
      !themes.contains(name)
    else { return nil }
    let question = NearestName.question(name, among: themes)
    return node.problem(
      .warning, code: "unknown-theme",
      "There is no theme \(Quoted.name(name)) in this folder\(question) The server starts only where it was uploaded."
    ).withoutFrame
  }
}

/// The file may hold a token on any line, also where its name is mistyped: no line of it is ever shown.
extension Problem {
  fileprivate var withoutFrame: Problem { Problem(severity, code: code, place: place, message: message) }

  /// What is wrong with the JSON is told with a word that stands there.
  fileprivate var withoutWords: Problem {
    guard code == "json-syntax" else { return self }
    return Problem(
      severity, code: code, place: place,
      message: "The JSON is wrong here; the line is not shown, since settings may hold a token.")
  }
}

extension JSONNode {
  /// A string, or a number as one would write it after a flag; nil for other kinds.
  private var settingText: String? { string ?? number.map(JSONWriter.shortest) }

  /// The same for a setting that may be a list of strings, too.
  fileprivate func text(for setting: ServerSetting) -> String? {
    guard setting.isList, kind == .array else { return settingText }
    guard items.allSatisfy({ $0.string != nil }) else { return nil }
    return items.compactMap(\.string).joined(separator: ",")
  }
}
