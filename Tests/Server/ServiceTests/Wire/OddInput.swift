import Bindings
import Testing

/// A request that is rare, but right: it is answered.
struct OddInput: Sendable, CustomTestStringConvertible {
  let what: String
  let bytes: String
  let status: Int
  let text: String?
  let closes: Bool
  /// Indicates whether libmicrohttpd 1.0 refuses it: more than one empty line before a request, and extensions of chunks,
  /// which 1.0.1 reads wrongly.
  private let isRefusedLater: Bool
  var isRefused: Bool { isRefusedLater && Daemon.readsHeadsStrictly }

  init(
    _ what: String, _ bytes: String, _ status: Int = 200, text: String? = nil, closes: Bool = false,
    isRefusedLater: Bool = false
  ) {
    self.isRefusedLater = isRefusedLater
    self.what = what
    self.bytes = bytes
    self.status = status
    self.text = text
    self.closes = closes
  }

  var testDescription: String { what }

  private static func chunks(_ body: String) -> String {
    "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
  }

  static let all: [OddInput] = [
    OddInput("an empty line first", "\r\nGET /page HTTP/1.1\r\nHost: x\r\n\r\n", text: "the page"),
    OddInput(
      "empty lines between requests",
      "\r\n\r\nGET /page HTTP/1.1\r\nHost: x\r\n\r\n\r\n\r\nGET /page HTTP/1.1\r\nHost: x\r\n\r\n",
      text: "the page", isRefusedLater: true),
    OddInput("HTTP/1.0", "GET /page HTTP/1.0\r\n\r\n", text: "the page", closes: true),
    OddInput("HTTP/1.0 that stays", "GET /page HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", text: "the page"),
    OddInput("a later HTTP/1", "GET /page HTTP/1.2\r\nHost: x\r\n\r\n", text: "the page"),
    OddInput(
      "who says goodbye", "GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", text: "the page",
      closes: true),
    OddInput("an empty host", "GET /page HTTP/1.1\r\nHost:\r\n\r\n", text: "the page"),
    OddInput("a host with a port", "GET /page HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", text: "the page"),
    OddInput("spaces around a value", "GET /page HTTP/1.1\r\nHost: \t x\t \r\n\r\n", text: "the page"),
    OddInput(
      "bytes over 127 in a header", "GET /page HTTP/1.1\r\nHost: x\r\nA: \u{e9}\r\n\r\n", text: "the page"),
    OddInput("an absolute target", "GET http://x/page HTTP/1.1\r\nHost: y\r\n\r\n", text: "the page"),
    OddInput("an absolute target without path", "GET HTTP://x HTTP/1.1\r\nHost: y\r\n\r\n", text: "GET /? 0"),
    OddInput("the whole server", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 204),
    OddInput("chunks in capitals", chunks("A\r\n0123456789\r\n0\r\n\r\n"), text: "0123456789"),
    OddInput(
      "chunks with extensions", chunks("2;a=\"b c\"\r\nab\r\n0;d\r\n\r\n"), text: "ab", isRefusedLater: true),
    OddInput(
      "chunks with trailers that mean nothing", chunks("2\r\nab\r\n0\r\nContent-Length: 9\r\nA: b\r\n\r\n"),
      text: "ab"),
    OddInput(
      "a body with GET", "GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab", text: "ab"),
    OddInput(
      "very many parameters", "GET /page?\(String(repeating: "a&", count: 900)) HTTP/1.1\r\nHost: x\r\n\r\n",
      text: "the page"),
    OddInput(
      "an expectation of anything else",
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: rain\r\nContent-Length: 1\r\n\r\na",
      text: "a"),
  ]
}
