import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Follows a redirect, and takes the token along only where it stays with the server that the token is for.
final class Redirection: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let first = task.originalRequest
    var next = request
    let isSame = first.flatMap(Self.origin) == Self.origin(request)
    next.setValue(
      isSame ? first?.value(forHTTPHeaderField: "Authorization") : nil, forHTTPHeaderField: "Authorization")
    completionHandler(next)
  }

  /// Scheme, host and port.
  private static func origin(_ request: URLRequest) -> [String?]? {
    request.url.map { [$0.scheme?.lowercased(), $0.host?.lowercased(), $0.port.map { "\($0)" }] }
  }
}
