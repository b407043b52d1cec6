/// The table of settings as `livery serve --help` shows it.
package enum SettingsHelp {
  package static var text: String {
    var text = """
      Every setting is a flag, an environment variable, or a key of livery.json in the config folder; the flag
      is the strongest, then the variable. The names follow from each other: --body-bytes is LIVERY_BODY_BYTES
      is "bodyBytes".

      """
    for section in SettingTable.sections {
      text += "\n\(section.title)\n"
      for setting in section.settings { text += lines(of: setting) }
    }
    return text
  }

  private static func lines(of setting: ServerSetting) -> String {
    var spellings: [String] = []
    if setting.sources.contains(.flag) { spellings.append("\(setting.flag) \(setting.placeholder)") }
    if setting.sources.contains(.variable) { spellings.append(setting.variable) }
    if setting.sources.contains(.file) { spellings.append("\"\(setting.key)\"") }
    // Some names are so long that all spellings do not fit a terminal's line.
    let length = spellings.reduce(0) { $0 + $1.count + 2 }
    let line = spellings.joined(separator: length > 80 ? "\n  " : "  ")
    return "  \(line)\n      \(setting.meaning) [\(setting.defaultText)]\n"
  }
}
