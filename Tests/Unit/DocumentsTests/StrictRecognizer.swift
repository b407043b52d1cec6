/// A recursive recognizer of strict JSON by the grammar of RFC 8259, which the reader is compared with.
struct StrictRecognizer {
  private let bytes: [UInt8]
  private var at = 0

  private struct Wrong: Error {}

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var recognizer = StrictRecognizer(bytes: bytes)
    do {
      try recognizer.value(depth: 0)
      return recognizer.at == bytes.count
    } catch {
      return false
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func space() {
    while [0x20, 0x09, 0x0a, 0x0d].contains(next) { at += 1 }
  }

  private mutating func take(_ text: String) throws {
    guard bytes[at...].starts(with: text.utf8) else { throw Wrong() }
    at += text.utf8.count
  }

  private mutating func value(depth: Int) throws {
    space()
    switch next {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try take("true")
    case UInt8(ascii: "f"): try take("false")
    case UInt8(ascii: "n"): try take("null")
    default: try number()
    }
    space()
  }

  private mutating func object(depth: Int) throws {
    guard depth <= 64 else { throw Wrong() }
    var names: Set<[UInt16]> = []
    try take("{")
    space()
    if next == UInt8(ascii: "}") { return try take("}") }
    while true {
      space()
      guard names.insert(try string()).inserted else { throw Wrong() }
      space()
      try take(":")
      try value(depth: depth)
      if next == UInt8(ascii: "}") { return try take("}") }
      try take(",")
    }
  }

  private mutating func array(depth: Int) throws {
    guard depth <= 64 else { throw Wrong() }
    try take("[")
    space()
    if next == UInt8(ascii: "]") { return try take("]") }
    while true {
      try value(depth: depth)
      if next == UInt8(ascii: "]") { return try take("]") }
      try take(",")
    }
  }

  private mutating func string() throws -> [UInt16] {
    try take("\"")
    var raw: [UInt8] = []
    var units: [UInt16] = []
    func flush() {
      units += Array(String(decoding: raw, as: UTF8.self).utf16)
      raw = []
    }
    while next != UInt8(ascii: "\"") {
      guard at < bytes.count, next >= 0x20 else { throw Wrong() }
      if next != UInt8(ascii: "\\") {
        raw.append(next)
        at += 1
        continue
      }
      flush()
      at += 1
      let escapes: [UInt8: UInt16] = [
        0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9,
      ]
      if let unit = escapes[next] {
        units.append(unit)
        at += 1
      } else {
        try take("u")
        guard at + 4 <= bytes.count,
          bytes[at..<(at + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
          let unit = UInt16(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
        else { throw Wrong() }
        units.append(unit)
        at += 4
      }
    }
    flush()
    try take("\"")
    guard isWhole(units) else { throw Wrong() }
    return units
  }

  private func isWhole(_ units: [UInt16]) -> Bool {
    var isOpen = false
    for unit in units {
      let isLow = (0xdc00..<0xe000).contains(unit)
      if isLow != isOpen { return false }
      isOpen = (0xd800..<0xdc00).contains(unit)
    }
    return !isOpen
  }

  private mutating func digits() throws {
    let start = at
    while (0x30...0x39).contains(next) { at += 1 }
    if at == start { throw Wrong() }
  }

  private mutating func number() throws {
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
  }
}
