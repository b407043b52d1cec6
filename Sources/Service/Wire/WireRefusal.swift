internal import ThemeAPI

/// What the wire itself refuses, before any endpoint has seen it.
///
/// A class, since nearly every connection has none: then it takes one word.
package final class WireRefusal: Error {
  let status: Int
  let code: String
  let title: String
  let detail: String
  let headers: [Request.Field]

  static func badTarget(_ why: String) -> WireRefusal {
    WireRefusal(
      status: 400, code: "bad-request", title: "Bad request",
      detail: "The request target can't be read: \(why).")
  }

  static let malformed = WireRefusal(
    status: 400, code: "bad-request", title: "Bad request",
    detail: "The request is not valid HTTP/1.1. RFC 9112 says how requests are written.")

  static func methodNotAllowed(_ method: String) -> WireRefusal {
    WireRefusal(
      status: 405, code: "method-not-allowed", title: "Method not allowed",
      detail: "No resource of this server supports the method \(method.prefix(32)).", headers: [allow])
  }

  /// Every method that anything here answers.
  static let allow = Request.Field(
    "Allow", Request.Method.allCases.map(\.rawValue).joined(separator: ", "))

  static let tooSlow = WireRefusal(
    status: 408, code: "too-slow", title: "Request timeout", detail: "The request did not arrive in time.")

  static func bodyTooLarge(_ limit: Int?) -> WireRefusal {
    WireRefusal(
      status: 413, code: "body-too-large", title: "Content too large",
      detail: "A request body may have at most \(limit.map { "\($0) bytes" } ?? "the configured size").")
  }

  static func targetTooLong(_ limit: Int?) -> WireRefusal {
    WireRefusal(
      status: 414, code: "target-too-long", title: "URI too long",
      detail: "A request target may have at most \(limit.map { "\($0) bytes" } ?? "the configured length").")
  }

  static func headersTooLarge(_ limit: Int?) -> WireRefusal {
    WireRefusal(
      status: 431, code: "headers-too-large", title: "Request header fields too large",
      detail:
        "Request line and headers together may have at most \(limit.map { "\($0) bytes" } ?? "the configured size")."
    )
  }

  static let notImplemented = WireRefusal(
    status: 501, code: "not-implemented", title: "Not implemented",
    detail: "The request uses a transfer coding that this server does not support; send it chunked.")

  static let versionNotSupported = WireRefusal(
    status: 505, code: "version-not-supported", title: "HTTP version not supported",
    detail: "This server speaks HTTP/1.1 and HTTP/1.0.")

  /// Too many of something: come back a little later, each client at its own moment.
  static func busy(_ what: String) -> WireRefusal {
    WireRefusal(
      status: 503, code: "busy", title: "Service unavailable", detail: what,
      headers: [Request.Field("Retry-After", String(Int.random(in: 1...8)))])
  }

  static func tooManyParked(_ limit: Int) -> WireRefusal {
    busy("Too many clients are waiting (limit \(limit)).")
  }
  static func tooManyConnections() -> WireRefusal { busy("Too many connections are open.") }
  static func draining() -> WireRefusal { busy("The server is stopping.") }

  /// For what the library refuses by itself.
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

  init(status: Int, code: String, title: String, detail: String, headers: [Request.Field] = []) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.headers = headers
  }

  static let contentType = "application/problem+json"

  /// The problem document (RFC 9457).
  var body: [UInt8] {
    // Details hold no character that JSON escapes but what a method name may bring.
    let detail = String(
      decoding: detail.utf8.map { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c ? 0x3f : $0 }, as: UTF8.self)
    return Array(
      #"{"type":"urn:livery:problem:\#(code)","title":"\#(title)","status":\#(status),"detail":"\#(detail)"}"#
        .utf8)
  }

  var reply: Reply {
    Reply(
      status: status, headers: headers,
      content: Content(body, headers: [Request.Field("Content-Type", Self.contentType)]))
  }

  /// The whole answer in bytes, for a socket that no daemon serves, or none any more.
  var message: [UInt8] {
    let body = body
    var text = "HTTP/1.1 \(status) \(title)\r\nContent-Type: \(Self.contentType)\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + body
  }
}
