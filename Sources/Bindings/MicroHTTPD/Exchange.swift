internal import CMicroHTTPD

/// A complete request that waits for its response. It is answered or parked once. If it is discarded without either, its
/// connection closes.
package struct Exchange: ~Copyable {
  let connection: DaemonConnection

  init(on connection: DaemonConnection) { self.connection = connection }

  package consuming func answer(_ answer: StatusResponse) {
    connection.callbackResult = connection.queue(answer)
  }

  /// Takes the connection out of the daemon's loop until the parked exchange is answered or discarded.
  package consuming func park() -> ParkedExchange {
    unsafe MHD_suspend_connection(connection.pointer)
    connection.callbackResult = .YES
    return ParkedExchange(on: connection)
  }
}

/// A request whose client waits. Answering or discarding it brings its connection back into the daemon's loop. If it is
/// discarded unanswered, the connection closes. Only on the daemon's thread.
@safe package struct ParkedExchange: ~Copyable {
  // The library holds a connection that is parked.
  private unowned(unsafe) let connection: DaemonConnection

  init(on connection: DaemonConnection) { unsafe self.connection = connection }

  package consuming func answer(_ answer: StatusResponse) {
    let connection = unsafe connection
    if connection.queue(answer) == .NO { connection.abandon() }
    unsafe MHD_resume_connection(connection.pointer)
    discard self
  }

  deinit {
    let connection = unsafe connection
    connection.abandon()
    unsafe MHD_resume_connection(connection.pointer)
  }
}

/// A response with the status with which it is sent.
package struct StatusResponse {
  package let status: Int
  package let response: Response

  package init(status: Int, response: Response) {
    self.status = status
    self.response = response
  }

  /// Returns the reason phrase of a status, as the library sends it.
  package static func reasonPhrase(of status: Int) -> String {
    unsafe MHD_get_reason_phrase_for(UInt32(clamping: status)).map { unsafe String(cString: $0) } ?? "Unknown"
  }
}

/// An immutable response, shared by any number of connections and freed when the last of them is done.
@safe package final class Response: Sendable {
  // The library counts its references, and changes nothing else after the initializer.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Copies the bytes. A header that can't be sent, such as one with a line break or an empty name, is left out.
  package convenience init?(bytes: [UInt8], headers: [(name: String, value: String)]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    // Both the bytes and the context of the callback that frees them.
    let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.count, copy.baseAddress, { unsafe $0?.deallocate() }, copy.baseAddress)
    if unsafe made == nil { unsafe copy.deallocate() }
    unsafe self.init(made, headers)
  }

  /// Sends a part of a file without copying it. It is for one connection: if the file turns out to be shorter, the library
  /// shortens the response.
  package convenience init?(file: OpenFile, _ range: Range<Int>, headers: [(name: String, value: String)]) {
    guard let number = file.giveAway() else { return nil }
    let made = unsafe MHD_create_response_from_fd_at_offset64(
      UInt64(range.count), number, UInt64(range.lowerBound))
    if unsafe made == nil { _ = Descriptor(owning: number) }
    unsafe self.init(made, headers)
  }

  private init?(_ made: OpaquePointer?, _ headers: [(name: String, value: String)]) {
    guard let made = unsafe made else { return nil }
    unsafe pointer = unsafe made
    for header in headers { _ = unsafe MHD_add_response_header(pointer, header.name, header.value) }
  }

  deinit { unsafe MHD_destroy_response(pointer) }
}

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
