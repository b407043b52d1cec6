internal import Bindings
internal import Changes

/// What the parts of a state are in a column.
extension ColumnValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
  var number: UInt64? { if case .integer(let number) = self { UInt64(exactly: number) } else { nil } }
  var timestamp: Timestamp? {
    if case .integer(let number) = self { Timestamp(milliseconds: number) } else { nil }
  }
  var real: Double? { if case .real(let number) = self { number } else { nil } }
  var word: Fingerprint? {
    text.flatMap { UInt64(hex16: $0.utf8) }.map { Fingerprint(word: $0) }
  }

  static func number(_ number: UInt64) -> ColumnValue { .integer(Int64(bitPattern: number)) }
  static func timestamp(_ timestamp: Timestamp) -> ColumnValue { .integer(timestamp.milliseconds) }
  static func word(_ fingerprint: Fingerprint) -> ColumnValue { .text(fingerprint.word.hex16) }
  static func optional(_ text: String?) -> ColumnValue { text.map { .text($0) } ?? .null }
}
