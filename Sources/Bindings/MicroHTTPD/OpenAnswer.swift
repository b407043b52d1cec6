internal import CMicroHTTPD

/// A response that stays open. It sends bytes as they are added, and the connection is suspended in between. Only on the
/// daemon's thread.
@safe package final class OpenAnswer {
  private var connection: OpaquePointer?
  private var pending: [UInt8] = []
  private var sent = 0
  private var isAsleep = false
  private var end: Int?
  /// Called when the socket has taken all bytes, while the daemon runs.
  package var whenTaken: (() -> Void)?

  init(connection: OpaquePointer) { unsafe self.connection = unsafe connection }

  /// The number of bytes that the socket has not taken yet.
  package var backlog: Int { pending.count - sent }

  package func send(_ bytes: [UInt8]) {
    pending += bytes
    awaken()
  }

  /// Ends the response after the bytes that were added.
  package func finish() {
    end = end ?? Int(MHD_CONTENT_READER_END_OF_STREAM)
    awaken()
  }

  /// Closes the connection before the response is complete.
  package func cut() {
    pending = []
    sent = 0
    end = Int(MHD_CONTENT_READER_END_WITH_ERROR)
    awaken()
  }

  /// Forgets the connection, which is closed or has another request.
  package func detach() { unsafe connection = nil }

  private func awaken() {
    guard isAsleep, let connection = unsafe connection else { return }
    isAsleep = false
    unsafe MHD_resume_connection(connection)
  }

  /// Makes the library's response. It holds this object until the library frees it.
  func response(headers: [(name: String, value: String)]) -> OpaquePointer? {
    // Released by the callback that the library calls when it frees the response.
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let made = unsafe MHD_create_response_from_callback(
      .max, 1024, { unsafe OpenAnswer.read($0, $2, $3) },
      context, { context in unsafe context.map { unsafe Unmanaged<OpenAnswer>.fromOpaque($0).release() } })
    guard let made = unsafe made else {
      unsafe Unmanaged<OpenAnswer>.fromOpaque(context).release()
      return nil
    }
    for header in headers { _ = unsafe MHD_add_response_header(made, header.name, header.value) }
    return unsafe made
  }

  private static func read(
    _ context: UnsafeMutableRawPointer?, _ room: UnsafeMutablePointer<CChar>?, _ count: Int
  ) -> Int {
    guard let context = unsafe context, let room = unsafe room else {
      return Int(MHD_CONTENT_READER_END_WITH_ERROR)
    }
    return unsafe Unmanaged<OpenAnswer>.fromOpaque(context).takeUnretainedValue().read(room, count)
  }

  private func read(_ room: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    guard backlog > 0 else { return sleepOrEnd() }
    let share = min(count, backlog)
    unsafe UnsafeMutableRawBufferPointer(start: room, count: share).copyBytes(
      from: pending[sent..<(sent + share)])
    sent += share
    if backlog == 0 {
      pending = []
      sent = 0
    }
    return share
  }

  private func sleepOrEnd() -> Int {
    if let end { return end }
    guard let connection = unsafe connection else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
    isAsleep = true
    unsafe MHD_suspend_connection(connection)
    whenTaken?()
    return 0
  }
}

extension Exchange {
  /// Answers 200 with bytes that come later. Returns nil if memory has run out; then the connection closes.
  package consuming func open(headers: [(name: String, value: String)]) -> OpenAnswer? {
    let answer = unsafe OpenAnswer(connection: connection.pointer)
    guard let response = unsafe answer.response(headers: headers) else { return nil }
    connection.callbackResult = unsafe queueResponse(connection.pointer, 200, response)
    unsafe MHD_destroy_response(response)
    return answer
  }
}
