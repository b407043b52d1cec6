internal import CMicroHTTPD
internal import Glibc

/// Whether the lines of a request's head hold what they seem to, judged by how they lie in the library's buffer.
///
/// The library cuts lines into C strings where they lie, and is lenient about it. A NUL hides what follows it, a folded
/// line is put together elsewhere, a line may end without CR. All of that shows in the bytes between the strings.
package struct HeaderCheck {
  /// False when something is hidden, folded, or written in a way that RFC 9112 does not allow.
  package fileprivate(set) var isWellFormed = true
  /// Whether one body can be read in two ways, as request smuggling needs it: by two lengths, or one beside a coding.
  package fileprivate(set) var isAmbiguous = false
  package fileprivate(set) var hasBody = false
  package fileprivate(set) var hasTransferEncoding = false
  /// A bit for each length that a header's name has; the last for all that are longer. Answers ask for six headers that
  /// most requests have not: to look for them among seven others costs a small GET 4 % more instructions.
  private var nameLengths: UInt64 = 0
}

extension HeaderCheck {
  /// - Parameter targetCount: how long the target was before the query was cut off.
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

  /// A header that says how the body can be read.
  fileprivate mutating func noteBody(isCoding: Bool) {
    isAmbiguous = hasBody
    hasBody = true
    if isCoding { hasTransferEncoding = true }
  }

  fileprivate mutating func noteName(ofLength length: Int) { nameLengths |= 1 &<< UInt64(min(length, 63)) }

  /// False says that no header has a name of this length, so that none needs to be compared.
  @inline(__always)
  func mayContainName(ofLength length: Int) -> Bool { nameLengths & 1 &<< UInt64(min(length, 63)) != 0 }

  /// False says that no header has a longer name.
  func mayContainName(longerThan length: Int) -> Bool { nameLengths >> UInt64(min(length, 62) + 1) != 0 }
}

/// A walk over the header strings, in the order in which they lie.
@safe private struct HeaderWalk {
  var check = HeaderCheck()
  private var position: UnsafePointer<CChar>
  private let end: UnsafePointer<CChar>
  private var hasHost = false

  init(from start: UnsafePointer<CChar>, to end: UnsafePointer<CChar>) {
    unsafe position = unsafe start
    unsafe self.end = unsafe end
  }

  mutating func visit(_ connection: OpaquePointer) {
    let kind = MHD_ValueKind.HEADER_KIND
    _ = unsafe MHD_get_connection_values_n(
      connection, kind,
      { context, _, name, nameCount, value, _ in
        guard let walk = unsafe context?.assumingMemoryBound(to: HeaderWalk.self), let name = unsafe name
        else {
          return .NO
        }
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
    case 14 where unsafe strncasecmp(name, "Content-Length", 14) == 0: check.noteBody(isCoding: false)
    case 17 where unsafe strncasecmp(name, "Transfer-Encoding", 17) == 0: check.noteBody(isCoding: true)
    default: break
    }
  }

  /// Between two lines lie two bytes, which were CR and LF.
  private mutating func endLine(at next: UnsafePointer<CChar>) {
    if unsafe next - position != 2 { check.isWellFormed = false }
    unsafe skip(to: next)
  }

  /// Only separators, or what the library put in their place, may lie before the next string.
  private mutating func skip(to next: UnsafePointer<CChar>) {
    guard check.isWellFormed else { return }
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

  /// After the last line comes an empty one.
  mutating func finish() -> HeaderCheck {
    unsafe endLine(at: end - 2)
    return check
  }
}
