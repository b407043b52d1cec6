internal import CZlib

/// Unpacks what was compressed by RFC 1951, without a header, as zip files hold it.
package enum Inflation {
  /// So many bytes, neither more nor less; nil for anything else. No more memory is taken than they have.
  package static func bytes(of packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { _ = unsafe inflateEnd(&stream) }
    var input = Array(packed)
    var isWhole = false
    // One byte more tells what goes on from what ends there.
    let room = count + 1
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      unsafe input.withUnsafeMutableBufferPointer { source in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(room)
        isWhole = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      }
      filled = unsafe room - Int(stream.avail_out)
    }
    return isWhole && output.count == count ? output : nil
  }
}
