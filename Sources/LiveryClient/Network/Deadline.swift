import Foundation

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
