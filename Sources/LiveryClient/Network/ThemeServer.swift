import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ThemeServer: Sendable {
  let url: URL
  let channel: String?
  /// The additional time for a response, beyond the time for which the server may hold the request.
  let patience: TimeInterval
  let token: @Sendable () async -> String?

  /// Returns the URL of the theme for these traits. Stored themes are identified by it.
  func address(of traits: [String: String]) -> String {
    var parts =
      URLComponents(
        url: url.appendingPathComponent("v1/theme"), resolvingAgainstBaseURL: true) ?? URLComponents()
    let query = (channel.map { [("channel", $0)] } ?? []) + traits.sorted { $0.key < $1.key }
    parts.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0.0, value: $0.1) }
    // The server would read a plus as a space.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    return parts.string ?? ""
  }

  func answer(to planned: PlannedRequest, wait: Int?) async -> ThemeAnswer {
    guard let (data, response) = try? await send(planned, wait: wait) else { return .trouble }
    return read(data, response, planned)
  }

  func theme(for traits: [String: String]) async throws -> Theme {
    let (data, response) = try await send(PlannedRequest(traits: traits, tag: nil, waits: false), wait: nil)
    try Self.check(data, response)
    do {
      return try Theme(json: data)
    } catch {
      throw LiveryError.unreadable("\(error)")
    }
  }

  /// Requests a file of the server, by its path or its URL. The URL may name another host if the server has
  /// a `publicURL`; the request goes to the server that the app uses.
  func file(at address: String) async throws -> Data {
    let path = address.range(of: "/v1/files/").map { String(address[$0.lowerBound...]) } ?? address
    guard path.hasPrefix("/"), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw URLError(.badURL)
    }
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    parts.percentEncodedPath += path
    guard let file = parts.url else { throw URLError(.badURL) }
    let (data, response) = try await send(URLRequest(url: file), within: patience)
    try Self.check(data, response)
    return data
  }

  /// Throws the server's message if the status is not 200.
  private static func check(_ data: Data, _ response: HTTPURLResponse) throws {
    switch response.statusCode {
    case 200: break
    case 401, 403: throw LiveryError.refused(status: response.statusCode)
    default:
      let detail = (try? JSONDecoder().decode([String: ThemeValue].self, from: data))?["detail"]?.text
      throw LiveryError.noTheme(status: response.statusCode, detail: detail ?? "it does not say why.")
    }
  }

  private func send(_ planned: PlannedRequest, wait: Int?) async throws -> (Data, HTTPURLResponse) {
    guard let address = URL(string: address(of: planned.traits)) else { throw URLError(.badURL) }
    var request = URLRequest(url: address)
    if let tag = planned.tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    if let wait { request.setValue("wait=\(wait)", forHTTPHeaderField: "Prefer") }
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return try await send(request, within: TimeInterval(wait ?? 0) + patience)
  }

  private func send(_ request: URLRequest, within seconds: TimeInterval) async throws -> (
    Data, HTTPURLResponse
  ) {
    var request = request
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if let token = await token() {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    return try await ThemeRequest(request).answer(within: seconds)
  }

  private func read(
    _ data: Data, _ response: HTTPURLResponse, _ planned: PlannedRequest
  ) -> ThemeAnswer {
    let cursor = response.value(forHTTPHeaderField: "Livery-Cursor")
    switch response.statusCode {
    case 200:
      guard let tag = response.value(forHTTPHeaderField: "ETag") else { return .trouble }
      do {
        return .theme(try Theme(json: data), tag: tag, body: data, cursor: cursor)
      } catch {
        return .unreadable("\(error)")
      }
    case 304 where planned.tag != nil:
      let didWait = response.value(forHTTPHeaderField: "Preference-Applied")?.contains("wait") == true
      return .unchanged(didWait: didWait, cursor: cursor)
    case 401, 403: return .refused
    case 429, 503:
      let after = response.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.seconds($0) }
      return after.map(ThemeAnswer.busy) ?? .trouble
    default: return .trouble
    }
  }
}

struct PlannedRequest: Sendable, Hashable {
  let traits: [String: String]
  var tag: String?
  /// Indicates whether the server should hold the request until the theme changes.
  var waits: Bool
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
  /// The body is no theme, for this reason.
  case unreadable(String)
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
