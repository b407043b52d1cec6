internal import Bindings
package import Documents
internal import Themes

/// Collects the settings from their sources, the strongest last, with all errors.
struct SettingsReader {
  private(set) var settings = Settings()
  private(set) var problems: [String] = []
  private(set) var warnings: [String] = []

  /// Takes the files that systemd passes (LoadCredential=): livery.tokens-file is the file of the setting `tokensFile`.
  mutating func take(credentials folder: String?) {
    guard let folder else { return }
    for setting in SettingTable.settings where setting.placeholder == "FILE" {
      let path = "\(folder)/livery.\(setting.flag.dropFirst(2))"
      if FileSystem.exists(path) { set(setting, path, from: path) }
    }
  }

  mutating func take(variables: [String: String]) {
    let known = SettingTable.settings.filter { $0.sources.contains(.variable) }
    for setting in known {
      guard let text = variables[setting.variable] else { continue }
      set(setting, text, from: setting.variable)
    }
    let names = known.map(\.variable) + Self.clientVariables
    for name in variables.keys.sorted() where name.hasPrefix("LIVERY_") && !names.contains(name) {
      // An orchestrator sets variables such as LIVERY_PORT for a service called livery. They are no reason
      // to refuse the start, nor to suggest another name.
      guard variables[name]?.hasPrefix("tcp://") != true else { continue }
      guard let near = SettingTable.variableElsewhere(name) ?? NearestName.of(name, among: names) else {
        continue
      }
      warnings.append("The environment variable \(name) is not a setting; did you mean \(near)?")
    }
  }

  /// Reads settings from flags, by their names with dashes.
  mutating func take(flags: [String: String]) {
    for setting in SettingTable.settings {
      guard let text = flags[setting.flag] else { continue }
      if setting.key == "store", StoreLocation.holdsPassword(text) {
        problems.append(
          "\(setting.flag) must not hold a password, since every user of a machine can read flags; give the URL in "
            + "\(setting.variable) or livery.json, or the password in PGPASSFILE or LIVERY_STORE_PASSWORD_FILE."
        )
        continue
      }
      set(setting, text, from: setting.flag)
    }
  }

  private mutating func set(_ setting: ServerSetting, _ text: String, from source: String) {
    if setting.take(text, &settings) { return }
    // The value of a setting that can't be a flag may be a secret, so it is not repeated.
    let value = setting.sources.contains(.flag) ? ", not '\(text)'" : ""
    problems.append("\(source) must be \(setting.requirement)\(value).")
  }

  /// The variables of the other commands.
  private static let clientVariables = ["LIVERY_SERVER", "LIVERY_TOKEN", "LIVERY_CHANNEL", "LIVERY_CA"]
}

extension Settings {
  /// Reads the credentials, `livery.json` in the config folder that flags or variables name, the variables, then the flags.
  /// - Parameter needsFolder: false if there may be no config folder, unless a flag or a variable names one.
  package static func read(
    flags: [String: String], variables: [String: String], needsFolder: Bool = true
  ) throws(SettingsError) -> (settings: Settings, warnings: [String]) {
    var outside = SettingsReader()
    outside.take(variables: variables)
    outside.take(flags: flags)
    guard outside.problems.isEmpty else { throw SettingsError(cause: .usage, sentences: outside.problems) }
    var reader = SettingsReader()
    reader.take(credentials: variables["CREDENTIALS_DIRECTORY"])
    let folder = outside.settings.config
    let isAbsent = !needsFolder && folder == Settings().config && !FileSystem.exists(folder)
    let problems = isAbsent ? [] : try settingsFile(in: folder).map { reader.read($0) } ?? []
    guard problems.isEmpty else { throw SettingsError(cause: .files, sentences: problems.map(\.text)) }
    let exposure = reader.settings.heldSecret.flatMap { ConfigFolder.settingsExposure(of: $0, in: folder) }
    reader.take(variables: variables)
    reader.take(flags: flags)
    return (reader.settings, reader.warnings + [exposure].compactMap { $0 })
  }

  /// The kind of secret in the settings, or nil if they hold none.
  private var heldSecret: String? {
    if token != nil || readToken != nil { return "a token" }
    return webhooks.secret == nil ? nil : "the secret of webhooks"
  }

  /// Returns the settings of a first start without a config folder: the example themes, a log in memory, and settings
  /// from flags and variables only.
  package static func starter(
    flags: [String: String] = [:], variables: [String: String]
  ) throws(SettingsError) -> (settings: Settings, warnings: [String]) {
    var reader = SettingsReader()
    reader.take(variables: variables)
    reader.take(flags: flags)
    guard reader.problems.isEmpty else { throw SettingsError(cause: .usage, sentences: reader.problems) }
    var settings = reader.settings
    settings.servesStarter = true
    settings.store = .memory
    return (settings, reader.warnings)
  }

  private static func settingsFile(in folder: String) throws(SettingsError) -> SourceFile? {
    do throws(ConfigFolder.ReadError) { return try ConfigFolder.settingsFile(in: folder) } catch {
      throw SettingsError(cause: .files, sentences: [error.description])
    }
  }
}

/// Settings from `livery.json`.
extension SettingsReader {
  /// Stores all valid settings and returns all errors.
  fileprivate mutating func read(_ file: SourceFile) -> [Problem] {
    var (root, problems) = JSONReader.read(file)
    problems = problems.map(\.withoutWords.withoutFrame)
    guard let root else { return problems }
    if root.kind == .object {
      for member in root.members where member.name != "$schema" {
        problems += take(member)
      }
    } else {
      problems.append(root.problem(code: "wrong-type", "Settings are an object: { \"listen\": … }."))
    }
    return problems.map(\.withoutFrame)
  }

  /// Stores a value. Returns the errors in it.
  private mutating func take(_ member: JSONNode.Member) -> [Problem] {
    guard let setting = SettingTable.settings.first(where: { member.isNamed($0.key) }) else {
      let names = SettingTable.settings.filter { $0.sources.contains(.file) }.map(\.key)
      let question =
        SettingTable.elsewhere[member.name].map { "; did you mean \(suggesting: $0)?" }
        ?? NearestName.question(member.name, among: names)
      return [
        member.key.problem(code: "unknown-setting", "There is no setting '\(member.name)'\(question)")
      ]
    }
    guard setting.sources.contains(.file) else {
      return [
        member.key.problem(
          code: "misplaced-setting",
          "'\(setting.key)' can't stand here; it is the flag \(setting.flag) or the variable \(setting.variable)."
        )
      ]
    }
    if member.value.kind == .object, let table = setting.takeTable { return table(member.value, &settings) }
    if let text = member.value.text(for: setting), setting.take(text, &settings) { return [] }
    return [member.value.problem(code: "wrong-value", "'\(setting.key)' must be \(setting.requirement).")]
  }
}

extension Settings {
  /// Returns all errors in a settings file.
  package static func problems(in file: SourceFile) -> [Problem] {
    var reader = SettingsReader()
    return reader.read(file)
  }

  /// Returns a warning if no file has the default theme. It may have been uploaded; uploads are in the log.
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

/// Any line of the file may hold a token, even under a mistyped name, so no line is ever shown.
extension Problem {
  fileprivate var withoutFrame: Problem { Problem(severity, code: code, place: place, message: message) }

  /// A problem whose message does not quote the JSON.
  fileprivate var withoutWords: Problem {
    guard code == "json-syntax" else { return self }
    return Problem(
      severity, code: code, place: place,
      message: "The JSON is wrong here; the line is not shown, since settings may hold a token.")
  }
}

extension JSONNode {
  /// The value as a user would write it after a flag; nil if that is not possible.
  private var settingText: String? { string ?? number.map(JSONWriter.shortest) ?? bool.map { "\($0)" } }

  /// The value for a setting that may also be a list of strings.
  fileprivate func text(for setting: ServerSetting) -> String? {
    guard setting.isList, kind == .array else { return settingText }
    guard items.allSatisfy({ $0.string != nil }) else { return nil }
    return items.compactMap(\.string).joined(separator: ",")
  }
}
