import Foundation

/// The server of a client: makes its requests and reads its responses.
struct ThemeServer: Sendable {
  let url: URL
  let channel: String?
  let token: @Sendable () async throws -> String?
  let settings: Livery.Settings

  /// Returns the URL of the theme for these traits. Stored themes are identified by it.
  func address(of traits: [String: String]) -> String {
    address("/v1/theme", (channel.map { [("channel", $0)] } ?? []) + sorted(traits))?.absoluteString ?? ""
  }

  /// Returns the answer to a planned request with the URL that it leads to and, if it is no theme, the reason.
  func answer(to planned: PlannedRequest) async -> (ThemeAnswer, LiveryError?, next: URL?) {
    var headers = ["Accept": "application/json"]
    if planned.next == nil {
      headers["If-None-Match"] = planned.tag
      headers["Prefer"] = planned.waits ? "wait=\(settings.wait)" : nil
      headers["Livery-Refused"] = planned.refusal
    }
    do {
      let url = planned.next ?? address(of: planned)
      let wait = planned.next == nil ? planned.waits ? settings.wait : 0 : Self.longestSlot
      let response = try await send(url, headers, wait, as: planned.draft)
      let (answer, error) = read(response, planned)
      return (answer, error, url.flatMap { Self.next(in: response, from: $0) })
    } catch let error as LiveryError {
      return (.trouble, error, nil)
    } catch {
      return (.trouble, .unreachable(error.localizedDescription), nil)
    }
  }

  /// The name of the client with its version, so that the server's operator can find old apps. `Scripts/release` checks it.
  static let userAgent = "LiveryClient/0.2.0"
  /// The longest time in seconds for which a server holds a request at the URL that it led to.
  private static let longestSlot = 55

  /// Returns the URL to which a response leads, unless it is that of the request or of another server.
  private static func next(in response: LiveryResponse, from url: URL) -> URL? {
    guard let text = response.header("Livery-Next"),
      let next = URL(string: text, relativeTo: url)?.absoluteURL,
      next != url, next.scheme == url.scheme, next.host == url.host, next.port == url.port
    else { return nil }
    return next
  }

  func theme(for traits: [String: String]) async throws -> Theme {
    let response = try await send(URL(string: address(of: traits)), ["Accept": "application/json"])
    if let error = Self.error(in: response) { throw error }
    do {
      return try Theme(json: response.body)
    } catch {
      throw LiveryError.unreadable(Self.words(for: error))
    }
  }

  /// Requests a file of the server, by its path or its URL. The URL may name another host if the server has
  /// a `publicURL`; the request goes to the server that the app uses.
  func file(at address: String) async throws -> Data {
    let path = address.range(of: "/v1/files/").map { String(address[$0.lowerBound...]) } ?? address
    guard path.hasPrefix("/") else { throw URLError(.badURL) }
    let response = try await send(self.address(path))
    if let error = Self.error(in: response) { throw error }
    return response.body
  }

  /// Returns the time at which a draft ends, or nil if the server does not say it.
  func end(ofDraft key: String) async -> Date? {
    struct Active: Decodable {
      let draft: Draft
      struct Draft: Decodable { let expires: String }
    }
    guard let response = try? await send(address("/v1/active", [("draft", key)]), as: key),
      let active = try? JSONDecoder().decode(Active.self, from: response.body)
    else { return nil }
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return format.date(from: active.draft.expires)
  }
}

extension ThemeServer {
  /// Returns the server's URL with this path behind its own, and both queries behind its own.
  private func address(_ path: String, _ query: [(String, String)] = []) -> URL? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let more = URLComponents(string: path)
    else { return nil }
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    parts.percentEncodedPath += more.percentEncodedPath
    var last = URLComponents()
    last.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
    // The server would read a plus as a space.
    let escaped = last.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    let queries = [parts.percentEncodedQuery, more.percentEncodedQuery, escaped].compactMap { $0 }
      .filter { !$0.isEmpty }
    parts.percentEncodedQuery = queries.isEmpty ? nil : queries.joined(separator: "&")
    return parts.url
  }

  /// The key of a draft is enough to read the draft's theme, so the channel is left out: it might need more rights.
  private func address(of planned: PlannedRequest) -> URL? {
    guard let draft = planned.draft else { return URL(string: address(of: planned.traits)) }
    return address("/v1/theme", [("draft", draft)] + sorted(planned.traits))
  }

  private func sorted(_ traits: [String: String]) -> [(String, String)] {
    traits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Sends a request, without the token if a draft is read by its key.
  private func send(
    _ url: URL?, _ headers: [String: String] = [:], _ wait: Int = 0, as draft: String? = nil
  ) async throws -> LiveryResponse {
    guard let url else { throw URLError(.badURL) }
    let seconds = TimeInterval(wait) + settings.patience
    let (token, transport) = (token, settings.transport)
    return try await Deadline.run(within: seconds) {
      var headers = headers
      headers["User-Agent"] = Self.userAgent
      headers["Accept-Language"] = "*"
      if draft == nil, let token = try await Self.value(of: token) {
        headers["Authorization"] = "Bearer \(token)"
      }
      return try await transport.send(LiveryRequest(url: url, headers: headers, timeout: seconds))
    }
  }

  private static func value(of token: @Sendable () async throws -> String?) async throws -> String? {
    do { return try await token() } catch { throw LiveryError.noToken("\(error)") }
  }

  private func read(
    _ response: LiveryResponse, _ planned: PlannedRequest
  ) -> (ThemeAnswer, LiveryError?) {
    switch response.status {
    case 200: return readTheme(response)
    case 204 where planned.next != nil:
      return (.unchanged(didWait: true, cursor: response.header("Livery-Cursor")), nil)
    case 304 where planned.tag != nil && planned.next == nil:
      let didWait = response.header("Preference-Applied")?.contains("wait") == true
      return (.unchanged(didWait: didWait, cursor: response.header("Livery-Cursor")), nil)
    case 410 where planned.draft != nil:
      return (.ended(Self.member("reason", of: response) ?? "ended"), nil)
    case 401, 403: return (.refused, Self.error(in: response))
    case 429, 503:
      let seconds = response.header("Retry-After").flatMap { RetryAfter.seconds($0) }
      return (seconds.map(ThemeAnswer.busy) ?? .trouble, Self.error(in: response))
    default: return (.trouble, Self.error(in: response))
    }
  }

  private func readTheme(_ response: LiveryResponse) -> (ThemeAnswer, LiveryError?) {
    let type = response.header("Content-Type") ?? "nothing"
    guard type.contains("json") else { return (.trouble, .unreadable("it is \(type), not JSON")) }
    guard let tag = response.header("ETag") else { return (.trouble, .unreadable("it has no ETag")) }
    if let length = response.header("Content-Length").flatMap({ Int($0) }), length != response.body.count,
      response.header("Content-Encoding") == nil
    {
      return (.trouble, .unreadable("it ends early"))
    }
    let cursor = response.header("Livery-Cursor")
    do {
      return (.theme(try Theme(json: response.body), tag: tag, body: response.body, cursor: cursor), nil)
    } catch {
      let words = Self.words(for: error)
      return (.unreadable("no theme in it: \(words)", tag: tag, cursor: cursor), .unreadable(words))
    }
  }

  /// Returns the server's message if the status is not 200.
  private static func error(in response: LiveryResponse) -> LiveryError? {
    let detail = member("detail", of: response)
    switch response.status {
    case 200: return nil
    case 401, 403: return .refused(status: response.status, detail: detail ?? "")
    default: return .noTheme(status: response.status, detail: detail ?? "it does not say why.")
    }
  }

  private static func member(_ name: String, of response: LiveryResponse) -> String? {
    (try? JSONDecoder().decode([String: ThemeValue].self, from: response.body))?[name]?.text
  }

  /// Says in a few words why a body is no theme.
  private static func words(for error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "'\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "'\(place(context))' has another type"
    default: return "it is not JSON"
    }
  }
}

struct PlannedRequest: Sendable, Hashable {
  let traits: [String: String]
  var tag: String?
  /// Indicates whether the server should hold the request until the theme changes.
  var waits: Bool
  /// The reason for which the client does not use the theme with this tag.
  var refusal: String?
  /// The key of the draft whose theme is requested.
  var draft: String?
  /// The URL at which all clients with this theme wait for a change, which the server named; nil for the theme's own.
  var next: URL?
}

/// The result of a request for a theme.
enum ThemeAnswer: Sendable {
  /// A theme with its tag and the body of the response.
  case theme(Theme, tag: String, body: Data, cursor: String?)
  /// The known theme is still current. `didWait` is the server's statement that it held the request.
  case unchanged(didWait: Bool, cursor: String?)
  /// The server asks to retry after this many seconds, not earlier.
  case busy(TimeInterval)
  /// The server refuses the token.
  case refused
  /// The body is whole, and no theme, for this reason.
  case unreadable(String, tag: String, cursor: String?)
  /// The draft has ended: it was published or discarded, or has expired.
  case ended(String)
  /// There was no response, or one that a client does not understand.
  case trouble
}

/// The header with which a server asks for a later retry.
enum RetryAfter {
  /// Returns the number of seconds from now, given as a number or as an HTTP date. Returns nil for anything else.
  static func seconds(_ text: String, now: Date = Date()) -> TimeInterval? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = TimeInterval(text), seconds.isFinite { return max(seconds, 0) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).map { max($0.timeIntervalSince(now), 0) }
  }
}
