/// What a GET asks, without the rest of its request: enough to answer it again later.
package struct ReadRequest: Sendable {
  /// `unknown` where that is not known.
  package let target: RawTarget
  /// Who asks: some things are shown to some alone.
  package let author: Author
  /// The values of the pattern's names, in their order.
  package let captures: [String]
  package let query: [Request.Field]
  /// Those that a representation may be chosen by.
  package let headers: [Request.Field]
  /// Scheme, host and prefix that the client asked, where a trusted proxy tells.
  let forwardedOrigin: String?

  package init(_ call: Call) {
    let request = call.request
    target = request.target
    author = call.author
    captures = call.captures
    query = request.query
    headers = request.headers.filter { !Self.never.contains(HeaderList.lower($0.name)) }
    forwardedOrigin = PublicAddress.forwarded(request, call.services.gate)
  }

  private init(_ request: ReadRequest, headers: [Request.Field]) {
    (target, author, captures, query) = (request.target, request.author, request.captures, request.query)
    self.headers = headers
    forwardedOrigin = request.forwardedOrigin
  }

  /// The same with those headers alone that are named here, or that a representation of another theme may be chosen by.
  func narrowed(to names: [String]) -> ReadRequest {
    ReadRequest(
      self,
      headers: headers.filter { field in
        names.contains { $0.equalsIgnoringASCIICase(field.name) }
          || HeaderList.lower(field.name).hasPrefix("sec-ch-")
      })
  }

  /// The bytes of its texts.
  var size: Int {
    (query + headers).reduce(target.text.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + captures.reduce(0) { $0 + $1.utf8.count }
  }

  /// The value of the pattern's only name, or first one.
  package var name: String { captures.first ?? "" }

  /// A query parameter's value.
  package subscript(parameter: String) -> String? { query.first { $0.name == parameter }?.value }

  /// The first value of a header; nil where it was not sent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  var takesGzip: Bool { Negotiation.takesGzip(acceptEncoding: header("Accept-Encoding")) }

  /// Headers that come with nearly every request and choose nothing.
  private static let never: Set<String> = [
    "user-agent", "connection", "authorization", "cookie", "referer", "if-none-match", "prefer",
    "cache-control", "pragma", "x-forwarded-for", "x-real-ip", "via", "accept-language",
    "livery-cursor",
  ]
}
