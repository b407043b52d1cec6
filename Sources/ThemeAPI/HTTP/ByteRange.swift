internal import Documents
internal import Themes

/// A part of a representation, from the `Range` header (RFC 9110, section 14).
enum ByteRange {
  enum Extent: Sendable, Hashable {
    /// There is no range, or none that is understood: the whole is sent.
    case whole
    case part(Range<Int>)
    /// The range is beyond the end.
    case unsatisfiable
  }

  /// Reads one range of bytes. Several ranges get the whole, as the standard allows.
  static func read(_ header: String, length: Int) -> Extent {
    let (unit, value) = HeaderList.pair(Substring(header))
    guard unit == "bytes", let dash = value.firstIndex(of: "-"), !value.contains(",") else { return .whole }
    let (first, last) = (value[..<dash], value[value.index(after: dash)...])
    guard isNumber(first), isNumber(last), !(first.isEmpty && last.isEmpty) else { return .whole }
    if first.isEmpty {
      let count = min(number(last), length)
      return count == 0 ? .unsatisfiable : .part(length - count..<length)
    }
    let start = number(first)
    let end = last.isEmpty ? length : min(number(last), length - 1) + 1
    if !last.isEmpty, number(last) < start { return .whole }
    return start < length ? .part(start..<end) : .unsatisfiable
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy(\.isDigit)
  }

  private static func number(_ digits: Substring) -> Int { Int(digits) ?? Int.max - 1 }
}
