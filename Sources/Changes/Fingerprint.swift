internal import Documents
internal import Themes

/// A short word that differs for different contents: every flipped bit changes it. It does not stop a forger.
package struct Fingerprint: Sendable, Hashable {
  package private(set) var word = FNV1a.start

  package init() {}

  package init(word: UInt64) { self.word = word }

  package mutating func add(_ byte: UInt8) { word = FNV1a.hash(word, with: byte) }

  package mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }

  /// Adds a text with its length, so that two texts in a row never equal two others.
  package mutating func add(_ text: String) {
    let bytes = text.utf8.span
    add(UInt64(bytes.count))
    for index in bytes.indices { add(bytes[index]) }
  }

  package mutating func add(_ text: String?) {
    add(UInt8(text == nil ? 0 : 1))
    if let text { add(text) }
  }

  package mutating func add(_ texts: [String]) {
    add(UInt64(texts.count))
    for text in texts { add(text) }
  }

  package mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ time: Timestamp) { add(UInt64(bitPattern: time.milliseconds)) }
}

extension Fingerprint {
  /// Returns the fingerprint of a log that continues with this change.
  package func extended(by change: Change) -> Fingerprint {
    var next = self
    next.add(change.revision)
    next.add(change.kind.rawValue)
    next.add(change.theme)
    next.add(change.previous)
    next.add(change.channels)
    next.add(change.at)
    next.add(change.by)
    next.add(change.note)
    next.add(change.schedule)
    next.add(change.transition.map { String($0.bitPattern) })
    next.add(change.etag)
    next.add(change.differences.map { $0.isPartial ? "partial" : "whole" })
    next.add(change.differences?.colors ?? [])
    next.add(change.differences?.images ?? [])
    next.add(change.differences?.rules ?? [])
    // Changes without values keep the fingerprints of earlier versions.
    if let values = change.differences?.values, !values.isEmpty { next.add(values) }
    if let fonts = change.differences?.fonts, !fonts.isEmpty { next.add(["fonts"] + fonts) }
    return next
  }

  package init(of activation: Activation) {
    self.init()
    add(activation.channel)
    add(activation.theme)
    add(activation.previous)
    add(activation.revision)
    add(activation.latest)
    add(activation.at)
    add(activation.by)
    add(activation.note)
    add(activation.base)
    add(activation.isDefault ? 1 : 0 as UInt8)
  }

  package init(of schedule: Schedule) {
    self.init()
    add(schedule.id)
    add(schedule.channel)
    add(schedule.theme)
    add(schedule.from)
    add(schedule.until.map(\.description))
    add(schedule.by)
    add(schedule.note)
    add(schedule.phase.rawValue)
    add(schedule.revision)
    if let series = schedule.series { add(series.written) }
  }

  init(of name: String, _ file: String, _ bytes: [UInt8], _ at: Timestamp, _ author: String) {
    self.init()
    add(name)
    add(file)
    add(bytes)
    add(at)
    add(author)
  }

  package init(of record: IdempotencyRecord) {
    self.init()
    add(record.key.text)
    add(record.key.fingerprint)
    add(UInt64(record.answer.status))
    add(record.answer.headers.flatMap { [$0.name, $0.value] })
    add(record.answer.body)
    add(record.at)
  }
}

extension UInt64 {
  /// Sixteen lower-case hexadecimal digits.
  package var hex16: String {
    let digits = String(self, radix: 16)
    return digits.utf8.count == 16
      ? digits : String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Reads sixteen lower-case hexadecimal digits; nil for anything else.
  package init?(hex16 digits: some Collection<UInt8>) {
    guard digits.count == 16 else { return nil }
    self = 0
    for digit in digits {
      guard !digit.isCapitalLetter, let value = digit.hexadecimalValue else { return nil }
      self = self << 4 | UInt64(value)
    }
  }
}
