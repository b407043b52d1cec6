/// Problems as they are found in one file, up to a number that somebody may still want to read.
package struct Diagnostics: Sendable {
  package private(set) var problems: [Problem] = []
  /// A file can be wrong in more ways than it has bytes to spare: past this, problems are only counted.
  private static let most = 1000

  /// A look for the nearest of many names takes long, and who has a hundred of them needs no more.
  private static let mostAdvised = 100
  private static let mostCompared = 400_000
  private var advised = 0
  private var compared = 0

  /// A Boolean value that indicates whether reading ends at the limit: then the rest of the file is unknown.
  private let endsReading: Bool

  package init(_ problems: [Problem] = [], endsReading: Bool = true) {
    self.problems = problems
    self.endsReading = endsReading
  }

  /// A Boolean value that indicates whether further problems are discarded.
  package var isFull: Bool { problems.count > Self.most }

  package mutating func add(_ problem: @autoclosure () -> Problem) {
    guard !isFull else { return }
    var problem = problem()
    if problems.count == Self.most {
      problem = Problem(
        endsReading ? .error : problem.severity, code: "too-many-problems", place: problem.place,
        message: "There are more than \(Self.most) problems in this file; the rest are not shown.")
    }
    problems.append(problem)
  }

  /// The end of a sentence that names the wrong thing, with the nearest of the right ones; of the first sentences only.
  package mutating func question(_ wrong: some StringProtocol, among names: some Collection<String>)
    -> Message
  {
    guard advised < Self.mostAdvised, compared < Self.mostCompared else { return "." }
    advised += 1
    compared += names.count
    if let meant = ForeignWord.meant(wrong, among: names) { return NearestName.question(meant) }
    return NearestName.question(wrong, among: names)
  }

  /// The nearest of the right names, for the first wrong ones only.
  package mutating func nearest(_ wrong: some StringProtocol, among names: some Collection<String>) -> String?
  {
    guard advised < Self.mostAdvised, compared < Self.mostCompared else { return nil }
    advised += 1
    compared += names.count
    return NearestName.of(wrong, among: names)
  }

  package mutating func error(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(code: code, message()))
  }

  package mutating func note(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(.note, code: code, message()))
  }

  package mutating func warning(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(.warning, code: code, message()))
  }
}
