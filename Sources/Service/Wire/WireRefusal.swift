internal import Bindings
internal import ThemeAPI

/// A refusal by the wire itself, before any endpoint.
///
/// It is a class, since nearly every connection has none: then it takes one word.
package final class WireRefusal: Error {
  private let refusal: Refusal

  private init(_ code: RefusalCode, _ detail: String, headers: [Request.Field] = []) {
    refusal = Refusal(code, detail, headers: headers)
  }

  static func badTarget(_ why: String) -> WireRefusal {
    WireRefusal(.badRequest, "The request target can't be read: \(why).")
  }

  static let malformed = WireRefusal(
    .badRequest, "The request is not valid HTTP/1.1. RFC 9112 says how requests are written.")

  static func methodNotAllowed(_ method: String) -> WireRefusal {
    WireRefusal(
      .methodNotAllowed, "No resource of this server supports the method \(method.prefix(32)).",
      headers: [allow])
  }

  /// Every method that anything here answers.
  static let allow = Request.Field("Allow", Request.Method.allCases.map(\.rawValue).joined(separator: ", "))

  static let tooSlow = WireRefusal(.tooSlow, "The request did not arrive in time.")

  static func bodyTooLarge(_ limit: Int) -> WireRefusal {
    WireRefusal(.bodyTooLarge, "A request body may have at most \(limit) bytes.")
  }

  static func targetTooLong(_ limit: Int) -> WireRefusal {
    WireRefusal(.targetTooLong, "A request target may have at most \(limit) bytes.")
  }

  static func headersTooLarge(_ limit: Int) -> WireRefusal {
    WireRefusal(.headersTooLarge, "Request line and headers together may have at most \(limit) bytes.")
  }

  static let tooManyHeaders = WireRefusal(
    .headersTooLarge,
    "The request has too many headers, cookies and parameters for its connection, where each takes 64 bytes besides its text. "
      + "Send fewer, or raise 'headerBytes' in the server's settings.")

  static let notImplemented = WireRefusal(
    .notImplemented, "The request uses a transfer coding that this server does not support; send it chunked.")

  private static let versionNotSupported = WireRefusal(
    .versionNotSupported, "This server speaks HTTP/1.1 and HTTP/1.0.")

  /// Returns a refusal because there is too much of something. Each client retries after a time of its own.
  static func busy(_ what: String) -> WireRefusal { WireRefusal(.busy, what, headers: [.retryAfter(1...8)]) }

  static func tooManyParked(_ limit: Int) -> WireRefusal {
    busy("Too many clients are waiting (limit \(limit)).")
  }
  static func tooMuchUnread(_ limit: Int) -> WireRefusal {
    busy("Clients leave too much unread (limit \(limit >> 20) MiB for all large answers).")
  }
  static func tooManyConnections() -> WireRefusal { busy("Too many connections are open.") }
  static func tooManyOfClient() -> WireRefusal { busy("Too many requests of this address are under way.") }
  static func draining() -> WireRefusal { busy("The server is stopping.") }
  static func stoppedInDoubt() -> WireRefusal {
    busy(
      "The server is stopping, and this write is still being committed. It is not known to be done; send it again with "
        + "the same Idempotency-Key.")
  }

  /// Returns the refusal for a status with which the library refuses a request.
  static func ofLibrary(status: Int, _ configuration: WireConfiguration) -> WireRefusal {
    switch status {
    case 408: .tooSlow
    case 413: .bodyTooLarge(configuration.bodyLimit)
    case 414: .targetTooLong(configuration.targetLimit)
    case 431: .headersTooLarge(configuration.headerLimit)
    case 501: .notImplemented
    case 505: .versionNotSupported
    case 500...: .busy("The server has no memory left for this request.")
    default: .malformed
    }
  }

  var status: Int { refusal.code.status }
  /// The reply, which is as private as one about a draft: its request may name one.
  var reply: Reply { refusal.reply.ofDraft(nil) }

  /// The whole response in bytes, for a socket that no daemon serves.
  var message: [UInt8] {
    let reply = reply
    var text = "HTTP/1.1 \(status) \(StatusResponse.reasonPhrase(of: status))\r\n"
    for header in reply.content.headers + reply.headers { text += "\(header.name): \(header.value)\r\n" }
    text += "Content-Length: \(reply.content.bytes.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + reply.content.bytes
  }
}
