internal import Documents
internal import Themes

/// A reader that computes sums and products with units as Tokens Studio does: `(16px + 4px) / 3`, `roundTo(10 / 3, 1)`.
struct StudioMath {
  struct Amount: Sendable, Equatable {
    var number: Double
    /// Empty for a plain number.
    var unit: String
  }

  enum MathFailure: Error, Equatable {
    /// The text is no calculation.
    case noNumber
    case units(String, String)
    case noResult
  }

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  private var computes = false

  /// Results have at most so many digits after the point.
  private static let precision = 1e4
  private static let deepest = 64

  /// Returns the part of one that a text is, a number or per cent; nil for other text.
  static func part(of text: String) -> Double? {
    guard let amount = try? amount(of: text), amount.unit.isEmpty || amount.unit == "%" else { return nil }
    return amount.unit == "%" ? amount.number / 100 : amount.number
  }

  static func amount(of text: String) throws(MathFailure) -> Amount {
    var math = StudioMath(bytes: Array(text.utf8))
    var amount = try math.sum()
    math.passBlanks()
    guard math.at == math.bytes.count else { throw .noNumber }
    guard amount.number.isFinite, abs(amount.number) < 1e15 else { throw .noResult }
    if math.computes { amount.number = (amount.number * precision).rounded() / precision }
    return amount
  }

  /// Indicates whether a text is a calculation, even one without a result.
  static func isSum(_ text: String) -> Bool {
    do throws(MathFailure) {
      _ = try amount(of: text)
      return true
    } catch { return error != .noNumber }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func sum() throws(MathFailure) -> Amount {
    var amount = try product()
    while let sign = take(from: "+-") {
      let other = try product()
      let unit = try Self.unit(amount, other)
      let number = sign == UInt8(ascii: "+") ? amount.number + other.number : amount.number - other.number
      amount = Amount(number: number, unit: unit)
    }
    return amount
  }

  private mutating func product() throws(MathFailure) -> Amount {
    var amount = try power()
    while let sign = take(from: "*/") {
      let other = try power()
      let unit = try Self.unit(amount, other)
      guard sign == UInt8(ascii: "*") || other.number != 0 else { throw .noResult }
      let number = sign == UInt8(ascii: "*") ? amount.number * other.number : amount.number / other.number
      amount = Amount(number: number, unit: unit)
    }
    return amount
  }

  private mutating func power() throws(MathFailure) -> Amount {
    let base = try factor()
    guard take(from: "^") != nil else { return base }
    let exponent = try factor()
    guard exponent.unit.isEmpty else { throw .units(base.unit, exponent.unit) }
    return Amount(number: ColorConversion.power(base.number, exponent.number), unit: base.unit)
  }

  private mutating func factor() throws(MathFailure) -> Amount {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw .noNumber }
    passBlanks()
    guard let byte = bytes.dropFirst(at).first else { throw .noNumber }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      at += 1
      var amount = try factor()
      if byte == UInt8(ascii: "-") { amount.number = -amount.number }
      return amount
    case UInt8(ascii: "("):
      at += 1
      let amount = try sum()
      guard take(from: ")") != nil else { throw .noNumber }
      return amount
    case _ where byte.isDigit || byte == UInt8(ascii: "."): return try number()
    case _ where byte.isSmallLetter || byte.isCapitalLetter: return try function()
    default: throw .noNumber
    }
  }

  private mutating func number() throws(MathFailure) -> Amount {
    let digits = word { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard let number = Double(digits) else { throw .noNumber }
    let unit =
      at < bytes.count && bytes[at] == UInt8(ascii: "%")
      ? word { $0 == UInt8(ascii: "%") } : word { $0.isSmallLetter || $0.isCapitalLetter }
    guard unit.utf8.count <= 8, unit != "%%" else { throw .noNumber }
    return Amount(number: number, unit: unit)
  }

  private mutating func function() throws(MathFailure) -> Amount {
    let name = word { $0.isAlphanumeric }.lowercased()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "(") else { throw .noNumber }
    at += 1
    var arguments = [try sum()]
    while take(from: ",") != nil { arguments.append(try sum()) }
    guard take(from: ")") != nil else { throw .noNumber }
    computes = true
    return try Self.result(of: name, arguments)
  }

  private static func result(of name: String, _ arguments: [Amount]) throws(MathFailure) -> Amount {
    var unit = arguments[0].unit
    for other in arguments.dropFirst() where name == "min" || name == "max" {
      unit = try Self.unit(Amount(number: 0, unit: unit), other)
    }
    let numbers = arguments.map(\.number)
    let first = numbers[0]
    let number: Double?
    switch (name, numbers.count) {
    case ("min", _): number = numbers.min()
    case ("max", _): number = numbers.max()
    case ("round", 1), ("roundto", 1): number = first.rounded()
    case ("floor", 1): number = first.rounded(.down)
    case ("ceil", 1): number = first.rounded(.up)
    case ("trunc", 1): number = first.rounded(.towardZero)
    case ("abs", 1): number = abs(first)
    case ("sqrt", 1): number = first < 0 ? nil : first.squareRoot()
    case ("pow", 2): number = ColorConversion.power(first, numbers[1])
    case ("roundto", 2):
      let scale = ColorConversion.power(10, numbers[1].rounded())
      number = (first * scale).rounded() / scale
    default: number = nil
    }
    guard let number else { throw .noNumber }
    return Amount(number: number, unit: unit)
  }

  /// Returns the unit of two amounts: if only one has a unit, that.
  private static func unit(_ one: Amount, _ other: Amount) throws(MathFailure) -> String {
    if one.unit.isEmpty { return other.unit }
    guard other.unit.isEmpty || one.unit == other.unit else { throw .units(one.unit, other.unit) }
    return one.unit
  }

  private mutating func passBlanks() { while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 } }

  private mutating func take(from signs: String) -> UInt8? {
    passBlanks()
    guard at < bytes.count, signs.utf8.contains(bytes[at]) else { return nil }
    defer { at += 1 }
    if bytes[at] != UInt8(ascii: ")"), bytes[at] != UInt8(ascii: ",") { computes = true }
    return bytes[at]
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = at
    while at < bytes.count, belongs(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }
}
