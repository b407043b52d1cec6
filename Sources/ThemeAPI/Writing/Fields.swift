internal import Changes
internal import Documents
internal import Themes

/// The members of a small body, JSON or form. Each is known and is text.
struct Fields {
  private var values: [String: String] = [:]

  /// The members that are true or false; JSON has them without quotes.
  private static let flags = ["force"]

  /// Reads the body by its `Content-Type`. An empty body has no members.
  /// - Parameter nullable: the members that may be null in JSON, which counts as an empty text.
  init(_ request: Request, allowed: [String], nullable: [String] = []) throws(Refusal) {
    guard !request.body.isEmpty else { return }
    let type = request.header("Content-Type")
    switch type.map({ HeaderList.mediaType($0) }) {
    case "application/json": try readJSON(request.body, allowed, nullable)
    case "application/x-www-form-urlencoded": try readForm(request.body, allowed)
    default:
      throw .unsupported(type, expected: "application/json, application/x-www-form-urlencoded")
    }
  }

  func required(_ name: String, _ what: String) throws(Refusal) -> String {
    guard let value = values[name], !value.isEmpty else {
      throw Refusal(
        .badBody, "The body needs '\(name)', \(what).",
        problems: [.init(pointer: "", "'\(name)' is missing")])
    }
    return value
  }

  func text(_ name: String) -> String? { values[name] }

  /// Returns the name of the channel, or `main` if none is given.
  func channel() throws(Refusal) -> String {
    let name = values["channel"] ?? "main"
    guard Name.isValid(name) else {
      throw bad(
        "channel", "is not a valid name: '\(name.shown)'",
        "use letters, digits, '.', '_' and '-', beginning with a letter or digit")
    }
    return name
  }

  /// Returns the note. Not every store can keep U+0000 in text.
  func note() throws(Refusal) -> String? {
    guard let note = values["note"], !note.isEmpty else { return nil }
    guard note.unicodeScalars.count <= ChangeRequest.longestNote else {
      throw bad("note", "is too long", "at most \(ChangeRequest.longestNote) characters are kept")
    }
    guard !note.utf8.contains(0) else { throw bad("note", "has the character U+0000", "leave it out") }
    return note
  }

  func flag(_ name: String) throws(Refusal) -> Bool {
    switch values[name] {
    case "true": true
    case nil, "false": false
    case let other?: throw bad(name, "is not true or false: '\(other.shown)'", "write one of those")
    }
  }

  func cursor(_ name: String) throws(Refusal) -> Cursor? {
    guard let text = values[name] else { return nil }
    guard let cursor = Cursor(text) else {
      throw Refusal(
        .badCursor, "'\(name)' is not a cursor: '\(text.shown)'. Take it from 'cursor' in a response.",
        problems: [.init(pointer: "/\(name)", "is not a cursor")])
    }
    return cursor
  }

  func timestamp(_ name: String) throws(Refusal) -> Timestamp? {
    guard let text = values[name] else { return nil }
    guard let moment = Timestamp(text) else {
      throw bad(name, "is not a time: '\(text.shown)'", "write it as \(Timestamp.spelling(near: text))")
    }
    return moment
  }

  /// Returns the condition under which a switch stays: an object in JSON, `0.95/30` in a form.
  func condition() throws(Refusal) -> SwitchGuard.Condition? {
    guard let text = values["guard"] else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) } ? Double(part) : nil
    }
    guard numbers.count == 2, let holding = numbers[0], let within = numbers[1] else {
      throw bad("guard", "is not a share and a time: '\(text.shown)'", "write it as 0.95/30")
    }
    guard holding > 0, holding <= 1 else {
      throw bad("guard/holding", "is not above 0 and at most 1", "give a share such as 0.95")
    }
    guard within >= 1, within <= 300 else {
      throw bad("guard/within", "is not from 1 to 300", "give the seconds that clients have")
    }
    return SwitchGuard.Condition(holding: holding, within: within)
  }

  func bad(_ name: String, _ what: String, _ way: String) -> Refusal {
    Refusal(.badBody, "'\(name)' \(what); \(way).", problems: [.init(pointer: "/\(name)", what)])
  }

  private mutating func readJSON(
    _ body: [UInt8], _ allowed: [String], _ nullable: [String]
  ) throws(Refusal) {
    let (root, problems) = JSONReader.read(SourceFile(name: "body", bytes: body))
    guard let root, problems.isEmpty else {
      throw Refusal(.badBody, "The body is not JSON.", problems: problems)
    }
    guard root.kind == .object else { throw Refusal(.badBody, "The body should be a JSON object.") }
    for member in root.members {
      let name = member.name
      guard allowed.contains(name) else { throw Self.unknown(name, allowed, at: member.key.place) }
      if name == "guard" {
        values[name] = try Self.condition(member.value)
        continue
      }
      if Self.flags.contains(name), let flag = member.value.bool {
        values[name] = flag ? "true" : "false"
        continue
      }
      let isNone = member.value.isNull && nullable.contains(name)
      guard let text = isNone ? "" : member.value.string else {
        let place = member.value.place
        let way = member.value.isNull ? "; leave it out where there is none." : "."
        let kind = Self.flags.contains(name) ? "true or false" : "a string"
        throw Refusal(
          .badBody, "'\(name)' should be \(kind)\(way)",
          problems: [Problem(code: "bad-body", place: place, message: "should be \(kind)")])
      }
      values[name] = text
    }
  }

  /// Returns the condition of a guard as a form has it.
  private static func condition(_ node: JSONNode) throws(Refusal) -> String {
    guard node.kind == .object else {
      throw refusal(of: node, "'guard'", "should be an object with 'holding' and 'within'")
    }
    let names = ["holding", "within"]
    for member in node.members where !names.contains(member.name) {
      throw unknown(member.name, names, at: member.key.place)
    }
    var numbers: [String] = []
    for name in names {
      guard let number = node[name]?.number else {
        throw refusal(of: node[name] ?? node, "'guard/\(name)'", "should be a number")
      }
      numbers.append("\(number)")
    }
    return numbers.joined(separator: "/")
  }

  private static func refusal(of node: JSONNode, _ name: String, _ words: String) -> Refusal {
    Refusal(
      .badBody, "\(name) \(words).", problems: [Problem(code: "bad-body", place: node.place, message: words)])
  }

  private mutating func readForm(_ body: [UInt8], _ allowed: [String]) throws(Refusal) {
    if body.first == UInt8(ascii: "{") {
      throw Refusal(
        .badBody, "The body looks like JSON but is sent as a form; send 'Content-Type: application/json'.")
    }
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(form: parts[0]), let value = String(form: parts.count > 1 ? parts[1] : [])
      else { throw Refusal(.badBody, "The form has a broken escape or bytes that are not UTF-8.") }
      guard allowed.contains(name) else { throw Self.unknown(name, allowed, at: nil) }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Refusal(.badBody, "'\(name)' is given more than once.")
      }
    }
  }

  private static func unknown(_ name: String, _ allowed: [String], at place: SourceLocation?) -> Refusal {
    let sentence = "There is no member '\(name.shown)'\(NearestName.question(name, among: allowed))"
    let problem =
      place.map { Problem(code: "bad-body", place: $0, message: sentence) }
      ?? Problem(pointer: "/\(name.shown)", sentence)
    return Refusal(.badBody, sentence, problems: [problem])
  }
}

extension String {
  /// The text that a form encodes; nil for a broken escape, for NUL, and for bytes that are not UTF-8.
  fileprivate init?(form bytes: some Collection<UInt8>) {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
          return nil
        }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    guard !decoded.contains(0) else { return nil }
    self.init(validating: decoded, as: UTF8.self)
  }
}
