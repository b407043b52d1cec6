internal import Documents
internal import ServerAccess
import Service
internal import Themes

/// A connection to a running server: JSON in both directions, refusals as errors.
struct ServerConnection {
  let http: HTTPClient

  init(_ arguments: Arguments) throws(CommandError) {
    http = HTTPClient(
      address: try arguments.server, token: try arguments.token, authorities: arguments[.authorities])
  }

  /// Sends a GET request and returns the document of the response. Throws the server's message if it refuses.
  /// - Parameter needed: the members that a valid response must have.
  func get(
    _ path: String, _ query: [(String, String?)] = [], needing needed: [String: JSONNode.Kind]
  ) throws(CommandError) -> ServerAnswer {
    let target = Self.target(path, query)
    return try accepted(http.ask("GET", target), to: target, needing: needed)
  }

  /// Sends a request with a JSON body.
  /// - Parameter others: writes further members.
  func send(
    _ method: String, _ path: String, _ members: [(String, String?)] = [], force: Bool = false,
    headers: [(String, String)] = [], needing needed: [String: JSONNode.Kind],
    writing others: (inout JSONWriter) -> Void = { _ in }
  ) throws(CommandError) -> ServerAnswer {
    var json = JSONWriter()
    json.object { json in
      for case (let name, let value?) in members { json.member(name, value) }
      if force { json.member("force", true) }
      others(&json)
    }
    return try accepted(
      http.ask(
        method, path, headers: [("Content-Type", "application/json")] + headers, body: json.finished()),
      to: path, needing: needed)
  }

  /// Returns the response if it is a success in Livery's format.
  func accepted(
    _ answer: HTTPClient.ServerReply, to target: String, needing needed: [String: JSONNode.Kind],
    placing own: (SourceLocation) -> SourceLocation = { $0 }
  ) throws(CommandError) -> ServerAnswer {
    let read = ServerAnswer(answer)
    guard (200..<300).contains(answer.status) else { throw refusal(read, of: target, placing: own) }
    guard read.isDocument, needed.allSatisfy({ name, kind in read.root?[name]?.kind == kind }) else {
      throw stranger(read, to: target)
    }
    return read
  }

  /// Returns the error for a response that is no success.
  func refusal(
    _ answer: ServerAnswer, of target: String, placing own: (SourceLocation) -> SourceLocation = { $0 }
  ) -> CommandError {
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

  /// Returns the error for a response that is not Livery's, so nothing is known about its effect.
  func stranger(_ answer: ServerAnswer, to target: String) -> CommandError {
    let path = Quoted.name(target.prefix { $0 != "?" })
    return .refused(
      "The server at \(http.address) answered \(answer.status) to \(path), but not as Livery does; check --server."
    )
  }

  static func target(_ path: String, _ query: [(String, String?)]) -> String {
    let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.percentEscaped())" } }
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }
}

/// The response of a server with its parsed document.
struct ServerAnswer {
  private let answer: HTTPClient.ServerReply
  let root: JSONNode?
  /// Indicates whether the body is exactly one JSON object.
  let isDocument: Bool

  init(_ answer: HTTPClient.ServerReply) {
    self.answer = answer
    // Deeper than any document within a response.
    let deepest = 2 * JSONReader.deepest
    let document = JSONReader.read(SourceFile(name: "answer", bytes: answer.body), deepest: deepest)
    root = document.root
    isDocument = document.root?.kind == .object && document.problems.isEmpty
  }

  var status: Int { answer.status }

  /// The body without control characters, for a terminal.
  var text: String { answer.text.printableJSON }

  subscript(_ name: String) -> String? { root?[name]?.string }

  /// Returns the items of a list member, or none if there is no such member.
  func list(_ name: String) -> [JSONNode] { root?[name].map { Array($0.items) } ?? [] }

  func header(_ name: String) -> String? { answer[name] }

  /// Returns the reason for the refusal, with advice for the user of a command.
  /// - Parameter own: maps places that the server names to the user's files.
  func refusal(placing own: (SourceLocation) -> SourceLocation = { $0 }) -> String {
    let detail = self["detail"]?.printable ?? "The server answers with \(status)."
    let lines = list("problems").compactMap { problem in
      problem.place(own).map { "\($0) \(problem.text("message") ?? "")" }
        ?? problem.text("message").flatMap { detail.contains($0) ? nil : $0 }
    }
    let advice =
      switch self["type"] {
      case _ where status == 401: ["The commands read it from LIVERY_TOKEN, or from --token-file."]
      case "urn:livery:problem:other-kit": ["In a command, give --force."]
      case "urn:livery:problem:unknown-theme" where !detail.contains("did you mean"):
        ["'livery themes' lists all themes."]
      default: [String]()
      }
    return ([detail] + (lines + advice).map { "  \($0)" }).joined(separator: "\n")
  }
}

extension Flag {
  static let tokenFile = Flag(
    "--token-file", "FILE", "a file with the token for the server (or LIVERY_TOKEN)")
  static let authorities = Flag(
    "--ca", "FILE", "PEM certificates of the authorities for the server, instead of the system's",
    variable: "LIVERY_CA")
  static let connection: [Flag] = [.server, .authorities, .tokenFile]
  static let channel = Flag(
    "--channel", "NAME", "the channel, 'main' by default", variable: "LIVERY_CHANNEL")
  static let otherKit = Flag("--force", nil, "also if the theme is of another kit than the active one")
  static let note = Flag("--note", "TEXT", "a remark for the history")
}

extension Arguments {
  /// The token. It is never a flag, because every user of a machine can read those.
  fileprivate var token: String? {
    get throws(CommandError) {
      guard let path = self[.tokenFile] else {
        return ProcessEnvironment.variables["LIVERY_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
      }
      let text = String(decoding: try attempt { try DocumentFile.read(path).bytes }, as: UTF8.self)
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
  }
}

extension JSONNode {
  /// Returns a text member without control characters, for a terminal.
  func text(_ name: String) -> String? { self[name]?.string?.printable }

  /// Returns a text member after these words, or nothing if there is no such member.
  func text(_ name: String, after words: String) -> String { text(name).map { words + $0 } ?? "" }

  /// Returns the place of a problem as `file:line:column:`, or nil if it is in no document.
  /// - Parameter own: maps places that the server names to the user's files.
  func place(_ own: (SourceLocation) -> SourceLocation) -> String? {
    guard let file = text("file"), let line = self["line"]?.integer, let column = self["column"]?.integer
    else { return nil }
    let place = own(SourceLocation(file: file, line: line, column: column))
    return "\(place.file):\(place.line):\(place.column):"
  }
}

extension JSONWriter {
  /// Returns an object as an indented document.
  static func document(_ members: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(.pretty)
    json.object(members)
    return String(decoding: json.finished(), as: UTF8.self)
  }
}

extension Command {
  static let healthcheck = Command(
    name: "healthcheck", summary: "Check whether a running server is alive; exit with 0 if so.",
    flags: [.server, .timeout],
    details: """
      Without --server, it checks the address of this machine's server (LIVERY_LISTEN), as in containers. For a server
      that speaks TLS (https://, LIVERY_CERTIFICATE), a TLS handshake is enough, whatever its certificate.
      """
  ) { arguments throws(CommandError) in
    let text = arguments[.timeout] ?? "2"
    guard let seconds = Double(text), seconds > 0, seconds <= 3600 else {
      throw .usage("'--timeout' must be a number of seconds up to 3600, not '\(text)'.")
    }
    let time = Duration.milliseconds(Int64(seconds * 1000))
    let isSecureHere =
      arguments[.server] == nil && !(ProcessEnvironment.variables["LIVERY_CERTIFICATE"] ?? "").isEmpty
    let address = try arguments.server
    let client = HTTPClient(address: isSecureHere ? address.secured : address)
    if client.address.isSecure {
      try attempt { try client.greet(within: time) }
      return .done
    }
    let answer = try client.ask("GET", "/healthz", within: time)
    guard answer.status == 200 else {
      throw .refused("The server at \(client.address) answers /healthz with \(answer.status).")
    }
    guard ServerAnswer(answer).root?["alive"]?.bool == true else {
      throw .refused("The server at \(client.address) is not Livery; check --server.")
    }
    return .done
  }
}

extension Flag {
  static let server = Flag(
    "--server", "URL", "the server: http://…, https://… or unix:PATH; by default, the one of this machine",
    variable: "LIVERY_SERVER")
  static let timeout = Flag("--timeout", "SECONDS", "how long to wait for a response")
}

extension HTTPClient {
  /// Sends a request and returns the response, whatever its status. Throws `.unreachable` if there is none.
  func ask(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    within time: Duration = .seconds(10)
  ) throws(CommandError) -> ServerReply {
    try attempt { try send(method, target, headers: headers, body: body, within: time) }
  }
}

extension Arguments {
  /// The server that the flag names, or the one that this environment would start on this machine.
  var server: ServerAddress {
    get throws(CommandError) {
      try attempt { try self[.server].map(ServerAddress.init) ?? .here(ProcessEnvironment.variables) }
    }
  }
}
