internal import Documents
internal import ServerAccess
import Service
internal import Themes

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
      throw .refused("What answers at \(client.address) is not Livery; check --server.")
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
