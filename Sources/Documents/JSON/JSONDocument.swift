/// The text of a file with the flat list of its values: what every node of it looks into. JSON, or a property list,
/// which says the same in tags.
package final class JSONDocument: Sendable {
  package let text: SourceText
  package let bytes: [UInt8]
  package let tape: [JSONToken]

  /// Longer pointers give the nearest ancestor instead: they only come from names that nobody wrote by hand.
  private static let longestPointer = 1024

  init(text: SourceText, tape: [JSONToken]) {
    self.text = text
    bytes = text.file.bytes
    self.tape = tape
  }

  /// The tape index after a value and everything in it.
  package func end(of index: Int) -> Int { tape[index].isContainer ? tape[index].end : index + 1 }

  /// The bytes of a string between its quotes, or of a number.
  package func content(at index: Int) -> ArraySlice<UInt8> {
    let token = tape[index]
    switch token.shape {
    case .string, .escapedString: return bytes[(token.start + 1)..<token.end]
    default: return bytes[token.start..<token.end]
    }
  }

  package func text(at index: Int) -> String { String(decoding: content(at: index), as: UTF8.self) }

  package func string(at index: Int) -> String {
    switch tape[index].shape {
    case .escapedString: String(decoding: JSONEscapes.decoded(content(at: index)), as: UTF8.self)
    case .markup: String(decoding: MarkupText.decoded(content(at: index)), as: UTF8.self)
    default: text(at: index)
    }
  }

  package func string(at index: Int, equals other: String) -> Bool {
    let content = content(at: index)
    switch tape[index].shape {
    case .escapedString: return JSONEscapes.decoded(content).elementsEqual(other.utf8)
    case .markup: return MarkupText.decoded(content).elementsEqual(other.utf8)
    default: return content.count == other.utf8.count && content.elementsEqual(other.utf8)
    }
  }

  package func place(of index: Int) -> SourceLocation {
    text.place(at: tape[index].start, pointer: pointer(to: index))
  }

  package func problem(_ severity: Problem.Severity, code: String, at index: Int, _ message: Message)
    -> Problem
  {
    text.problem(severity, code: code, at: tape[index].start, pointer: pointer(to: index), message)
  }

  /// Returns the errors of the scanner as problems with their places.
  func problems(_ slips: [JSONSlip]) -> [Problem] {
    slips.map { slip in
      text.problem(
        slip.severity, code: slip.code, at: slip.offset, pointer: slip.near.map(pointer) ?? "",
        Message(slip.message))
    }
  }

  /// The RFC 6901 pointer of a value; a member's name has that of its value.
  package func pointer(to index: Int) -> String {
    var steps: [Int] = []
    var index = index
    while index != JSONToken.none {
      steps.append(index)
      index = tape[index].parent
    }
    var pointer = ""
    for step in steps.reversed().dropFirst() {
      let next = pointer + "/" + segment(of: step)
      if next.utf8.count > Self.longestPointer { break }
      pointer = next
    }
    return pointer
  }

  private func segment(of index: Int) -> String {
    let parent = tape[tape[index].parent]
    guard parent.kind == .object else { return String(tape[index].ordinal) }
    let key = tape[index].isName ? index : index - 1
    guard content(at: key).count <= Self.longestPointer * 2 else { return text(at: key) }
    var escaped = ""
    for scalar in string(at: key).unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
