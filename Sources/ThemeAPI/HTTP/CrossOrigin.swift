/// The web pages of other origins that may read responses (CORS). None may write.
package struct CrossOrigin: Sendable, Hashable {
  private let origins: [String]
  private let allowsAll: Bool

  /// - Parameter setting: `*` for all, `none` or nothing for none, else origins separated by commas.
  package init(_ setting: String) {
    let words = HeaderList.items(setting).map(String.init)
    allowsAll = words.contains("*")
    origins = allowsAll || words == ["none"] ? [] : words
  }

  /// Indicates whether responses differ by origin.
  package var varies: Bool { !origins.isEmpty }

  /// Returns the headers that allow a page to read the response.
  package func headers(origin: String?) -> [Request.Field] {
    if allowsAll { return Self.headersForAll }
    guard let origin = allowedOrigin(origin) else { return [] }
    return [.init("Access-Control-Allow-Origin", origin), Self.exposed]
  }

  /// Answers the request that a browser sends before a request that a form could not send.
  package func preflight(_ request: Request, methods: [Request.Method], allow: String) -> Reply {
    var headers: [Request.Field] = [.init("Allow", allow)]
    if varies { headers.append(.init("Vary", "Origin")) }
    if let origin = allowedOrigin(request.header("Origin")), !methods.isEmpty,
      request.header("Access-Control-Request-Method") != nil
    {
      headers += [
        .init("Access-Control-Allow-Origin", origin),
        .init("Access-Control-Allow-Methods", methods.map(\.rawValue).joined(separator: ", ")),
        .init("Access-Control-Allow-Headers", Self.requestHeaders),
        .init("Access-Control-Max-Age", "86400"),
      ]
    }
    return Reply(status: 204, headers: headers)
  }

  private func allowedOrigin(_ origin: String?) -> String? {
    allowsAll ? "*" : origin.flatMap { origins.contains($0) ? $0 : nil }
  }

  private static let headersForAll: [Request.Field] = [.init("Access-Control-Allow-Origin", "*"), exposed]

  private static let exposed = Request.Field(
    "Access-Control-Expose-Headers",
    "ETag, Link, Livery-Cursor, Livery-Ignored-Traits, Livery-Next, Preference-Applied, Retry-After, Accept-CH"
  )

  private static let requestHeaders =
    "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, Livery-Cursor, Livery-Refused, Prefer, "
    + "Range, Sec-CH-Prefers-Color-Scheme, Sec-CH-Prefers-Contrast, Sec-CH-DPR"
}
