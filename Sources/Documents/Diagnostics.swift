/// The problems of one file as they are found, up to a limit.
package struct Diagnostics: Sendable {
  package private(set) var problems: [Problem] = []
  /// A file can be wrong in more ways than it has bytes to spare: past this, problems are only counted.
  private static let most = 1000

  /// A search for the nearest of many names takes long, and a hundred suggestions are enough.
  private static let mostAdvised = 100
  private static let mostCompared = 400_000
  private var advised = 0
  private var compared = 0

  /// Indicates whether reading ends at the limit: then the rest of the file is unknown.
  private let endsReading: Bool

  package init(_ problems: [Problem] = [], endsReading: Bool = true) {
    self.problems = problems
    self.endsReading = endsReading
  }

  /// Indicates whether further problems are discarded.
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

  /// Returns the end of a sentence that names a wrong name, with the nearest right one; without it after many sentences.
  package mutating func question(
    _ wrong: some StringProtocol, among names: some Collection<String>
  ) -> Message {
    guard mayAdvise(among: names.count) else { return "." }
    return NearestName.question(ForeignWord.meant(wrong, among: names) ?? NearestName.of(wrong, among: names))
  }

  /// Returns the nearest right name, for the first wrong ones only.
  package mutating func nearest(
    _ wrong: some StringProtocol, among names: some Collection<String>
  ) -> String? {
    mayAdvise(among: names.count) ? NearestName.of(wrong, among: names) : nil
  }

  private mutating func mayAdvise(among count: Int) -> Bool {
    guard advised < Self.mostAdvised, compared < Self.mostCompared else { return false }
    advised += 1
    compared += count
    return true
  }

  /// Makes warnings of the errors after the first `count` problems, with one more sentence each.
  package mutating func lessen(after count: Int, adding sentence: String) {
    for index in problems.indices.dropFirst(count)
    where problems[index].severity == .error && problems[index].code != "too-many-problems" {
      let problem = problems[index]
      problems[index] = Problem(
        .warning, code: problem.code, place: problem.place, message: "\(problem.message) \(sentence)",
        frame: problem.frame, word: problem.word)
    }
  }

  /// Removes the problems after the first `count`.
  package mutating func shorten(to count: Int) { problems.removeLast(problems.count - count) }

  package mutating func error(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(code: code, message()))
  }

  /// Indicates whether a name can be an entry's; reports it if not.
  package mutating func isEntry(_ name: String, _ node: JSONNode, _ what: String) -> Bool {
    if Name.isEntry(name) { return true }
    error(node, "bad-name", "\(Quoted.name(name)) can't name \(what): \(Name.entryRule)")
    return false
  }

  package mutating func note(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(.note, code: code, message()))
  }

  package mutating func warning(_ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message) {
    add(node.problem(.warning, code: code, message()))
  }
}

/// A sentence about a problem, with the name that it suggests in place of a wrong one.
package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  package private(set) var description: String
  /// The right name, without quotation marks, braces and escapes.
  package private(set) var suggestion: String?

  package init(_ text: String) { description = text }

  package init(stringLiteral text: String) { description = text }

  package init(stringInterpolation parts: StringInterpolation) { self = parts.message }

  package static func + (first: Message, second: Message) -> Message { "\(first)\(second)" }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    package init(literalCapacity: Int, interpolationCount: Int) {
      message.description.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ text: String) { message.description += text }
    package mutating func appendInterpolation(_ value: some Any) { message.description += "\(value)" }

    /// Appends a part of the sentence, whose suggestion becomes that of the sentence.
    package mutating func appendInterpolation(_ part: Message) {
      message.description += part.description
      if message.suggestion == nil { message.suggestion = part.suggestion }
    }

    /// Appends the name that was probably meant.
    /// - Parameter shown: the name as the sentence shows it; by default in single quotes.
    package mutating func appendInterpolation(suggesting name: String, as shown: String? = nil) {
      appendLiteral(shown ?? "'\(name)'")
      if message.suggestion == nil { message.suggestion = name }
    }
  }
}
