internal import Service

/// A flag that a command understands.
struct Flag: Sendable {
  /// With its dashes: `--server`.
  let name: String
  /// What stands for its value in the help; nil for a flag that takes none.
  let value: String?
  let meaning: String
  /// The environment variable that speaks when the flag is not given.
  let variable: String?
  /// Whether it can be given several times.
  let repeats: Bool
  /// False where the command's own details tell of it.
  let isListed: Bool

  init(
    _ name: String, _ value: String? = nil, _ meaning: String, variable: String? = nil,
    repeats: Bool = false, isListed: Bool = true
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.variable = variable
    self.repeats = repeats
    self.isListed = isListed
  }

  /// Those of the server's settings with these keys.
  static func settings(_ keys: Set<String>) -> [Flag] {
    SettingTable.settings.filter { keys.contains($0.key) }.map { Flag($0.flag, $0.placeholder, $0.meaning) }
  }

  /// A line each, the meanings below each other.
  static func table(_ flags: [Flag]) -> String {
    let spellings = flags.map { flag in "\(flag.name)\(flag.value.map { " \($0)" } ?? "")" }
    let width = spellings.map(\.count).max() ?? 0
    return zip(flags, spellings).map { flag, spelling in
      let gap = String(repeating: " ", count: width - spelling.count + 2)
      return "  \(spelling)\(gap)\(flag.meaning)\(flag.variable.map { " (or \($0))" } ?? "")\n"
    }.joined()
  }
}
