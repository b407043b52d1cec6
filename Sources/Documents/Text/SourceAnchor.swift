/// A point in a text to which a problem can be pinned later.
package struct SourceAnchor: Sendable {
  package let text: SourceText
  package let offset: Int
  package let pointer: String

  package init(_ text: SourceText, offset: Int, pointer: String = "") {
    self.text = text
    self.offset = offset
    self.pointer = pointer
  }

  package init(_ node: JSONNode) {
    self.init(
      node.document.text, offset: node.document.tape[node.index].start,
      pointer: node.document.pointer(to: node.index))
  }

  package var place: SourceLocation { text.place(at: offset, pointer: pointer) }

  package func problem(_ severity: Problem.Severity = .error, code: String, _ message: Message) -> Problem {
    text.problem(severity, code: code, at: offset, pointer: pointer, message)
  }
}
