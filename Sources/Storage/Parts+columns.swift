internal import Bindings
internal import Changes
internal import Themes

/// How the parts of a state are written as rows of tables: values in the order of `Table`'s columns.
extension WrittenChange {
  var columns: [ColumnValue] { change.columns + [.word(fingerprint)] }
}

extension Change {
  /// All but the fingerprint, which is the log's.
  var columns: [ColumnValue] {
    [
      .number(revision), .text(kind.rawValue), .text(theme), .optional(previous),
      .text(channels.joined(separator: ",")), .timestamp(at), .text(by), .optional(note),
      .optional(differences?.written), .optional(schedule), transition.map { .real($0) } ?? .null,
      .optional(etag),
    ]
  }
}

extension Activation {
  var columns: [ColumnValue] {
    [
      .text(channel), .text(theme), .optional(previous), .number(revision), .number(latest), .timestamp(at),
      .text(by), .optional(note), .text(base), .integer(isDefault ? 1 : 0), .word(Fingerprint(of: self)),
    ]
  }
}

extension Schedule {
  var columns: [ColumnValue] {
    [
      .text(id), .text(channel), .text(theme), .timestamp(from), until.map { .timestamp($0) } ?? .null,
      .text(by), .optional(note), .text(phase.rawValue), .number(revision), .word(Fingerprint(of: self)),
    ]
  }
}

extension Upload {
  var columns: [ColumnValue] {
    [
      .text(name), .text(file), .blob(bytes), .timestamp(at), .text(by), .word(fingerprint),
    ]
  }
}

extension IdempotencyRecord {
  var columns: [ColumnValue] {
    [
      .text(key.text), .text(key.fingerprint), .integer(Int64(answer.status)), .text(answer.writtenHeaders),
      .blob(answer.body), .timestamp(at), .word(Fingerprint(of: self)),
    ]
  }
}

/// A header is a line, as in HTTP itself: neither a name nor a value holds the end of one.
extension RecordedAnswer {
  fileprivate var writtenHeaders: String { headers.map { "\($0.name): \($0.value)\n" }.joined() }

  static func headers(written: String) -> [RecordedHeader] {
    written.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": ").map { colon in
        let (name, value) = (line.prefix(upTo: colon.lowerBound), line.suffix(from: colon.upperBound))
        return RecordedHeader(name: String(name), value: String(value))
      }
    }
  }
}
