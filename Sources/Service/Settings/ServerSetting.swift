internal import Themes

/// One thing that can be set: its name in three spellings, what it takes, what it means.
package struct ServerSetting: Sendable {
  /// Its key in `livery.json`; the other spellings follow from it.
  package let key: String
  /// What stands for its value in the help: `HOST:PORT`.
  package let placeholder: String
  package let meaning: String
  /// The ways by which it may come.
  package let sources: Sources
  /// What holds where nobody says otherwise, as it would be written.
  package let defaultText: String
  /// What a value must be, as it follows "must be": "a whole number from 1 to 64".
  let requirement: String
  /// Whether the file may say it as a list, too.
  var isList = false
  /// Takes a value over if it is one.
  let take: @Sendable (String, inout Settings) -> Bool

  /// Whether this is a value for it.
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
    sources: Sources = .all,
    default defaultText: String, requires requirement: String, read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      key: key, placeholder: placeholder, meaning: meaning, sources: sources, defaultText: defaultText,
      requirement: requirement
    ) { text, settings in
      guard let value = read(text) else { return false }
      settings[keyPath: keyPath] = value
      return true
    }
  }

  /// Several values, separated by commas.
  static func list<Value>(
    _ key: String, _ placeholder: String, _ meaning: String, at keyPath: SettingKeyPath<Value>,
    sources: Sources = .all, requires requirement: String, read: @escaping @Sendable (String) -> Value?
  ) -> ServerSetting {
    var setting = ServerSetting(
      key, placeholder, meaning, at: keyPath, sources: sources, default: "none", requires: requirement,
      read: read)
    setting.isList = true
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

  /// An empty value is as good as none.
  static func optional(
    _ key: String, _ placeholder: String, _ meaning: String, at keyPath: SettingKeyPath<String?>,
    sources: Sources = .all
  ) -> ServerSetting {
    ServerSetting(
      key, placeholder, meaning, at: keyPath, sources: sources, default: "none", requires: "some text"
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

  static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ meaning: String, at keyPath: SettingKeyPath<Word>
  ) -> ServerSetting {
    let words = Word.allCases.map(\.rawValue)
    return ServerSetting(
      key, words.joined(separator: "|"), meaning, at: keyPath, default: Settings()[keyPath: keyPath].rawValue,
      requires: "one of \(words.joined(separator: ", "))"
    ) { Word(rawValue: $0) }
  }
}
