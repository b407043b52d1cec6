import Foundation

/// A theme that is resolved for certain traits: references are followed, variants are chosen.
public struct Theme: Sendable, Hashable {
  /// The name on the server: `new-year`.
  public let name: String
  /// The name for users: `New Year`. If the theme has no title, this is its name.
  public let title: String
  /// The vocabulary of its rules: `uikit`, `web`, `android` or another.
  public let kit: String
  /// The traits that it is resolved for, including the defaults of the kit.
  public let traits: [String: String]
  /// The colors by name, as `#rrggbb`, or `#rrggbbaa` if not opaque. ``ThemeColor`` parses them.
  public let colors: [String: String]
  /// The images by their names in the theme.
  public let images: [String: ThemeImage]
  /// The files of fonts by the names of their families. ``Livery/fontFile(_:)`` returns the bytes of one.
  public let fonts: [String: [ThemeFont]]
  /// The fonts, numbers, words and other named values that are neither colors nor images.
  public let values: [String: ThemeValue]
  /// The prefix of the theme's own images, before their bare names; may be empty.
  public let imagePrefix: String
  /// The image prefixes of the theme and its parents, the nearest first.
  public let imagePrefixes: [String]
  /// The number of seconds for the transition to this theme; 0 if the theme sets none.
  public let transition: Double
  /// The rules, weakest first if nothing else decides. ``look(of:in:superclass:)`` applies them.
  public let rules: [ThemeRule]
  /// Indicates whether the theme is a stored one that the server has not confirmed yet.
  public let isKept: Bool

  /// The indices of the rules for each class.
  let rulesOfClass: [String: [Int]]

  /// Parses a response to `GET /v1/theme`. Unknown members are ignored.
  public init(json: Data) throws {
    self.init(try JSONDecoder().decode(ThemeDocument.self, from: json), isKept: false)
  }

  /// A theme that sets nothing, used until there is another.
  package static let empty = Theme(ThemeDocument(theme: ""), isKept: true)

  init(_ document: ThemeDocument, isKept: Bool) {
    name = document.theme
    title = document.title ?? document.theme
    kit = document.kit ?? ""
    traits = (document.traits ?? [:]).compactMapValues(\.plainText)
    colors = document.colors ?? [:]
    images = document.images ?? [:]
    fonts = document.fonts ?? [:]
    values = (document.values ?? [:]).mapValues(\.value)
    imagePrefix = document.imagePrefix ?? ""
    imagePrefixes = document.imagePrefixes ?? []
    transition = document.transition?.duration ?? 0
    rules = document.appearance ?? []
    rulesOfClass = Dictionary(grouping: rules.indices) { [rules] in rules[$0].target.className }
    self.isKept = isKept
  }
}

/// The members of a response to `GET /v1/theme`.
struct ThemeDocument: Decodable {
  var theme: String
  var title: String?
  var kit: String?
  var traits: [String: ThemeValue]?
  var colors: [String: String]?
  var images: [String: ThemeImage]?
  var fonts: [String: [ThemeFont]]?
  var values: [String: NamedValue]?
  var imagePrefix: String?
  var imagePrefixes: [String]?
  var transition: Timing?
  var appearance: [ThemeRule]?

  struct Timing: Decodable {
    let duration: Double?
  }

  struct NamedValue: Decodable {
    let value: ThemeValue
  }
}

/// The files of an image.
public struct ThemeImage: Sendable, Hashable, Decodable {
  /// The names of the image in the app, the best first.
  public let candidates: [String]
  /// The server's file, if it has one.
  public let file: String?
  /// The path of the file on the server. It identifies the bytes: the content of a path never changes.
  public let url: String?
}

/// A color as components, each from 0 to 1.
public struct ThemeColor: Sendable, Hashable {
  /// The red component in sRGB.
  public let red: Double
  /// The green component in sRGB.
  public let green: Double
  /// The blue component in sRGB.
  public let blue: Double
  /// The opacity: 0 is transparent, 1 is opaque.
  public let alpha: Double

  /// Parses `#rrggbb` or `#rrggbbaa`. Nil for any other text.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let word = digits.count == 8 ? number : number << 8 | 0xff
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xff) / 255 }
    (red, green, blue, alpha) = (part(24), part(16), part(8), part(0))
  }
}

/// The values that a theme sets for one class, optionally with a style, optionally only inside containers.
public struct ThemeRule: Sendable, Hashable {
  /// `UIButton`, or `UIButton.sure` with a style.
  public let target: StyledClass
  /// The containers that the class must be in, outermost first; empty for any place.
  public let containers: [StyledClass]
  /// The values by key: `tintColor`, or `titleColor:highlighted` with an axis. Nil removes the value.
  public let set: [String: ThemeValue?]
  /// The ranks of keys for which the precedence of two rules is equal: the higher one wins. Without ranks, the later rule wins.
  let rank: [String: Int]
}

extension ThemeRule: Decodable {
  private enum CodingKeys: String, CodingKey {
    case target = "for"
    case containers = "in"
    case set, rank
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    target = StyledClass(parsing: try members.decode(String.self, forKey: .target))
    let path = try members.decodeIfPresent(String.self, forKey: .containers) ?? ""
    containers = path.split(separator: "/").map { StyledClass(parsing: String($0)) }
    set = try members.decodeIfPresent([String: ThemeValue?].self, forKey: .set) ?? [:]
    rank = try members.decodeIfPresent([String: Int].self, forKey: .rank) ?? [:]
  }
}

/// A class with its styles: `UIButton.sure.big`. A rule names one style at most.
public struct StyledClass: Sendable, Hashable, CustomStringConvertible {
  /// The class alone: `UIButton`.
  public let className: String
  /// The styles in their written order.
  public let styles: [String]

  /// Parses `Class` or `Class.style.style`.
  public init(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    className = parts.first ?? ""
    styles = Array(parts.dropFirst())
  }

  package init(_ className: String, styles: [String]) {
    self.className = className
    self.styles = styles
  }

  public var description: String { ([className] + styles).joined(separator: ".") }
}

/// A value that a rule sets: any JSON value except null.
public indirect enum ThemeValue: Sendable, Hashable {
  /// A color as hex, the name of an image, or any other word.
  case text(String)
  /// A number.
  case number(Double)
  /// A Boolean value.
  case bool(Bool)
  /// A list of values.
  case list([ThemeValue])
  /// An object, such as a font, an offset or text attributes.
  case object([String: ThemeValue])
}

extension ThemeValue: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let items = try? value.decode([ThemeValue].self) {
      self = .list(items)
    } else {
      self = .object(try value.decode([String: ThemeValue].self))
    }
  }
}

extension ThemeValue {
  /// The text, or nil for other kinds of values.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, or nil for other kinds of values.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The Boolean value, or nil for other kinds of values.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The items, or nil for other kinds of values.
  public var list: [ThemeValue]? { if case .list(let items) = self { items } else { nil } }

  /// Returns a member of an object.
  public subscript(name: String) -> ThemeValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The value of a trait as it is written in a request.
  var plainText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() ? String(format: "%.0f", number) : "\(number)"
    case .bool(let bool): "\(bool)"
    case .list, .object: nil
    }
  }
}

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
