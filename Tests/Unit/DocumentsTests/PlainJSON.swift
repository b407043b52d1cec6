import Documents
import TestSupport

/// A simple model of JSON that the reader is compared with.
indirect enum PlainJSON: Equatable {
  case object([(String, PlainJSON)])
  case array([PlainJSON])
  case string(String)
  case number(String)
  case bool(Bool)
  case null

  static func == (a: PlainJSON, b: PlainJSON) -> Bool {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { same($0.0, $1.0) && $0.1 == $1.1 }
    case (.array(let a), .array(let b)): a == b
    case (.string(let a), .string(let b)): same(a, b)
    case (.number(let a), .number(let b)): Double(a) == Double(b)
    case (.bool(let a), .bool(let b)): a == b
    case (.null, .null): true
    default: false
    }
  }

  private static func same(_ a: String, _ b: String) -> Bool {
    Array(a.unicodeScalars) == Array(b.unicodeScalars)
  }

  /// The model of a document that the project's reader has read.
  init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.members.map { ($0.name, PlainJSON($0.value)) })
    case .array: self = .array(node.items.map { PlainJSON($0) })
    case .string: self = .string(node.string ?? "?")
    case .number: self = .number(node.number.map { "\($0)" } ?? "?")
    case .bool: self = .bool(node.bool ?? false)
    case .null: self = .null
    }
  }

  static func random(
    depth: Int, using generator: inout some RandomNumberGenerator
  ) -> PlainJSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2:
      return .number(
        generator.pick(
          ["0", "-0", "1", "-12", "3.25", "1e3", "2E-7", "0.1", "1234567890.5", "-1.5e+10"]))
    case 3, 4: return .string(word(&generator))
    case 5, 6:
      var names: Set<String> = []
      return .object(
        (0..<Int.random(in: 0..<20, using: &generator)).compactMap { _ in
          let name = word(&generator)
          guard names.insert(name).inserted else { return nil }
          return (name, random(depth: depth - 1, using: &generator))
        })
    default:
      return .array(
        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in random(depth: depth - 1, using: &generator)
        })
    }
  }

  private static func word(_ generator: inout some RandomNumberGenerator) -> String {
    let letters: [Character] = [
      "a", "b", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\u{1}", "é", "ß", "字", "😀", "\u{7f}",
    ]
    return String(
      (0..<Int.random(in: 0..<7, using: &generator)).map { _ in generator.pick(letters) })
  }

  /// Returns its JSON with random space, escapes and layout.
  func text(using generator: inout some RandomNumberGenerator) -> String {
    func space() -> String {
      generator.pick(["", "", "", " ", "\n", "\r\n", "\t ", "  "])
    }
    func quoted(_ text: String) -> String {
      var quoted = "\""
      for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
          || Int.random(in: 0..<9, using: &generator) == 0
        {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16, uppercase: .random(using: &generator))
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted + "\""
    }
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let digits): return digits
    case .string(let value): return quoted(value)
    case .array(let items):
      let inner = items.map { space() + $0.text(using: &generator) + space() }
      return "[" + (inner.isEmpty ? space() : inner.joined(separator: ",")) + "]"
    case .object(let members):
      let inner = members.map {
        space() + quoted($0.0) + space() + ":" + space() + $0.1.text(using: &generator) + space()
      }
      return "{" + (inner.isEmpty ? space() : inner.joined(separator: ",")) + "}"
    }
  }
}
