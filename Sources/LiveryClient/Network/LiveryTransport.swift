import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

/// Sends requests with a `URLSession`. It stores nothing, and sends nothing about the user.
public final class URLSessionTransport: LiveryTransport, @unchecked Sendable {
  /// The transport of all clients that name no other, since each session has threads of its own.
  public static let standard = URLSessionTransport()

  private let configuration: URLSessionConfiguration
  private let delegate: (any URLSessionDelegate)?
  private let lock = NSLock()
  private var session: URLSession?

  /// Creates a transport with one session.
  /// - Parameters:
  ///   - configuration: The session's configuration, for a proxy, headers, TLS versions, or Low Data Mode. By default one that
  ///     has neither cookies nor credentials. Without a cache of responses in any case: the client has its own.
  ///   - delegate: The session's delegate, which may answer challenges: for a client certificate, or to pin the server's.
  public init(configuration: URLSessionConfiguration? = nil, delegate: (any URLSessionDelegate)? = nil) {
    self.configuration = configuration?.copy() as? URLSessionConfiguration ?? Self.anonymous
    self.configuration.urlCache = nil
    self.delegate = delegate
  }

  /// A configuration without cookies and credentials, for many held requests to one host.
  private static var anonymous: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpMaximumConnectionsPerHost = 10_000
    return configuration
  }

  public func send(_ request: LiveryRequest) async throws -> LiveryResponse {
    var sent = URLRequest(url: request.url)
    sent.cachePolicy = .reloadIgnoringLocalCacheData
    sent.timeoutInterval = request.timeout
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let exchange = Exchange()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchange.begin(task(with: sent) { continuation.resume(with: $0) })
      }
    } onCancel: {
      exchange.cancel()
    }
  }

  /// Requests under way continue.
  public func closeIdleConnections() {
    lock.lock()
    let old = session
    session = nil
    lock.unlock()
    old?.finishTasksAndInvalidate()
  }

  private func task(
    with request: URLRequest, _ done: @escaping @Sendable (Result<LiveryResponse, any Error>) -> Void
  ) -> URLSessionDataTask {
    lock.lock()
    defer { lock.unlock() }
    let session =
      session ?? URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    self.session = session
    let task = session.dataTask(with: request) { data, response, error in
      guard let data, let response = response as? HTTPURLResponse else {
        return done(.failure(error ?? URLError(.badServerResponse)))
      }
      var headers: [String: String] = [:]
      for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
      done(.success(LiveryResponse(status: response.statusCode, headers: headers, body: data)))
    }
    task.delegate = Redirection()
    return task
  }
}

/// A task of a session, which may be canceled before it begins.
///
/// `URLSession.data(for:)` is not used: on Linux it deadlocks if its task is canceled while the response arrives, because it
/// waits for the session's queue while holding what that queue waits for. Here another queue cancels.
private final class Exchange: @unchecked Sendable {
  private let lock = NSLock()
  private var task: URLSessionDataTask?
  private var isCanceled = false

  func begin(_ task: URLSessionDataTask) {
    lock.lock()
    self.task = task
    let isCanceled = isCanceled
    lock.unlock()
    task.resume()
    if isCanceled { cancel() }
  }

  func cancel() {
    lock.lock()
    isCanceled = true
    let task = task
    lock.unlock()
    if let task { Self.canceling.async { task.cancel() } }
  }

  private static let canceling = DispatchQueue(label: "livery.canceling")
}

/// Follows redirects. It sends the token only to the server that the token is for.
final class Redirection: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let first = task.originalRequest
    var next = request
    let isTrusted =
      if let from = first?.url, let to = request.url { Self.sendsToken(from: from, to: to) } else { false }
    next.setValue(
      isTrusted ? first?.value(forHTTPHeaderField: "Authorization") : nil, forHTTPHeaderField: "Authorization"
    )
    completionHandler(next)
  }

  /// Indicates whether both URLs have the same scheme, host and port, or the second one is the first with TLS, each on its
  /// usual port.
  static func sendsToken(from: URL, to: URL) -> Bool {
    let (from, to) = (origin(of: from), origin(of: to))
    return from == to || from == ["http", to[1], "80"] && to == ["https", to[1], "443"]
  }

  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port.map { "\($0)" } ?? ["http": "80", "https": "443"][scheme] ?? ""
    return [scheme, url.host?.lowercased() ?? "", port]
  }
}

/// An operation with a time limit: one that neither ends nor heeds its cancellation is left behind.
///
/// A task group would wait for it.
final class Deadline<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value, any Error>?
  private var task: Task<Void, Never>?
  private var timer: (any DispatchSourceTimer)?
  private var isCanceled = false

  /// Returns the operation's result.
  /// - Throws: The operation's error, `URLError.timedOut` after the time limit, or `CancellationError` as soon as the task is
  ///   canceled.
  static func run(
    within seconds: TimeInterval, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let deadline = Deadline()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { deadline.begin($0, within: seconds, operation) }
    } onCancel: {
      deadline.cancel()
    }
  }

  private func begin(
    _ continuation: CheckedContinuation<Value, any Error>, within seconds: TimeInterval,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    lock.lock()
    defer { lock.unlock() }
    guard !isCanceled else { return continuation.resume(throwing: CancellationError()) }
    self.continuation = continuation
    task = Task {
      limit(to: seconds)
      do { end(.success(try await operation())) } catch { end(.failure(error)) }
    }
  }

  /// Starts the time limit. It ends in a task too: if all threads of tasks are busy for long, a result that has arrived
  /// comes first.
  private func limit(to seconds: TimeInterval) {
    lock.lock()
    defer { lock.unlock() }
    guard continuation != nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      Task { self.end(.failure(URLError(.timedOut))) }
    }
    self.timer = timer
    timer.resume()
  }

  private func cancel() {
    lock.lock()
    isCanceled = true
    lock.unlock()
    end(.failure(CancellationError()))
  }

  /// Ends the operation with the first result.
  private func end(_ result: Result<Value, any Error>) {
    lock.lock()
    let (continuation, task, timer) = (continuation, task, timer)
    (self.continuation, self.task, self.timer) = (nil, nil, nil)
    lock.unlock()
    timer?.cancel()
    task?.cancel()
    continuation?.resume(with: result)
  }
}
