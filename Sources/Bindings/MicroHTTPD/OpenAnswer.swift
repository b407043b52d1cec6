internal import CMicroHTTPD

/// An answer that stays open: bytes are sent as they are given, and the connection sleeps in between. Only on the
/// daemon's thread.
@safe package final class OpenAnswer {
  private var connection: OpaquePointer?
  private var pending: [UInt8] = []
  private var sent = 0
  private var isAsleep = false
  private var end: Int?
  /// Called when the socket has taken all bytes that were given, in the midst of the daemon's work.
  package var whenTaken: (() -> Void)?

  init(connection: OpaquePointer) { unsafe self.connection = unsafe connection }

  /// Bytes that were given and not taken by the socket yet.
  package var backlog: Int { pending.count - sent }

  package func send(_ bytes: [UInt8]) {
    pending += bytes
    awaken()
  }

  /// No more bytes: the answer ends once those given are sent.
  package func finish() {
    end = end ?? Int(MHD_CONTENT_READER_END_OF_STREAM)
    awaken()
  }

  /// The connection closes, the answer unfinished.
  package func cut() {
    pending = []
    sent = 0
    end = Int(MHD_CONTENT_READER_END_WITH_ERROR)
    awaken()
  }

  /// The connection is gone, or does something else now.
  package func detach() { unsafe connection = nil }

  private func awaken() {
    guard isAsleep, let connection = unsafe connection else { return }
    isAsleep = false
    unsafe MHD_resume_connection(connection)
  }

  /// A response whose bytes come from here. It holds the answer until the library lets go of it.
  func response(headers: [(name: String, value: String)]) -> OpaquePointer? {
    // Released by the callback that the library calls when the response is freed.
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
  /// Answers 200 with bytes that come later; nil when memory has run out, and the connection closes.
  package consuming func open(headers: [(name: String, value: String)]) -> OpenAnswer? {
    let answer = unsafe OpenAnswer(connection: connection.connection)
    guard let response = unsafe answer.response(headers: headers) else { return nil }
    connection.callbackResult = unsafe queueResponse(connection.connection, 200, response)
    unsafe MHD_destroy_response(response)
    return answer
  }
}
