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
  package init?(bytes: [UInt8], headers: [(name: String, value: String)]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    // Both the bytes and the context of the callback that frees them.
    let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.count, copy.baseAddress, { unsafe $0?.deallocate() }, copy.baseAddress)
    guard let made = unsafe made else {
      unsafe copy.deallocate()
      return nil
    }
    unsafe pointer = unsafe made
    for header in headers { _ = unsafe MHD_add_response_header(pointer, header.name, header.value) }
  }

  /// Sends a part of a file without copying it. It is for one connection: if the file turns out to be shorter, the library
  /// shortens the response.
  package init?(file: OpenFile, _ range: Range<Int>, headers: [(name: String, value: String)]) {
    guard let number = file.giveAway() else { return nil }
    let made = unsafe MHD_create_response_from_fd_at_offset64(
      UInt64(range.count), number, UInt64(range.lowerBound))
    guard let made = unsafe made else {
      _ = Descriptor(owning: number)
      return nil
    }
    unsafe pointer = unsafe made
    for header in headers { _ = unsafe MHD_add_response_header(pointer, header.name, header.value) }
  }

  deinit { unsafe MHD_destroy_response(pointer) }
}
