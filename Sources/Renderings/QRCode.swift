/// A QR code (ISO/IEC 18004) of bytes, with error correction level L, of versions 1 to 15.
package struct QRCode: Sendable {
  /// The number of modules of a side, without the quiet zone.
  package private(set) var size: Int
  /// The dark modules, row by row.
  private var isDark: [Bool]
  /// The modules that have no data: patterns, format and version.
  private var isReserved: [Bool]

  /// Returns nil if the bytes are too many: more than 520.
  /// - Parameter mask: the mask, 0 to 7; nil for the one with the lowest penalty.
  package init?(_ bytes: [UInt8], mask: Int? = nil) {
    guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
    size = version.number * 4 + 17
    isDark = Array(repeating: false, count: size * size)
    isReserved = isDark
    drawPatterns(version)
    drawFormat(mask: 0)
    place(version.codewords(of: bytes))
    let best = mask ?? (0..<8).min { masked($0).penalty < masked($1).penalty } ?? 0
    self = masked(best)
  }

  /// Indicates whether a module is dark. Outside of the code, in the quiet zone, all modules are light.
  package subscript(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && isDark[y * size + x]
  }

  /// The code in half blocks for a terminal, black on white whatever the terminal's colors are, with a quiet zone.
  package var terminalText: String {
    let quiet = 4
    return stride(from: -quiet, to: size + quiet, by: 2).map { y in
      let row = (-quiet..<size + quiet).map { x in
        switch (self[x, y], self[x, y + 1]) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1b}[30;107m\(row.joined())\u{1b}[0m\n"
    }.joined()
  }
}

/// The drawing of everything but the data.
extension QRCode {
  private mutating func set(_ x: Int, _ y: Int, _ value: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    (isDark[y * size + x], isReserved[y * size + x]) = (value, true)
  }

  private mutating func drawPatterns(_ version: QRVersion) {
    for place in 0..<size {
      set(place, 6, place % 2 == 0)
      set(6, place, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawSquare(x, y, radius: 4, light: [2, 4]) }
    let places = version.alignments
    for x in places {
      for y in places where ![(6, 6), (6, size - 7), (size - 7, 6)].contains(where: { $0 == (x, y) }) {
        drawSquare(x, y, radius: 2, light: [1])
      }
    }
    guard version.number >= 7 else { return }
    let bits = Self.protected(version.number, by: 0x1f25, degree: 12)
    for bit in 0..<18 {
      let (far, near) = (size - 11 + bit % 3, bit / 3)
      set(far, near, bits >> bit & 1 == 1)
      set(near, far, bits >> bit & 1 == 1)
    }
  }

  /// Draws nested squares around a module.
  /// - Parameter light: the distances at which they are light.
  private mutating func drawSquare(_ x: Int, _ y: Int, radius: Int, light: Set<Int>) {
    for dy in -radius...radius {
      for dx in -radius...radius { set(x + dx, y + dy, !light.contains(max(abs(dx), abs(dy)))) }
    }
  }

  /// Draws both copies of the error correction level and the mask.
  private mutating func drawFormat(mask: Int) {
    let levelL = 1
    let bits = Self.protected(levelL << 3 | mask, by: 0x537, degree: 10) ^ 0x5412
    for bit in 0..<15 {
      let value = bits >> bit & 1 == 1
      // Around the first finder, beside the timing patterns.
      let step = bit < 6 ? bit : bit < 8 ? bit + 1 : bit == 8 ? 7 : 14 - bit
      if bit < 8 { set(8, step, value) } else { set(step, 8, value) }
      if bit < 8 { set(size - 1 - bit, 8, value) } else { set(8, size - 15 + bit, value) }
    }
    set(8, size - 8, true)
  }

  /// Returns a number with the remainder of its division by a generator polynomial behind it.
  private static func protected(_ number: Int, by generator: Int, degree: Int) -> Int {
    let rest = (0..<degree).reduce(number) { rest, _ in rest << 1 ^ (rest >> (degree - 1)) * generator }
    return number << degree | rest
  }
}

/// The data and its mask.
extension QRCode {
  /// Places bits in columns of two modules, upwards and downwards in turn, from the right.
  private mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    for column in stride(from: size - 1, through: 1, by: -2) {
      // The vertical timing pattern is skipped.
      let right = column <= 6 ? column - 1 : column
      for step in 0..<size {
        let y = (right + 1) & 2 == 0 ? size - 1 - step : step
        for x in [right, right - 1] where !isReserved[y * size + x] && bit < codewords.count * 8 {
          isDark[y * size + x] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
    }
  }

  private func masked(_ mask: Int) -> QRCode {
    var code = self
    code.drawFormat(mask: mask)
    for y in 0..<size {
      for x in 0..<size where !isReserved[y * size + x] && Self.inverts(mask, x, y) {
        code.isDark[y * size + x].toggle()
      }
    }
    return code
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// The number by which a code is hard to read: long rows, squares, rows like a finder, and too many modules of one kind.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += Self.penalty(ofLine: (0..<size).map { self[$0, line] })
      penalty += Self.penalty(ofLine: (0..<size).map { self[line, $0] })
    }
    for y in 1..<size {
      for x in 1..<size
      where self[x, y] == self[x - 1, y] && self[x, y] == self[x, y - 1] && self[x, y] == self[x - 1, y - 1] {
        penalty += 3
      }
    }
    let percent = isDark.count(where: { $0 }) * 100 / isDark.count
    return penalty + abs(percent - 50) / 5 * 10
  }

  private static func penalty(ofLine line: [Bool]) -> Int {
    var (penalty, run, window) = (0, 0, 0)
    for (place, module) in line.enumerated() {
      run = place > 0 && line[place - 1] == module ? run + 1 : 1
      if run >= 5 { penalty += run == 5 ? 3 : 1 }
      window = (window << 1 | (module ? 1 : 0)) & 0x7ff
      if place >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { penalty += 40 }
    }
    return penalty
  }
}

/// A size of QR codes.
private struct QRVersion {
  let number: Int
  /// The number of blocks.
  let blocks: Int
  /// The number of bytes of error correction in each block.
  let correction: Int

  static let all = zip(
    [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6],
    [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
  ).enumerated().map { QRVersion(number: $0 + 1, blocks: $1.0, correction: $1.1) }

  /// The number of bytes that fit beside the mode and the count.
  var capacity: Int { codewordCount - blocks * correction - (number < 10 ? 2 : 3) }

  /// The places of the alignment patterns, in both directions.
  var alignments: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
    return [6] + (0..<count - 1).reversed().map { number * 4 + 10 - $0 * step }
  }

  /// The number of bytes for data and its error correction.
  private var codewordCount: Int {
    let count = alignments.count
    let patterns = count == 0 ? 0 : (25 * count - 10) * count - 55
    return ((16 * number + 128) * number + 64 - patterns - (number < 7 ? 0 : 36)) / 8
  }

  /// Returns the data with its error correction, the bytes of all blocks in turn.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    // Mode 4, the count in one or two bytes, the bytes: all half a byte late.
    let count = number < 10 ? [bytes.count] : [bytes.count >> 8, bytes.count & 0xff]
    let shifted = count.map(UInt8.init) + bytes + [0]
    var data = zip([4] + shifted, shifted).map { $0 << 4 | $1 >> 4 }
    let length = codewordCount - blocks * correction
    for padding in 0..<max(0, length - data.count) { data.append(padding % 2 == 0 ? 0xec : 0x11) }
    let (short, longer) = (length / blocks, length % blocks)
    let divisor = GaloisField.divisor(correction)
    var parts: [(data: [UInt8], correction: [UInt8])] = []
    for block in 0..<blocks {
      let part = Array(data.prefix(short + (block < blocks - longer ? 0 : 1)))
      data.removeFirst(part.count)
      parts.append((part, GaloisField.remainder(of: part, by: divisor)))
    }
    let columns = (0...short).flatMap { at in parts.compactMap { at < $0.data.count ? $0.data[at] : nil } }
    return columns + (0..<correction).flatMap { at in parts.map { $0.correction[at] } }
  }
}

/// The arithmetic of Reed-Solomon codes.
private enum GaloisField {
  static func product(_ one: UInt8, _ two: UInt8) -> UInt8 {
    (0..<8).reversed().reduce(0) { product, bit in
      (product << 1) ^ (product >> 7 &* 0x1d) ^ (two >> bit & 1) &* one
    }
  }

  /// Returns the polynomial with the roots 2⁰ to 2ᵈ⁻¹, without its first coefficient.
  static func divisor(_ degree: Int) -> [UInt8] {
    var (polynomial, root): ([UInt8], UInt8) = (Array(repeating: 0, count: degree - 1) + [1], 1)
    for _ in 0..<degree {
      for place in polynomial.indices {
        let next = place + 1 < degree ? polynomial[place + 1] : 0
        polynomial[place] = product(polynomial[place], root) ^ next
      }
      root = product(root, 2)
    }
    return polynomial
  }

  static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
    data.reduce(into: Array(repeating: 0, count: divisor.count)) { rest, byte in
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in divisor.indices { rest[place] ^= product(divisor[place], factor) }
    }
  }
}
