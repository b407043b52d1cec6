import Foundation
import Synchronization

@testable import LiveryClient

/// A transport for tests: answers each request with the next response, and holds those after the last.
final class ScriptedTransport: LiveryTransport {
  private let script: Mutex<[LiveryResponse]>
  private let sent = Mutex<[LiveryRequest]>([])
  /// Called for each request.
  private let onRequest: @Sendable () -> Void

  init(_ script: [LiveryResponse], onRequest: @escaping @Sendable () -> Void = {}) {
    self.script = Mutex(script)
    self.onRequest = onRequest
  }

  func send(_ request: LiveryRequest) async throws -> LiveryResponse {
    sent.withLock { $0.append(request) }
    onRequest()
    if let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return next }
    try await Task.sleep(nanoseconds: 3_600_000_000_000)
    throw CancellationError()
  }

  /// Returns the requests as soon as there are so many.
  func requests(_ count: Int) async throws -> [LiveryRequest] {
    while true {
      let requests = sent.withLock { $0 }
      if requests.count >= count { return requests }
      try await Task.sleep(nanoseconds: 1_000_000)
    }
  }

  static func theme(_ name: String, tag: String? = nil, filler: String = "") -> LiveryResponse {
    LiveryResponse(
      status: 200, headers: ["Content-Type": "application/json", "etag": "\"\(tag ?? name)\""],
      body: Data(#"{ "theme": "\#(name)", "filler": "\#(filler)" }"#.utf8))
  }

  static func problem(_ status: Int, _ detail: String, _ headers: [String: String] = [:]) -> LiveryResponse {
    LiveryResponse(status: status, headers: headers, body: Data(#"{ "detail": "\#(detail)" }"#.utf8))
  }
}
