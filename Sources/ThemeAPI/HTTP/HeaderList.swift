internal import Documents
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
