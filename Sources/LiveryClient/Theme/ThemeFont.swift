import Foundation

/// A file of a family of fonts, with the weights and the style that it is for.
public struct ThemeFont: Sendable, Hashable, Decodable {
  /// The name of the file on the server: `brand-400.woff2`.
  public let file: String
  /// The path of the file on the server. It identifies the bytes: the content of a path never changes.
  public let url: String
  /// The SHA-256 of the bytes, in hexadecimal digits.
  public let sha256: String
  /// The least and the largest weight; both are equal unless the font is variable.
  public let weights: ClosedRange<Int>
  /// `normal`, `italic` or `oblique`.
  public let style: String
  /// The characters, as CSS writes them; nil for all.
  public let unicodeRange: String?
  /// The license, for people.
  public let license: String?

  private enum CodingKeys: String, CodingKey {
    case file, url, sha256, weight, style, unicodeRange
    case license = "licence"
  }

  /// Reads a face as the server writes it. Unknown members are ignored.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    file = try members.decode(String.self, forKey: .file)
    url = try members.decode(String.self, forKey: .url)
    sha256 = try members.decode(String.self, forKey: .sha256)
    let weight = try members.decodeIfPresent(ThemeValue.self, forKey: .weight)
    let numbers = weight?.text?.split(separator: " ").compactMap { Int($0) } ?? []
    let first = numbers.first ?? weight?.number.flatMap { Int(exactly: $0) } ?? 400
    weights = first...max(first, numbers.last ?? first)
    style = try members.decodeIfPresent(String.self, forKey: .style) ?? "normal"
    unicodeRange = try members.decodeIfPresent(String.self, forKey: .unicodeRange)
    license = try members.decodeIfPresent(String.self, forKey: .license)
  }

  /// Returns whether these are the bytes of the file.
  package func matches(_ bytes: Data) -> Bool { Digest.hex(of: bytes) == sha256 }
}

/// SHA-256, which Foundation does not have.
enum Digest {
  static func hex(of data: Data) -> String {
    var state = start
    var bytes = [UInt8](data) + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (UInt64(data.count) * 8) >> UInt64(56 - $0 * 8)) }
    for block in stride(from: 0, to: bytes.count, by: 64) { add(bytes[block..<(block + 64)], to: &state) }
    let digits = state.map { String($0, radix: 16) }
    return digits.map { String(repeating: "0", count: 8 - $0.count) + $0 }.joined()
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      block[at..<(at + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let one = turned(near, 17) ^ turned(near, 19) ^ near >> 10
      let other = turned(far, 7) ^ turned(far, 18) ^ far >> 3
      words.append(one &+ words[index - 7] &+ other &+ words[index - 16])
    }
    var v = state
    for index in 0..<64 {
      let one = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ one &+ choice &+ rounds[index] &+ words[index]
      let other = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ other &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in state.indices { state[index] &+= v[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }

  /// The first bits of the fractions of the square roots of eight primes.
  private static let start = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  /// The same of the cube roots of 64 primes.
  private static let rounds = primes.map { fraction(cbrt(Double($0))) }

  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
