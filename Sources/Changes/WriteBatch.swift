/// The writes that share a turn. More may join when its time has come.
struct WriteBatch<Failure: Error> {
  private(set) var submissions: [Submission<Failure>]
  private var joins = 0
  /// A turn that came to nothing is decided again, with what has come meanwhile: first without the log's lock, then with
  /// it. Who joins after that could make it come to nothing again and again, by keys that were used before.
  private static var joinLimit: Int { 2 }

  init(_ submissions: [Submission<Failure>]) { self.submissions = submissions }

  var keys: [String] { submissions.compactMap { $0.key?.text } }

  mutating func join(_ joining: () -> [Submission<Failure>]) {
    guard joins < Self.joinLimit else { return }
    joins += 1
    submissions += joining()
  }

  /// The keys that are not among these.
  func keys(besides known: [String]) -> [String] {
    let keys = keys
    // Most often all are, in the same order.
    guard keys != known else { return [] }
    return Set(keys).subtracting(known).sorted()
  }
}
