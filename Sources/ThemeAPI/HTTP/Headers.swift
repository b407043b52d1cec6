internal import Documents
package import Renderings
internal import Synchronization
internal import Themes

/// The comma-separated lists of RFC 9110: items with parameters, in which quoted strings stay whole.
enum HeaderList {
  /// Returns the items of a list without white space around them. Empty items are left out.
  static func items(_ value: some StringProtocol) -> [Substring] { split(value, at: UInt8(ascii: ",")) }

  /// Returns the first part of an item and its parameters, with their names in lower case and their values unquoted.
  static func parameters(_ item: Substring) -> (value: Substring, parameters: [(name: String, value: String)])
  {
    let parts = split(item, at: UInt8(ascii: ";"))
    guard let first = parts.first else { return ("", []) }
    return (first, parts.dropFirst().map(pair))
  }

  /// Returns the media type of a `Content-Type` in lower case and without its parameters.
  static func mediaType(_ contentType: some StringProtocol) -> String {
    lower(parameters(Substring(contentType)).value)
  }

  /// Reads `name=value` or `name="value"`. A name alone has an empty value.
  static func pair(_ text: Substring) -> (name: String, value: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (lower(text), "") }
    let value = trimmed(text[text.utf8.index(after: equals)...])
    return (lower(trimmed(text[..<equals])), unquoted(value))
  }

  /// Returns a quality between 0 and 1000: 1000 if none is given, 0 if it is not a number.
  static func quality(_ parameters: [(name: String, value: String)]) -> Int {
    guard let text = parameters.first(where: { $0.name == "q" })?.value else { return 1000 }
    guard let value = Double(text), (0...1).contains(value) else { return 0 }
    return Int(value * 1000)
  }

  static func lower(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"")
    else { return String(text) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if !isEscaped { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func split(_ value: some StringProtocol, at separator: UInt8) -> [Substring] {
    let text = Substring(value)
    var items: [Substring] = []
    var start = text.startIndex
    var (isQuoted, isEscaped) = (false, false)
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        items.append(trimmed(text[start..<index]))
        start = text.utf8.index(after: index)
      }
    }
    items.append(trimmed(text[start...]))
    return items.filter { !$0.isEmpty }
  }

  static func trimmed(_ text: Substring) -> Substring {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var view = text.utf8
    while let first = view.first, isSpace(first) { view = view.dropFirst() }
    while let last = view.last, isSpace(last) { view = view.dropLast() }
    return Substring(view)
  }
}

/// A part of a representation, from the `Range` header (RFC 9110, section 14).
enum ByteRange: Sendable, Hashable {
  /// There is no range, or none that is understood: the whole is sent.
  case whole
  case part(Range<Int>)
  /// The range is beyond the end.
  case unsatisfiable

  /// Reads one range of bytes. Several ranges get the whole, as the standard allows.
  init(_ header: String, length: Int) {
    self = .whole
    let (unit, value) = HeaderList.pair(Substring(header))
    guard unit == "bytes", let dash = value.firstIndex(of: "-"), !value.contains(",") else { return }
    let (first, last) = (value[..<dash], value[value.index(after: dash)...])
    guard (first + last).utf8.allSatisfy(\.isDigit), !(first.isEmpty && last.isEmpty) else { return }
    func number(_ digits: Substring) -> Int { Int(digits) ?? Int.max - 1 }
    if first.isEmpty {
      let count = min(number(last), length)
      self = count == 0 ? .unsatisfiable : .part(length - count..<length)
    } else if last.isEmpty || number(first) <= number(last) {
      let end = last.isEmpty ? length : min(number(last), length - 1) + 1
      self = number(first) < length ? .part(number(first)..<end) : .unsatisfiable
    }
  }
}

/// The choice of a representation by what the client accepts (RFC 9110, section 12.5).
package enum Negotiation {
  /// Returns the media type that the client prefers, of equals the first, or nil if it accepts none.
  package static func mediaType(accept: String?, offered: [MediaType]) -> MediaType? {
    guard let accept, !HeaderList.items(accept).isEmpty else { return offered.first }
    let ranges = HeaderList.items(accept).map(MediaRange.init)
    var best: (type: MediaType, quality: Int)?
    for type in offered {
      let quality = quality(of: type, in: ranges)
      if quality > (best?.quality ?? 0) { best = (type, quality) }
    }
    return best?.type
  }

  /// Indicates whether a client names exactly this type, as browsers name HTML.
  package static func names(_ type: MediaType, accept: String?) -> Bool {
    guard let accept else { return false }
    return HeaderList.items(accept).map(MediaRange.init).contains { $0.name == type.name && $0.quality > 0 }
  }

  /// Indicates whether gzip is accepted and preferred no less than no encoding.
  package static func takesGzip(acceptEncoding: String?) -> Bool {
    guard let acceptEncoding else { return false }
    if acceptEncoding == "gzip" || acceptEncoding.hasPrefix("gzip, deflate") { return true }
    var named: Int?
    var wildcard: Int?
    var identity = 1
    for item in HeaderList.items(acceptEncoding) {
      let (coding, parameters) = HeaderList.parameters(item)
      let quality = HeaderList.quality(parameters)
      switch HeaderList.lower(coding) {
      case "gzip", "x-gzip": named = max(named ?? 0, quality)
      case "*": wildcard = quality
      case "identity": identity = max(quality, 1)
      default: break
      }
    }
    let gzip = named ?? wildcard ?? 0
    return gzip > 0 && gzip >= identity
  }

  private static func quality(of type: MediaType, in ranges: [MediaRange]) -> Int {
    let matching = ranges.compactMap { range in range.specificity(for: type).map { ($0, range.quality) } }
    return matching.max { $0.0 < $1.0 }?.1 ?? 0
  }

  private struct MediaRange {
    let name: String
    let quality: Int

    init(_ item: Substring) {
      let (value, parameters) = HeaderList.parameters(item)
      name = HeaderList.lower(value)
      quality = HeaderList.quality(parameters)
    }

    /// Returns how closely it names a type: 2 for the type itself, 1 for its first half, 0 for any type, nil if it does not.
    func specificity(for type: MediaType) -> Int? {
      if name == type.name { return 2 }
      if name == "*/*" { return 0 }
      return name.hasSuffix("/*") && type.name.hasPrefix(name.dropLast()) ? 1 : nil
    }
  }
}

/// The time that a client is willing to wait, from `Prefer: wait=` (RFC 7240).
package enum Preference {
  /// The longest wait in seconds: proxies commonly close a connection after a minute.
  package static let longest = 55

  /// Returns the wait in whole seconds, at most 55, or nil if there is none or it is no number.
  package static func wait(_ prefer: String?) -> Int? {
    guard let prefer else { return nil }
    let pairs = HeaderList.items(prefer).lazy.map { HeaderList.pair(HeaderList.parameters($0).value) }
    return pairs.first { $0.name == "wait" }.flatMap { seconds($0.value) }
  }

  static func applied(_ seconds: Int) -> Request.Field {
    Request.Field("Preference-Applied", "wait=\(seconds)")
  }

  /// Reads whole seconds and limits them to the longest wait. Returns nil if the text is no number.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 4 else { return longest }
    return min(significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, longest)
  }

  /// Reads a decimal number as whole seconds between 0 and the longest wait. Returns nil if the text is no number.
  static func decimalSeconds(_ text: String) -> Int? {
    let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    guard isDecimal, let seconds = Double(text) else { return nil }
    return Int(min(max(seconds, 0), Double(longest)))
  }

  /// Returns the time to hold a client. It is shortened by up to 6 %, so that not all clients time out together.
  package static func hold(_ seconds: Int) -> Duration {
    var jitter = Jitter()
    return .milliseconds(seconds * 1000 - Int.random(in: 0...(seconds * 60), using: &jitter))
  }
}

/// The random numbers that spread clients out. They need no system call and are not secret.
private struct Jitter: RandomNumberGenerator {
  private static let state = Atomic<UInt64>(.random(in: .min ... .max))

  /// SplitMix64: a counter that goes up by the golden ratio, well mixed.
  func next() -> UInt64 {
    var mixed = Self.state.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
