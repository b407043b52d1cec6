/// The output of problems: as text for people, as members of JSON for programs.
extension Problem {
  /// `file:line:column: error: sentence`, followed by the frame where there is one. Ends without a newline.
  package var text: String {
    let head =
      "\(place.file.printable):\(place.line):\(place.column): \(severity.rawValue): \(message.printable)"
    return frame.isEmpty ? head : head + "\n" + frame
  }

  /// An object with everything that is known of the problem.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.member("severity", severity.rawValue)
      $0.member("code", code)
      $0.member("file", place.file)
      $0.member("line", place.line)
      $0.member("column", place.column)
      writeWord(to: &$0)
      $0.member("pointer", place.pointer)
      $0.member("message", message)
      if !frame.isEmpty { $0.member("frame", frame) }
    }
  }

  /// Writes the length of the word that the problem is about, and its replacement.
  package func writeWord(to json: inout JSONWriter) {
    guard let word else { return }
    json.member("length", word.length)
    if let instead = word.instead { json.member("instead", instead) }
  }
}
