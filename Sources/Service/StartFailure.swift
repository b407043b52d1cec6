internal import Bindings
internal import Changes
package import Documents
internal import Themes

/// The reason for which the server can't start, in one sentence, with the problems in documents if these are the reason.
package struct StartFailure: Error, CustomStringConvertible {
  package let description: String
  package let problems: [Problem]

  /// - Parameter sentence: may quote what a database server says, which is printed on one line and not in full.
  init(_ sentence: String, problems: [Problem] = []) {
    let isLong = sentence.unicodeScalars.count > Self.longest
    description = (isLong ? "\(String(sentence.unicodeScalars.prefix(Self.longest)))…" : sentence).printable
    self.problems = problems
  }

  private static let longest = 2000

  init(_ error: any Error) {
    switch error {
    case let failure as StartFailure: self = failure
    case let failure as Publisher.StartError: self.init(failure)
    case WireError.portTaken(let host, let port):
      self.init(
        "Port \(port) on \(host) is in use by another process; end that process, or choose another port with --listen HOST:PORT."
      )
    default: self.init("\(error)".asSentence)
    }
  }

  private init(_ failure: Publisher.StartError) {
    switch failure {
    case .store(let error): self.init("The change log can't be used: \(error).")
    case .themes(let rejected):
      let errors = rejected.problems.filter { $0.severity == .error }
      self.init(
        "The config folder has \(errors.count == 1 ? "an error" : "\(errors.count) errors"), so it is not served.",
        problems: errors)
    case .missing(let theme, let channel, let others):
      let more = others == 0 ? "" : ", and \(others) more channel\(others == 1 ? "" : "s") such a theme"
      let place = channel == "main" ? "" : " --channel \(channel)"
      self.init(
        "Channel '\(channel)' shows the theme '\(theme)'\(more), which is gone. Restore its file; "
          + "or start with --missing-theme NAME to show that theme instead; or switch the channel before the start: "
          + "livery switch --offline --state DIR\(place) NAME.")
    case .noReplacement(let name, let names):
      self.init(
        "There is no theme '\(name)', which --missing-theme names\(NearestName.question(name, among: names))")
    case .noDefault(let name, let names):
      self.init(
        "There is no theme '\(name)', which defaultTheme names\(NearestName.question(name, among: names))")
    case .empty:
      self.init(
        "There is no theme in the config folder; put one into its themes/, or run 'livery init' to create some."
      )
    }
  }
}

extension String {
  /// The text with a capital first letter, unless a file's name is first, and a period at the end.
  fileprivate var asSentence: String {
    let isWord = prefix { $0 != " " }.allSatisfy(\.isLetter)
    return (isWord ? prefix(1).uppercased() + dropFirst() : self)
      + (hasSuffix(".") || hasSuffix("?") ? "" : ".")
  }
}
