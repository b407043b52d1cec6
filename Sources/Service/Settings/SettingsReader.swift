internal import Themes

/// Puts the settings together from their three sources, the strongest last, noting all that is wrong.
struct SettingsReader {
  private(set) var settings = Settings()
  private(set) var problems: [String] = []
  private(set) var warnings: [String] = []

  mutating func take(variables: [String: String]) {
    let known = SettingTable.settings.filter { $0.sources.contains(.variable) }
    for setting in known {
      guard let text = variables[setting.variable] else { continue }
      set(setting, text, from: setting.variable)
    }
    let names = known.map(\.variable) + Self.clientVariables
    for name in variables.keys.sorted() where name.hasPrefix("LIVERY_") && !names.contains(name) {
      // An orchestrator adds variables of its own for a service called livery: no reason to refuse to start, or to
      // speak of the one that has a setting's sort of name.
      guard variables[name]?.hasPrefix("tcp://") != true else { continue }
      guard let near = SettingTable.variableElsewhere(name) ?? NearestName.of(name, among: names) else {
        continue
      }
      warnings.append("The environment variable \(name) is not a setting; did you mean \(near)?")
    }
  }

  /// By the flag's name, dashes included.
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
    if take(text, for: setting) { return }
    // What may be a secret is not repeated.
    let value = setting.sources.contains(.flag) ? ", not '\(text)'" : ""
    problems.append("\(source) must be \(setting.requirement)\(value).")
  }

  /// Whether the setting takes this value.
  mutating func take(_ text: String, for setting: ServerSetting) -> Bool { setting.take(text, &settings) }

  /// What the commands beside `serve` read.
  private static let clientVariables = ["LIVERY_SERVER", "LIVERY_TOKEN", "LIVERY_CHANNEL", "LIVERY_CA"]
}

extension Settings {
  /// Reads `livery.json` in the config folder that flags or variables name, then the variables, then the flags.
  package static func read(
    flags: [String: String], variables: [String: String]
  ) throws(SettingsError) -> (settings: Settings, warnings: [String]) {
    var outside = SettingsReader()
    outside.take(variables: variables)
    outside.take(flags: flags)
    guard outside.problems.isEmpty else { throw SettingsError(cause: .usage, sentences: outside.problems) }
    var reader = SettingsReader()
    try reader.take(file: settingsFile(in: outside.settings.config))
    let exposure = reader.settings.heldSecret.flatMap {
      ConfigFolder.settingsExposure(of: $0, in: outside.settings.config)
    }
    reader.take(variables: variables)
    reader.take(flags: flags)
    return (reader.settings, reader.warnings + [exposure].compactMap { $0 })
  }

  /// What sort of secret they hold; nil where they hold none.
  private var heldSecret: String? {
    if token != nil || readToken != nil { return "a token" }
    return webhookSecret == nil ? nil : "the secret of webhooks"
  }

  /// Those that serve the themes to begin with, for whoever has no config folder yet: the variables alone, and nothing is
  /// kept.
  package static func starter(
    variables: [String: String]
  ) throws(SettingsError) -> (settings: Settings, warnings: [String]) {
    var reader = SettingsReader()
    reader.take(variables: variables)
    guard reader.problems.isEmpty else { throw SettingsError(cause: .usage, sentences: reader.problems) }
    var settings = reader.settings
    settings.servesStarter = true
    settings.store = .memory
    return (settings, reader.warnings)
  }

  private static func settingsFile(in folder: String) throws(SettingsError) -> SourceFile? {
    do throws(ConfigFolder.ReadError) {
      return try ConfigFolder.settingsFile(in: folder)
    } catch { throw SettingsError(cause: .files, sentences: [error.description]) }
  }
}
