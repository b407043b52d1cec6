import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one session for all requests, since each has threads of its own. It keeps nothing and tells nothing about the
/// user.
enum SharedSession {
  private static let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private static var session: URLSession?

  /// A task that has not begun.
  static func task(
    with request: URLRequest, _ done: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    lock.lock()
    defer { lock.unlock() }
    let session = session ?? make()
    self.session = session
    let task = session.dataTask(with: request, completionHandler: done)
    task.delegate = Redirection()
    return task
  }

  /// Closes the connections that are kept for a next request. Requests under way go on.
  static func closeIdle() {
    lock.lock()
    let old = session
    session = nil
    lock.unlock()
    old?.finishTasksAndInvalidate()
  }

  private static func make() -> URLSession {
    let settings = URLSessionConfiguration.ephemeral
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.urlCredentialStorage = nil
    settings.httpShouldSetCookies = false
    settings.httpMaximumConnectionsPerHost = 10_000
    settings.httpAdditionalHeaders = ["User-Agent": "LiveryClient", "Accept-Language": "*"]
    return URLSession(configuration: settings)
  }
}
