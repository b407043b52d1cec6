/// The declarations in Swift sources: types and their members.
struct Declarations {
  /// The files that declare each type.
  private(set) var types: [String: [String]] = [:]
  /// The files that declare each type outside of other types.
  private(set) var outerTypes: [String: [String]] = [:]
  /// The files that declare a type or extend it.
  private var homes: [String: Set<String>] = [:]
  /// The functions, properties and cases of each file.
  private var members: [String: Set<Substring>] = [:]
  /// The words in string literals, which the program writes or accepts.
  private var quoted: Set<Substring> = []

  private static let typeWords: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]
  private static let modifiers: Set<Substring> = [
    "package", "public", "private", "fileprivate", "internal", "final", "indirect", "Suite",
  ]
  private static let memberWords: Set<Substring> = ["func", "var", "let", "case"]

  mutating func read(_ text: String, at path: String) {
    // A file of LiveryUIKit is one block that is compiled where there is UIKit.
    let outerIndent = text.hasPrefix("#if") ? 2 : 0
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      guard !code.hasPrefix("//") else { continue }
      for part in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      where !part.offset.isMultiple(of: 2) { quoted.formUnion(Self.words(part.element)) }
      declare(Self.words(code), at: path, isNested: line.count - code.count > outerIndent)
    }
  }

  /// Takes the words of a document that the program reads or serves for words that it knows.
  mutating func read(document text: String) { quoted.formUnion(Self.words(text[...])) }

  private mutating func declare(_ words: [Substring], at path: String, isNested: Bool) {
    // In a sentence such a word comes later in the line.
    let start = words.prefix { Self.modifiers.contains($0) }.count
    for (index, (word, name)) in zip(words, words.dropFirst()).enumerated() {
      if index == start, Self.typeWords.contains(word), name.first?.isUppercase == true {
        types[String(name), default: []].append(path)
        if !isNested { outerTypes[String(name), default: []].append(path) }
        homes[String(name), default: []].insert(path)
      } else if word == "extension" {
        homes[String(name), default: []].insert(path)
      } else if Self.memberWords.contains(word) {
        members[path, default: []].insert(name)
        // Of `case one, two` and `let (one, two)` all are declared.
        if word == "case" || word == "let" { members[path, default: []].formUnion(words) }
      }
    }
  }

  func declares(type name: String) -> Bool { types[name] != nil }

  func declares(_ member: Substring, of type: String) -> Bool {
    homes[type, default: []].contains { members[$0]?.contains(member) ?? false }
  }

  func declares(member: Substring) -> Bool { members.values.contains { $0.contains(member) } }

  func says(_ word: Substring) -> Bool { quoted.contains(word) }

  /// Runs of letters, digits and underscores.
  static func words(_ text: Substring) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
