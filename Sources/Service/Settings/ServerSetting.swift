internal import Documents
internal import ThemeAPI
internal import Themes

/// A setting: its name in three spellings, its values, its meaning.
package struct ServerSetting: Sendable {
  /// The key in `livery.json`; the other spellings are derived from it.
  package let key: String
  /// The placeholder of the value in the help: `HOST:PORT`.
  package let placeholder: String
  package let meaning: String
  package let sources: Sources
  /// The default as a user would write it.
  package let defaultText: String
  /// The rule for values, to follow "must be": "a whole number from 1 to 64".
  let requirement: String
  /// Indicates whether it has several values, separated by commas; in the file they may also be a list.
  let isList: Bool
  /// Stores a value in the settings. Returns false if the value is invalid.
  let take: @Sendable (String, inout Settings) -> Bool
  /// Stores an object in the settings and returns all errors in it; nil if the setting is no table.
  var takeTable: (@Sendable (JSONNode, inout Settings) -> [Problem])?

  package func accepts(_ text: String) -> Bool {
    var settings = Settings()
    return take(text, &settings)
  }

  package struct Sources: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let flag = Sources(rawValue: 1)
    package static let variable = Sources(rawValue: 2)
    package static let file = Sources(rawValue: 4)
    package static let all: Sources = [.flag, .variable, .file]
  }

  /// `--body-bytes`
  package var flag: String { "--" + words.joined(separator: "-") }

  /// `LIVERY_BODY_BYTES`
  package var variable: String { "LIVERY_" + words.joined(separator: "_").uppercased() }

  private var words: [String] {
    var words: [String] = [""]
    var wasCapital = false
    for letter in key {
      if letter.isUppercase, !wasCapital { words.append("") }
      wasCapital = letter.isUppercase
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }
}

/// Kinds of values.
extension ServerSetting {
  typealias SettingKeyPath<Value> = any WritableKeyPath<Settings, Value> & Sendable

  init<Value>(
    _ key: String, _ placeholder: String, _ meaning: String, at keyPath: SettingKeyPath<Value>,
    sources: Sources = .all, default defaultText: String = "none", requires requirement: String,
    isList: Bool = false, read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      key: key, placeholder: placeholder, meaning: meaning, sources: sources, defaultText: defaultText,
      requirement: requirement, isList: isList
    ) { text, settings in
      guard let value = read(text) else { return false }
      settings[keyPath: keyPath] = value
      return true
    }
  }

  /// Returns the setting as one that may also be an object, in the settings file.
  func orTable(_ take: @escaping @Sendable (JSONNode, inout Settings) -> [Problem]) -> ServerSetting {
    var setting = self
    setting.takeTable = take
    return setting
  }

  static func text(
    _ key: String, _ placeholder: String, _ meaning: String, at keyPath: SettingKeyPath<String>,
    sources: Sources = .all
  ) -> ServerSetting {
    ServerSetting(
      key, placeholder, meaning, at: keyPath, sources: sources, default: Settings()[keyPath: keyPath],
      requires: "some text"
    ) { $0.isEmpty ? nil : $0 }
  }

  /// A text that may be empty, which is the same as none.
  static func optional(
    _ key: String, _ placeholder: String, _ meaning: String, at keyPath: SettingKeyPath<String?>,
    sources: Sources = .all
  ) -> ServerSetting {
    ServerSetting(
      key, placeholder, meaning, at: keyPath, sources: sources, requires: "some text"
    ) { .some($0.isEmpty ? nil : $0) }
  }

  static func count(
    _ key: String, _ range: ClosedRange<Int>, _ meaning: String, at keyPath: SettingKeyPath<Int>
  ) -> ServerSetting {
    ServerSetting(
      key, "N", meaning, at: keyPath, default: "\(Settings()[keyPath: keyPath])",
      requires: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  static func bytes(
    _ key: String, _ range: ClosedRange<Int>, _ meaning: String, at keyPath: SettingKeyPath<Int>
  ) -> ServerSetting {
    ServerSetting(
      key, "BYTES", meaning, at: keyPath, default: ByteCount.text(Settings()[keyPath: keyPath]),
      requires: "a number of bytes, like 4096 or 4KiB, from \(ByteCount.text(range.lowerBound)) to "
        + ByteCount.text(range.upperBound)
    ) { text in ByteCount.read(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  static func seconds(
    _ key: String, _ range: ClosedRange<Double>, _ meaning: String, at keyPath: SettingKeyPath<Duration>
  ) -> ServerSetting {
    ServerSetting(
      key, "SECONDS", meaning, at: keyPath,
      default: JSONWriter.shortest(Settings()[keyPath: keyPath] / .seconds(1)),
      requires: "a number of seconds from \(JSONWriter.shortest(range.lowerBound)) to "
        + JSONWriter.shortest(range.upperBound)
    ) { text in Double(text).flatMap { range.contains($0) ? .milliseconds(Int64($0 * 1000)) : nil } }
  }

  static func choice(_ key: String, _ meaning: String, at keyPath: SettingKeyPath<Bool>) -> ServerSetting {
    ServerSetting(
      key, "true|false", meaning, at: keyPath, default: "\(Settings()[keyPath: keyPath])",
      requires: "true or false"
    ) { Bool($0) }
  }

  static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ meaning: String, at keyPath: SettingKeyPath<Word>
  ) -> ServerSetting {
    let words = Word.allCases.map(\.rawValue)
    return ServerSetting(
      key, words.joined(separator: "|"), meaning, at: keyPath, default: Settings()[keyPath: keyPath].rawValue,
      requires: "one of \(words.joined(separator: ", "))"
    ) { Word(rawValue: $0) }
  }

  /// A token. It can't be a flag, because every user of a machine can read those. An empty value is the same as none.
  static func secret(_ key: String, _ meaning: String, at keyPath: SettingKeyPath<String?>) -> ServerSetting {
    ServerSetting(
      key, "TOKEN", meaning, at: keyPath, sources: [.variable, .file],
      requires: "\(AccessToken.requirement), or empty for none"
    ) { text in text.isEmpty ? .some(nil) : AccessToken.isStrong(text) ? .some(text) : nil }
  }
}

/// Numbers of bytes as users write them: `4096`, `4KiB`, `64MiB`.
enum ByteCount {
  private static let units: [(name: String, factor: Int)] = [("MiB", 1 << 20), ("KiB", 1 << 10)]

  static func read(_ text: String) -> Int? {
    for unit in units where text.hasSuffix(unit.name) {
      guard let count = Int(text.dropLast(unit.name.count)) else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: unit.factor)
      return overflow ? nil : product
    }
    return Int(text)
  }

  static func text(_ count: Int) -> String {
    for unit in units where count > 0 && count.isMultiple(of: unit.factor) {
      return "\(count / unit.factor)\(unit.name)"
    }
    return "\(count)"
  }
}
