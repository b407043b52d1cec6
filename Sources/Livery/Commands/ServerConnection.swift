internal import ServerAccess
import Service
internal import Themes

/// A running server as the commands speak to it: JSON both ways, refusals as failures.
struct ServerConnection {
  let http: HTTPClient

  init(_ arguments: Arguments) throws(Command.CommandError) {
    http = HTTPClient(
      address: try arguments.server, token: try arguments.token, authorities: arguments[.authorities])
  }

  /// The answer's document; the server's own words where it refuses.
  /// - Parameter needed: the members without which it is no answer to this.
  func get(
    _ path: String, _ query: [(String, String?)] = [], needing needed: [String: JSONNode.Kind]
  ) throws(Command.CommandError) -> ServerAnswer {
    let target = Self.target(path, query)
    return try accepted(http.ask("GET", target), to: target, needing: needed)
  }

  /// - Parameter flags: members that are true.
  func send(
    _ method: String, _ path: String, _ members: [(String, String?)] = [], flags: [String] = [],
    needing needed: [String: JSONNode.Kind]
  ) throws(Command.CommandError) -> ServerAnswer {
    var json = JSONWriter()
    json.object { json in
      for case (let name, let value?) in members { json.member(name, value) }
      for name in flags { json.member(name, true) }
    }
    return try accepted(
      http.ask(method, path, headers: [("Content-Type", "application/json")], body: json.finished()),
      to: path, needing: needed)
  }

  /// The answer, where it says in Livery's way that what was asked is done.
  func accepted(
    _ answer: HTTPClient.ServerReply, to target: String, needing needed: [String: JSONNode.Kind],
    placing own: (SourceLocation) -> SourceLocation = { $0 }
  ) throws(Command.CommandError) -> ServerAnswer {
    let read = ServerAnswer(answer)
    guard (200..<300).contains(answer.status) else { throw refusal(read, of: target, placing: own) }
    guard read.isDocument, needed.allSatisfy({ name, kind in read.root?[name]?.kind == kind }) else {
      throw stranger(read, to: target)
    }
    return read
  }

  /// What is said of an answer that tells no success.
  func refusal(
    _ answer: ServerAnswer, of target: String, placing own: (SourceLocation) -> SourceLocation = { $0 }
  ) -> Command.CommandError {
    guard (300..<400).contains(answer.status), let place = answer.header("location") else {
      return answer.status < 400 ? stranger(answer, to: target) : .refused(answer.refusal(placing: own))
    }
    let start = "The server at \(http.address) answered \(answer.status) and names "
    let (there, path) = (place.prefix { $0 != "?" }, target.prefix { $0 != "?" })
    guard ["http://", "https://"].contains(where: place.hasPrefix), there.hasSuffix(path), there.count < 256
    else {
      return .refused("\(start)\(Quoted.name(place)); name Livery's own address with --server.")
    }
    let server = String(there.dropLast(path.count)).printable
    return .refused("\(start)\(server); use --server \(server).")
  }

  /// Somebody answers who is not Livery, so nothing is known to be done.
  func stranger(_ answer: ServerAnswer, to target: String) -> Command.CommandError {
    let path = Quoted.name(target.prefix { $0 != "?" })
    return .refused(
      "The server at \(http.address) answered \(answer.status) to \(path), but not as Livery does; look at --server."
    )
  }

  static func target(_ path: String, _ query: [(String, String?)]) -> String {
    let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.percentEscaped())" } }
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }
}

/// What a server answered, its document taken apart.
struct ServerAnswer {
  let status: Int
  /// As a terminal may see it.
  let text: String
  let root: JSONNode?
  /// Whether it is one JSON object from its beginning to its end.
  let isDocument: Bool
  private let answer: HTTPClient.ServerReply

  init(_ answer: HTTPClient.ServerReply) {
    self.answer = answer
    status = answer.status
    text = answer.text.printableJSON
    let document = JSONReader.read(SourceFile(name: "answer", bytes: answer.body), deepest: Self.deepest)
    root = document.root
    isDocument = document.root?.kind == .object && document.problems.isEmpty
  }

  /// Deeper than any document within an answer.
  private static let deepest = 2 * JSONReader.deepest

  /// A member that is text.
  subscript(_ name: String) -> String? { root?[name]?.string }

  /// The items of a member that is a list; none where it is not there.
  func list(_ name: String) -> [JSONNode] { root?[name].map { Array($0.items) } ?? [] }

  func header(_ name: String) -> String? { answer[name] }

  /// Why the server refuses, in its own words, with what a command can do about it.
  var refusal: String { refusal() }

  /// - Parameter own: where a place that the server names is here.
  func refusal(placing own: (SourceLocation) -> SourceLocation = { $0 }) -> String {
    let detail = self["detail"]?.printable ?? "The server answers with \(status)."
    let lines = list("problems").compactMap { problem in
      problem.place(own).map { "\($0) \(problem.text("message") ?? "")" }
        ?? problem.text("message").flatMap { detail.contains($0) ? nil : $0 }
    }
    return ([detail] + (lines + advice(detail)).map { "  \($0)" }).joined(separator: "\n")
  }

  /// What a command can do about it.
  private func advice(_ detail: String) -> [String] {
    switch self["type"] {
    case _ where answer.status == 401: ["The commands take it from LIVERY_TOKEN, or from --token-file."]
    case "urn:livery:problem:other-kit": ["For a command that is --force."]
    case "urn:livery:problem:unknown-theme" where !detail.contains("did you mean"):
      ["'livery themes' lists those that there are."]
    default: []
    }
  }
}

extension Flag {
  static let tokenFile = Flag(
    "--token-file", "FILE", "holds the token that the server wants to see (or LIVERY_TOKEN has it)")
  static let authorities = Flag(
    "--ca", "FILE", "PEM of who vouches for the server, in place of the system's", variable: "LIVERY_CA")
  /// Which server is spoken to, and how: of every command that speaks to one.
  static let connection: [Flag] = [.server, .authorities, .tokenFile]
  static let channel = Flag(
    "--channel", "NAME", "the channel, 'main' when not given", variable: "LIVERY_CHANNEL")
  static let otherKit = Flag("--force", nil, "also where the theme is of another kit than the channel shows")
  static let note = Flag("--note", "TEXT", "a remark for the history")
}

extension Arguments {
  /// Never from the command line itself, which every user of a machine can read.
  fileprivate var token: String? {
    get throws(Command.CommandError) {
      guard let path = self[.tokenFile] else {
        return ProcessEnvironment.variables["LIVERY_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
      }
      do throws(DocumentFile.AccessError) {
        let text = String(decoding: try DocumentFile.read(path).bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).first.map(String.init)
      } catch { throw .refused(error.description) }
    }
  }
}

extension JSONNode {
  /// A member that is text, as a terminal may see it.
  func text(_ name: String) -> String? { self[name]?.string?.printable }

  /// Where a problem is, `file:line:column:`; nil for one that is in no document.
  /// - Parameter own: where a place that the server names is here.
  func place(_ own: (SourceLocation) -> SourceLocation) -> String? {
    guard let file = text("file"), let line = self["line"]?.integer, let column = self["column"]?.integer
    else { return nil }
    let place = own(SourceLocation(file: file, line: line, column: column))
    return "\(place.file):\(place.line):\(place.column):"
  }
}
