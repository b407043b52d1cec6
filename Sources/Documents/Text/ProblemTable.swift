/// The problems of documents, by their names.
package struct ProblemTable: Sendable {
  package private(set) var byFile: PersistentMap<String, [Problem]> = [:]
  private var counts: [Problem.Severity: Int] = [:]

  package init() {}

  package init(_ problems: [Problem]) {
    for (file, found) in Dictionary(grouping: problems, by: \.place.file) { self[file] = found }
  }

  /// The problems of one document, in the order of places; at equal places in the order in which they were added.
  package subscript(file: String) -> [Problem] {
    get { byFile[file] ?? [] }
    set {
      let before = self[file]
      guard !(before.isEmpty && newValue.isEmpty) else { return }
      for problem in before { counts[problem.severity, default: 0] -= 1 }
      for problem in newValue { counts[problem.severity, default: 0] += 1 }
      byFile[file] = newValue.isEmpty ? nil : Self.inOrder(newValue)
    }
  }

  /// All of them, the files in ascending order of their names.
  package var all: [Problem] { byFile.sorted { $0.key < $1.key }.flatMap(\.value) }

  package func count(of severity: Problem.Severity) -> Int { counts[severity] ?? 0 }

  /// Each once: two themes can be read from the same file.
  private static func inOrder(_ problems: [Problem]) -> [Problem] {
    guard problems.count > 1 else { return problems }
    var seen: Set<Problem> = []
    return problems.filter { seen.insert($0).inserted }.enumerated().sorted { a, b in
      let (first, second) = (a.element.place, b.element.place)
      return (first.line, first.column, a.offset) < (second.line, second.column, b.offset)
    }.map(\.element)
  }
}
