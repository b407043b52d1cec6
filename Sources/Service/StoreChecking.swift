internal import Changes
internal import Storage

/// What `livery store check` does.
package enum StoreChecking {
  /// What was found, a line each, and whether a server can work there.
  package static func perform(_ settings: Settings) throws(StartFailure) -> (words: String, isGood: Bool) {
    guard case .postgres(let url) = settings.store else {
      throw StartFailure(
        "Only a database is checked; name it with LIVERY_STORE=postgres://… "
          + "A log in a file is checked when a server opens it.")
    }
    let name = settings.store.text(state: settings.state)
    let findings = try Stores.atDatabase(url, settings) { address throws(StoreError) in
      try PostgresCheck(address).findings()
    }
    return (
      ([name] + findings.map(line)).joined(separator: "\n"), !findings.contains { $0.weight == .obstacle }
    )
  }

  private static func line(_ finding: StoreFinding) -> String {
    let mark =
      switch finding.weight {
      case .fact: " "
      case .advice: "!"
      case .obstacle: "✗"
      }
    let subject = finding.subject + String(repeating: " ", count: max(0, 9 - finding.subject.count))
    return "\(mark) \(subject) \(finding.words)"
  }
}
