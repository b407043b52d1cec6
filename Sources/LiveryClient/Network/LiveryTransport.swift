import Foundation

/// Sends the requests of a client: by default a `URLSession`, on a server perhaps the HTTP client that it has already.
public protocol LiveryTransport: Sendable {
  /// Sends a request and returns the response, whatever its status. It ends the request when its task is canceled.
  ///
  /// It follows redirects. The header `Authorization` may go to the scheme, host and port of the request only.
  func send(_ request: LiveryRequest) async throws -> LiveryResponse
  /// Closes the connections that carry no request. Called when the app enters the background.
  func closeIdleConnections()
}

extension LiveryTransport {
  /// Closes nothing.
  public func closeIdleConnections() {}
}

/// A `GET` request of a client.
public struct LiveryRequest: Sendable, Hashable {
  /// The address with its query.
  public let url: URL
  /// The headers by name.
  public var headers: [String: String]
  /// The number of seconds after which the client cancels the request.
  public let timeout: TimeInterval
}

/// The response to a request of a client.
public struct LiveryResponse: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The content, decoded if it was compressed.
  public let body: Data
  /// The headers by their names in small letters.
  private let headers: [String: String]

  /// Creates a response. The names of the headers may be in any case.
  public init(status: Int, headers: [String: String], body: Data) {
    self.status = status
    self.body = body
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  /// Returns the value of a header.
  func header(_ name: String) -> String? { headers[name.lowercased()] }
}
