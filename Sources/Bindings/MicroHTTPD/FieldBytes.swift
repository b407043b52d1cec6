internal import Glibc

/// Which bytes a header may consist of (RFC 9110, section 5; RFC 3986 for a host).
@unsafe enum FieldBytes {
  /// A token: letters, digits, some punctuation.
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

  /// Anything but control characters; a tab is none here.
  static func isValue(_ text: UnsafePointer<CChar>) -> Bool {
    unsafe all(text) { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
  }

  /// Anything but spaces and control characters: what stands between two spaces of a request line.
  static func isTarget(_ text: UnsafePointer<CChar>) -> Bool { unsafe all(text) { $0 > 0x20 && $0 != 0x7f } }

  /// A name or an address, perhaps with a port; nothing at all as well. Blanks may follow.
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

  /// The value without blanks at its end, where the library leaves them.
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
