internal import CZlib

/// Compresses whole byte arrays into the gzip format of RFC 1952.
package enum Gzip {
  /// Returns the bytes compressed at the highest level, the same for the same bytes; nil if memory has run out.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    // No larger than the bytes need: clearing the tables of the largest window takes longer than compressing a small document.
    let window = Int32(min(max(Int.bitWidth - bytes.count.leadingZeroBitCount, 9), 15))
    // 16 asks for gzip's own header, which zlib writes without a time.
    let begun = unsafe deflateInit2_(
      &stream, 9, Z_DEFLATED, window + 16, window - 6, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { _ = unsafe deflateEnd(&stream) }
    let bound = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    return unsafe run(&stream, bytes, room: bound) { unsafe deflate(&$0, Z_FINISH) == Z_STREAM_END }
  }
}

/// Unpacks bytes that were compressed by RFC 1951, without a header, as in zip files.
package enum Inflation {
  /// Returns exactly `count` bytes, or nil if there are more or fewer. Allocates at most `count` + 1 bytes for them.
  package static func bytes(of packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { _ = unsafe inflateEnd(&stream) }
    // One byte more shows whether more bytes follow.
    let output = unsafe run(&stream, Array(packed), room: count + 1) {
      unsafe inflate(&$0, Z_FINISH) == Z_STREAM_END && $0.avail_in == 0
    }
    return output?.count == count ? output : nil
  }
}

/// Passes all bytes to a stream in one step. Returns its output, or nil if the step returns false.
private func run(
  _ stream: inout z_stream, _ bytes: [UInt8], room: Int, _ step: (inout z_stream) -> Bool
) -> [UInt8]? {
  var input = bytes
  var isWhole = false
  let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      unsafe stream.next_out = buffer.baseAddress
      unsafe stream.avail_out = UInt32(room)
      isWhole = unsafe step(&stream)
    }
    filled = unsafe room - Int(stream.avail_out)
  }
  return isWhole ? output : nil
}
