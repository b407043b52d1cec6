import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request with its response, which is canceled with its task or after a time limit.
///
/// `URLSession.data(for:)` is not used: on Linux it deadlocks if its task is canceled while the response arrives, because it
/// waits for the session's queue while holding what that queue waits for. Here another queue cancels.
final class ThemeRequest: @unchecked Sendable {
  private let request: URLRequest
  private let lock = NSLock()
  private var task: URLSessionDataTask?
  private var timer: (any DispatchSourceTimer)?
  private var isCanceled = false

  init(_ request: URLRequest) { self.request = request }

  func answer(within seconds: TimeInterval) async throws -> (Data, HTTPURLResponse) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(within: seconds) { result in continuation.resume(with: result) }
      }
    } onCancel: {
      Self.canceling.async { self.cancel() }
    }
  }

  private func begin(
    within seconds: TimeInterval,
    _ done: @escaping @Sendable (Result<(Data, HTTPURLResponse), any Error>) -> Void
  ) {
    let task = SharedSession.task(with: request) { data, response, error in
      self.end()
      if let data, let response = response as? HTTPURLResponse {
        done(.success((data, response)))
      } else {
        done(.failure(error ?? URLError(.badServerResponse)))
      }
    }
    let timer = DispatchSource.makeTimerSource(queue: Self.canceling)
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { [weak self] in self?.cancel() }
    lock.lock()
    self.task = task
    self.timer = timer
    let isCanceled = isCanceled
    lock.unlock()
    timer.resume()
    task.resume()
    if isCanceled { Self.canceling.async { task.cancel() } }
  }

  private func cancel() {
    lock.lock()
    isCanceled = true
    let task = task
    lock.unlock()
    task?.cancel()
  }

  private func end() {
    lock.lock()
    let timer = timer
    (self.task, self.timer) = (nil, nil)
    lock.unlock()
    timer?.cancel()
  }

  private static let canceling = DispatchQueue(label: "livery.canceling")
}

/// The session of all requests, since each session has threads of its own. It stores nothing and sends nothing about the user.
enum SharedSession {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var session: URLSession?

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

  /// Closes idle connections. Requests under way continue.
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

/// Follows redirects. It sends the token only to the server that the token is for.
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

  private static func origin(_ request: URLRequest) -> [String?]? {
    request.url.map { [$0.scheme?.lowercased(), $0.host?.lowercased(), $0.port.map { "\($0)" }] }
  }
}
