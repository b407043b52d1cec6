internal import ServerAccess
import Service
internal import Themes

extension Command {
  /// Asks a server whether it is alive.
  static let healthcheck = Command(
    "healthcheck", "Ask a running server whether it is alive; exit 0 if so.",
    flags: [.server, .timeout],
    details: """
      Without --server it asks where this machine's server listens (LIVERY_LISTEN), as containers do. Of a server
      that speaks TLS (https://, LIVERY_CERTIFICATE) it is content with the beginning of a handshake.
      """
  ) { arguments throws(CommandError) in
    let time = try arguments.seconds(.timeout, else: 2)
    let isSecureHere =
      arguments[.server] == nil && !(ProcessEnvironment.variables["LIVERY_CERTIFICATE"] ?? "").isEmpty
    let address = try arguments.server
    let client = HTTPClient(address: isSecureHere ? address.secured : address)
    if client.address.isSecure {
      do throws(HTTPClient.RequestError) { try client.greet(within: time) } catch {
        throw .unreachable("\(error)")
      }
      return .done
    }
    let answer = try client.ask("GET", "/healthz", within: time)
    guard answer.status == 200 else {
      throw .refused("The server at \(client.address) answers /healthz with \(answer.status).")
    }
    guard ServerAnswer(answer).root?["alive"]?.bool == true else {
      throw .refused("What answers at \(client.address) is not Livery; look at --server.")
    }
    return .done
  }
}

extension Flag {
  /// Which server a command speaks to.
  static let server = Flag(
    "--server", "URL", "the server, http:// or https://; without, the one that this machine would start",
    variable: "LIVERY_SERVER")
  static let timeout = Flag("--timeout", "SECONDS", "how long to wait for an answer")
}

extension HTTPClient {
  /// The answer, whatever its status; a server that gives none is unreachable.
  func ask(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    within time: Duration = .seconds(10)
  ) throws(Command.CommandError) -> ServerReply {
    do throws(HTTPClient.RequestError) {
      return try send(method, target, headers: headers, body: body, within: time)
    } catch {
      // Asked again, it would say the same.
      if case .tooLarge = error { throw .refused("\(error)") }
      throw .unreachable("\(error)")
    }
  }
}

extension Arguments {
  /// The server that was named, else the one that this environment would start here.
  var server: ServerAddress {
    get throws(Command.CommandError) {
      guard let text = self[.server] else { return .here(ProcessEnvironment.variables) }
      do throws(ServerAddress.AddressError) {
        return try ServerAddress(text)
      } catch { throw .usage("\(error)") }
    }
  }

  func seconds(_ flag: Flag, else standard: Double) throws(Command.CommandError) -> Duration {
    guard let text = self[flag] else { return .milliseconds(Int64(standard * 1000)) }
    guard let seconds = Double(text), seconds > 0, seconds <= 3600 else {
      throw .usage("'\(flag.name)' must be a number of seconds up to 3600, not '\(text)'.")
    }
    return .milliseconds(Int64(seconds * 1000))
  }
}
