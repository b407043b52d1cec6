import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its answer, cut when its task is canceled or when it takes too long.
///
/// `URLSession.data(for:)` is not used: on Linux it locks up when its task is canceled as the answer comes, for it
/// waits for the session's queue while it holds what that queue waits for. Here another queue does the cutting.
final class ThemeRequest: @unchecked Sendable {
  private let request: URLRequest
  private let lock = NSLock()
  private var task: URLSessionDataTask?
  private var timer: (any DispatchSourceTimer)?
  private var isCut = false

  init(_ request: URLRequest) { self.request = request }

  func answer(within seconds: TimeInterval) async throws -> (Data, HTTPURLResponse) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(within: seconds) { result in continuation.resume(with: result) }
      }
    } onCancel: {
      Self.scissors.async { self.cut() }
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
    let timer = DispatchSource.makeTimerSource(queue: Self.scissors)
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { [weak self] in self?.cut() }
    lock.lock()
    self.task = task
    self.timer = timer
    let isCut = isCut
    lock.unlock()
    timer.resume()
    task.resume()
    if isCut { Self.scissors.async { task.cancel() } }
  }

  private func cut() {
    lock.lock()
    isCut = true
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

  private static let scissors = DispatchQueue(label: "livery.scissors")
}
