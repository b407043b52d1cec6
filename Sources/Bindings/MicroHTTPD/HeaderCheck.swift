internal import CMicroHTTPD
internal import Glibc

/// A check of the lines of a request's head, by their places in the library's buffer.
///
/// The library cuts lines into C strings in place, and before version 1.0 it is lenient. A NUL hides the bytes after it, a
/// folded line is joined elsewhere, a line may end without CR. All of that shows in the bytes between the strings. Version 1.0
/// refuses all of that itself. It leaves blanks behind a value, and may move the body over the end of the head.
package struct HeaderCheck {
  /// False if anything is hidden, folded, or not allowed by RFC 9112.
  package fileprivate(set) var isWellFormed = true
  /// Indicates whether the body can be read in two ways, as request smuggling needs it: by two lengths, or by a length and a
  /// coding.
  package fileprivate(set) var isAmbiguous = false
  package fileprivate(set) var hasBody = false
  package fileprivate(set) var hasTransferEncoding = false
  /// Indicates whether the client has a preference (RFC 7240).
  package fileprivate(set) var hasPreference = false
  package fileprivate(set) var hasIfNoneMatch = false
  /// Indicates whether a proxy has passed the request on, or the client pretends that.
  package fileprivate(set) var isForwarded = false
  /// A bit for each length of a header's name; the last bit is for all longer names. A response depends on six headers that
  /// most requests do not have: to search for them among seven others costs a small GET 4 % more instructions.
  private var nameLengths: UInt64 = 0
}

extension HeaderCheck {
  /// - Parameter targetCount: the length of the target before the query was cut off.
  init(of connection: OpaquePointer, _ line: RequestLinePointers, targetCount: Int) {
    guard let method = unsafe line.method, let target = unsafe line.target,
      let version = unsafe line.version
    else {
      isWellFormed = false
      return
    }
    let end = unsafe method + livery_header_size(connection)
    var walk = unsafe HeaderWalk(from: version + strlen(version), to: end)
    if unsafe method + strlen(method) + 1 != target || target + targetCount + 1 != version {
      walk.check.isWellFormed = false
    }
    unsafe walk.visit(connection)
    self = walk.finish()
  }

  /// Indicates whether a transfer coding is all that is wrong with a complete head. Version 1.0 refuses it with 400.
  static func findsUnknownCoding(_ connection: OpaquePointer) -> Bool {
    guard unsafe livery_header_size(connection) > 0,
      let coding = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, "Transfer-Encoding"),
      unsafe strcasecmp(coding, "chunked") != 0
    else { return false }
    var walk = unsafe HeaderWalk(from: coding, to: coding, isComplete: false)
    unsafe walk.visit(connection)
    return walk.hasHost && walk.check.isWellFormed && !walk.check.isAmbiguous
  }

  /// Notes a header that says how to read the body.
  fileprivate mutating func noteBody(isCoding: Bool) {
    isAmbiguous = hasBody
    hasBody = true
    if isCoding { hasTransferEncoding = true }
  }

  fileprivate mutating func noteName(ofLength length: Int) { nameLengths |= 1 &<< UInt64(min(length, 63)) }

  /// Returns false if no header has a name of this length, so that none needs to be compared.
  @inline(__always)
  func mayContainName(ofLength length: Int) -> Bool { nameLengths & 1 &<< UInt64(min(length, 63)) != 0 }

  /// Returns false if no header has a longer name.
  func mayContainName(longerThan length: Int) -> Bool { nameLengths >> UInt64(min(length, 62) + 1) != 0 }
}

/// A walk over the header strings in the order of their addresses.
@safe private struct HeaderWalk {
  var check = HeaderCheck()
  private var position: UnsafePointer<CChar>
  private let end: UnsafePointer<CChar>
  /// Indicates whether the bytes between the strings are checked, too.
  private let isComplete: Bool
  private(set) var hasHost = false

  init(
    from start: UnsafePointer<CChar>, to end: UnsafePointer<CChar>,
    isComplete: Bool = !Daemon.readsHeadsStrictly
  ) {
    unsafe position = unsafe start
    unsafe self.end = unsafe end
    self.isComplete = isComplete
  }

  mutating func visit(_ connection: OpaquePointer) {
    _ = unsafe MHD_get_connection_values_n(
      connection, .HEADER_KIND,
      { context, _, name, nameCount, value, _ in
        guard let walk = unsafe context?.assumingMemoryBound(to: HeaderWalk.self), let name = unsafe name
        else { return .NO }
        unsafe walk.pointee.take(name, nameCount, value)
        return .YES
      }, &self)
  }

  private mutating func take(_ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?) {
    unsafe endLine(at: name)
    check.noteName(ofLength: nameCount)
    guard let value = unsafe value else { return }
    unsafe note(name, nameCount, value)
    unsafe position = unsafe name + strlen(name)
    unsafe skip(to: value)
    unsafe position = unsafe value + strlen(value)
    if unsafe !FieldBytes.isName(name) || !FieldBytes.isValue(value) { check.isWellFormed = false }
  }

  private mutating func note(_ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>) {
    switch nameCount {
    case 4 where unsafe strncasecmp(name, "Host", 4) == 0:
      if unsafe hasHost || !FieldBytes.isHost(value) { check.isWellFormed = false }
      hasHost = true
    case 6 where unsafe strncasecmp(name, "Prefer", 6) == 0: check.hasPreference = true
    case 9 where unsafe strncasecmp(name, "Forwarded", 9) == 0: check.isForwarded = true
    case 13 where unsafe strncasecmp(name, "If-None-Match", 13) == 0: check.hasIfNoneMatch = true
    case 14 where unsafe strncasecmp(name, "Content-Length", 14) == 0: check.noteBody(isCoding: false)
    case 17 where unsafe strncasecmp(name, "Transfer-Encoding", 17) == 0:
      // The library knows no coding with a blank behind it, and would read until the connection closes.
      if unsafe FieldBytes.trimmed(value).count != strlen(value) { check.isWellFormed = false }
      check.noteBody(isCoding: true)
    case 15...18 where unsafe strncasecmp(name, "X-Forwarded-", 12) == 0: check.isForwarded = true
    default: break
    }
  }

  /// Checks that two bytes lie between two lines, which were CR and LF.
  private mutating func endLine(at next: UnsafePointer<CChar>) {
    if unsafe isComplete && next - position != 2 { check.isWellFormed = false }
    unsafe skip(to: next)
  }

  /// Checks that only separators, or their replacements by the library, lie before the next string.
  private mutating func skip(to next: UnsafePointer<CChar>) {
    guard isComplete, check.isWellFormed else { return }
    guard unsafe next >= position, unsafe next <= end else {
      check.isWellFormed = false
      return
    }
    while unsafe position < next {
      switch unsafe UInt8(bitPattern: position.pointee) {
      case 0, 0x09, 0x0a, 0x0d, 0x20, 0x3a: unsafe position += 1
      default:
        check.isWellFormed = false
        return
      }
    }
  }

  /// Checks that an empty line follows the last one.
  mutating func finish() -> HeaderCheck {
    unsafe endLine(at: end - 2)
    return check
  }
}

/// The bytes that a header may contain (RFC 9110, section 5; RFC 3986 for a host).
@unsafe enum FieldBytes {
  /// Accepts a token: letters, digits, and some punctuation.
  static func isName(_ text: UnsafePointer<CChar>) -> Bool {
    unsafe text.pointee != 0
      && all(text) { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x5e...0x7a, 0x7c, 0x7e: true
        // ! # $ % & ' * + - .
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e: true
        default: false
        }
      }
  }

  /// Accepts anything but control characters. A tab is allowed.
  static func isValue(_ text: UnsafePointer<CChar>) -> Bool {
    unsafe all(text) { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
  }

  /// Accepts anything but spaces and control characters, as in a request line.
  static func isTarget(_ text: UnsafePointer<CChar>) -> Bool { unsafe all(text) { $0 > 0x20 && $0 != 0x7f } }

  /// Accepts a name or an address, perhaps with a port and blanks after it. It may be empty.
  static func isHost(_ text: UnsafePointer<CChar>) -> Bool {
    unsafe trimmed(text).allSatisfy { byte in
      switch byte {
      case 0x30...0x3b, 0x41...0x5b, 0x61...0x7a: true
      // ! $ % & ' ( ) * + , - . = ] _ ~
      case 0x21, 0x24...0x2e, 0x3d, 0x5d, 0x5f, 0x7e: true
      default: false
      }
    }
  }

  /// Returns the value without the blanks that the library leaves at its end.
  static func trimmed(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var count = unsafe strlen(text)
    while unsafe count > 0 && (text[count - 1] == 0x20 || text[count - 1] == 0x09) { count -= 1 }
    return unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
  }

  private static func all(_ text: UnsafePointer<CChar>, _ isGood: (UInt8) -> Bool) -> Bool {
    var byte = unsafe text
    while unsafe byte.pointee != 0 {
      guard unsafe isGood(UInt8(bitPattern: byte.pointee)) else { return false }
      unsafe byte += 1
    }
    return true
  }
}
