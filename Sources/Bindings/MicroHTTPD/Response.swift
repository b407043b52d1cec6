internal import CMicroHTTPD

/// An immutable answer, shared by any number of connections, freed when the last of them is done.
@safe package final class Response: Sendable {
  // Counted by the library, which changes nothing else once the initializer is done.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Copies the bytes. A header that could not be sent (a line break in it, an empty name) is left out.
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

  /// Sends a part of a file from where it lies. It is for one connection: where the file turns out to be shorter, the
  /// library takes the response for shorter from then on.
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
