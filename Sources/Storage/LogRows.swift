internal import Bindings
internal import Changes
internal import Documents
internal import Themes

// The parts of a log as rows of its tables: values in the order of the columns of `Table`. A damaged row reads as nil.

extension Change {
  /// The columns without the fingerprint, which is the log's.
  var columns: [ColumnValue] {
    [
      .number(revision), .text(kind.rawValue), .text(theme), .optional(previous),
      .text(channels.joined(separator: ",")), .timestamp(at), .text(by), .note(note),
      .optional(differences?.written), .optional(schedule), transition.map { .real($0) } ?? .null,
      .optional(etag), .optional(origin.map { ([$0.draft] + $0.authors).sealed(with: revision) }),
      .optional(occurrence.map { [$0].sealed(with: revision) }),
      .optional(watch?.texts.sealed(with: revision)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let revision = row[0].number, let kind = row[1].text.flatMap(ChangeKind.init(rawValue:)),
      let theme = row[2].text, let channels = row[4].text, let at = row[5].timestamp, let by = row[6].text
    else { return nil }
    var differences: Differences?
    if let written = row[8].text {
      guard let read = Differences(written: written) else { return nil }
      differences = read
    }
    var origin: DraftOrigin?
    if let sealed = row[12].text {
      guard let names = [String](sealed: sealed, with: revision), let draft = names.first else { return nil }
      origin = DraftOrigin(draft: draft, authors: Array(names.dropFirst()))
    }
    let occurrence = row[13].text.map { [String](sealed: $0, with: revision)?.first }
    if occurrence == .some(nil) { return nil }
    self.init(
      revision: revision, kind: kind, theme: theme, previous: row[3].text,
      channels: channels.split(separator: ",").map(String.init), at: at, by: by, note: row[7].note,
      differences: differences, schedule: row[9].text, transition: row[10].real, etag: row[11].text,
      origin: origin, occurrence: occurrence ?? nil,
      watch: row[14].text.flatMap { SwitchGuard(sealed: $0, with: revision) })
  }
}

extension WrittenChange {
  var columns: [ColumnValue] { change.columns + [.word(fingerprint)] }

  init?(_ row: some ColumnRow) {
    guard let change = Change(row), let fingerprint = row[15].word else { return nil }
    self.init(change: change, fingerprint: fingerprint)
  }
}

extension Activation {
  var columns: [ColumnValue] {
    [
      .text(channel), .text(theme), .optional(previous), .number(revision), .number(latest), .timestamp(at),
      .text(by), .note(note), .text(base), .integer(isDefault ? 1 : 0), .word(Fingerprint(of: self)),
      .optional(watch?.texts.sealed(with: revision)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let channel = row[0].text, let theme = row[1].text, let revision = row[3].number,
      let latest = row[4].number, let at = row[5].timestamp, let by = row[6].text, let base = row[8].text,
      let isDefault = row[9].number
    else { return nil }
    self.init(
      channel: channel, theme: theme, previous: row[2].text, revision: revision, latest: latest, at: at,
      by: by, note: row[7].note, base: base, isDefault: isDefault == 1,
      // A server of an earlier version that switches the channel leaves the guard of the switch before.
      watch: row[11].text.flatMap { SwitchGuard(sealed: $0, with: revision) })
    guard row[10].word == Fingerprint(of: self) else { return nil }
  }
}

extension SwitchGuard {
  /// The parts as texts; an empty one for a part that is missing.
  fileprivate var texts: [String] {
    let numbers = figures.map { [$0.told, $0.held, $0.refused].map(String.init) } ?? ["", "", ""]
    return ["\(condition.holding)", "\(condition.within)", "\(until.milliseconds)", state.rawValue] + numbers
      + [reason ?? ""]
  }

  /// - Parameter revision: that of the change to which the guard belongs.
  fileprivate init?(sealed text: String, with revision: UInt64) {
    guard let texts = [String](sealed: text, with: revision), texts.count == 8,
      let holding = Double(texts[0]),
      let within = Double(texts[1]), let until = Int64(texts[2]), let state = State(rawValue: texts[3])
    else { return nil }
    let numbers = texts[4...6].compactMap { Int($0) }
    let figures =
      numbers.count == 3 ? Figures(told: numbers[0], held: numbers[1], refused: numbers[2]) : nil
    self.init(
      Condition(holding: holding, within: within), until: Timestamp(milliseconds: until), state: state,
      figures: figures, reason: texts[7].isEmpty ? nil : texts[7])
  }
}

extension Schedule {
  var columns: [ColumnValue] {
    [
      .text(id), .text(channel), .text(theme), .timestamp(from), until.map { .timestamp($0) } ?? .null,
      .text(by), .note(note), .text(phase.rawValue), .number(revision),
    ] + (series.map { [.text($0.written.counted)] } ?? []) + [.word(Fingerprint(of: self))]
  }

  /// - Parameter repeats: whether the row is one of the table of series.
  init?(_ row: some ColumnRow, repeats: Bool) {
    let series = repeats ? row[9].text.flatMap([String].init(counted:)).flatMap(Series.init) : nil
    guard repeats == (series != nil), let id = row[0].text, let channel = row[1].text,
      let theme = row[2].text,
      let from = row[3].timestamp, let by = row[5].text,
      let phase = row[7].text.flatMap(SchedulePhase.init(rawValue:)), let revision = row[8].number
    else { return nil }
    self.init(
      id: id, channel: channel, theme: theme, from: from, until: row[4].timestamp, by: by,
      note: row[6].note, phase: phase, revision: revision, series: series)
    guard row[repeats ? 10 : 9].word == Fingerprint(of: self) else { return nil }
  }
}

extension Upload {
  var columns: [ColumnValue] {
    [
      .text(name), .text(file), .blob(bytes), .timestamp(at), .text(by), .word(fingerprint),
      .text(authors.sealed(with: fingerprint.word)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let name = row[0].text, let file = row[1].text, let bytes = row[2].bytes,
      let at = row[3].timestamp, let by = row[4].text
    else { return nil }
    // A server of an earlier version that replaces the upload leaves the authors of the one before.
    let authors = row[6].text.flatMap { text in row[5].word.flatMap { [String](sealed: text, with: $0.word) }
    }
    self.init(name: name, file: file, bytes: bytes, at: at, by: by, authors: authors)
    guard row[5].word == fingerprint else { return nil }
  }
}

extension UploadedImage {
  /// The columns. Bytes that can't be read any more become a null, which the table rejects, so that nothing is stored.
  var columns: [ColumnValue] {
    [
      .text(file), content.bytes().map { .blob($0) } ?? .null, .text(fingerprint), .timestamp(at), .text(by),
      .word(Fingerprint(ofImage: file, fingerprint, at, by)),
    ]
  }

  init?(_ row: some ColumnRow) throws(StoreError) {
    guard let file = row[0].text, let bytes = row[1].bytes, let fingerprint = row[2].text,
      let at = row[3].timestamp, let by = row[4].text, SHA256.hex(of: bytes) == fingerprint,
      row[5].word == Fingerprint(ofImage: file, fingerprint, at, by)
    else { return nil }
    self.init(
      file: file, fingerprint: fingerprint, content: try StoredImage(bytes, of: file), at: at, by: by)
  }
}

extension IdempotencyRecord {
  var columns: [ColumnValue] {
    [
      .text(key.text), .text(key.fingerprint), .integer(Int64(answer.status)), .text(answer.writtenHeaders),
      .blob(answer.body), .timestamp(at), .word(Fingerprint(of: self)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let key = row[0].text, let request = row[1].text, let status = row[2].number,
      let headers = row[3].text, let body = row[4].bytes, let at = row[5].timestamp,
      let fingerprint = row[6].word
    else { return nil }
    let recorded = RecordedAnswer(
      status: Int(clamping: status), headers: RecordedAnswer.headers(written: headers), body: body)
    self.init(key: IdempotencyKey(text: key, fingerprint: request), answer: recorded, at: at)
    guard Fingerprint(of: self) == fingerprint else { return nil }
  }
}

extension LogState.Row {
  /// Reads a row of one of the tables that make up a state.
  init?(_ row: some ColumnRow, of table: Table) throws(StoreError) {
    let read: Self? =
      switch table.name {
      case Table.activations.name: Activation(row).map { .activation($0) }
      case Table.schedules.name: Schedule(row, repeats: false).map { .schedule($0) }
      case Table.series.name: Schedule(row, repeats: true).map { .schedule($0) }
      case Table.uploads.name: Upload(row).map { .upload($0) }
      case Table.images.name: try UploadedImage(row).map { .image($0) }
      case Table.documents.name: DocumentVersion(unread: row).map { .document($0) }
      case Table.drafts.name: try Draft(row).map { .draft($0) }
      case Table.draftEnds.name: DraftEnd(row).map { .draftEnd($0) }
      default: row[0].text.flatMap { theme in row[1].word.map { .digest(theme: theme, $0.word) } }
      }
    guard let read else { return nil }
    self = read
  }
}

extension DocumentVersion {
  /// - Parameter content: the key of its content.
  func columns(content: String?) -> [ColumnValue] {
    [
      .text(theme), .number(since), .optional(source.map { String($0.baseName) }), .optional(content),
      fingerprint.map { .word($0) } ?? .null, .word(Fingerprint(of: self)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let theme = row[0].text, let since = row[1].number else { return nil }
    var source: SourceFile?
    if let file = row[2].text, let bytes = row[3].bytes { source = SourceFile(name: file, bytes: bytes) }
    self.init(theme: theme, since: since, source: source)
    guard row[4].word == Fingerprint(of: self) else { return nil }
  }

  /// Reads a row without the content of the document.
  init?(unread row: some ColumnRow) {
    guard let theme = row[0].text, let since = row[1].number else { return nil }
    self.init(theme: theme, since: since, source: nil, fingerprint: row[2].word)
    guard row[3].word == Fingerprint(of: self) else { return nil }
  }
}

/// Each header is a line, as in HTTP: neither a name nor a value holds a line feed.
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

extension Differences {
  /// The names, each after its kind and its length, so that a name may hold any character.
  var written: String {
    let kinds = [("c", colors), ("i", images), ("r", rules), ("v", values), ("f", fonts)]
    let names = kinds.flatMap { kind, names in names.map { "\(kind)\($0.utf8.count):\($0)" } }
    return (isPartial ? "?" : "") + names.joined()
  }

  init?(written: String) {
    var rest = written.utf8[...]
    let isPartial = rest.first == UInt8(ascii: "?")
    if isPartial { rest.removeFirst() }
    var names: [UInt8: [String]] = [:]
    while let kind = rest.popFirst() {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""),
        let end = rest.index(colon, offsetBy: count + 1, limitedBy: rest.endIndex),
        let name = String(rest[rest.index(after: colon)..<end])
      else { return nil }
      names[kind, default: []].append(name)
      rest = rest[end...]
    }
    self.init(
      colors: names[UInt8(ascii: "c")] ?? [], images: names[UInt8(ascii: "i")] ?? [],
      rules: names[UInt8(ascii: "r")] ?? [], values: names[UInt8(ascii: "v")] ?? [],
      fonts: names[UInt8(ascii: "f")] ?? [], isPartial: isPartial)
  }
}

extension ColumnValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
  var number: UInt64? { if case .integer(let number) = self { UInt64(exactly: number) } else { nil } }
  var timestamp: Timestamp? {
    if case .integer(let number) = self { Timestamp(milliseconds: number) } else { nil }
  }
  var real: Double? { if case .real(let number) = self { number } else { nil } }
  var word: Fingerprint? { text.flatMap { UInt64(hex16: $0.utf8) }.map { Fingerprint(word: $0) } }

  static func number(_ number: UInt64) -> ColumnValue { .integer(Int64(clamping: number)) }
  static func timestamp(_ timestamp: Timestamp) -> ColumnValue { .integer(timestamp.milliseconds) }
  static func word(_ fingerprint: Fingerprint) -> ColumnValue { .text(fingerprint.word.hex16) }
  static func optional(_ text: String?) -> ColumnValue { text.map { .text($0) } ?? .null }

  /// Returns a note with U+0000 and U+0001 escaped by U+0001. Notes of old logs may hold U+0000, which PostgreSQL
  /// rejects.
  static func note(_ note: String?) -> ColumnValue {
    guard let note, note.utf8.contains(where: { $0 < 2 }) else { return .optional(note) }
    return .text(
      note.unicodeScalars.reduce(into: "") { text, scalar in
        text.unicodeScalars.append(scalar.value < 2 ? "\u{1}" : scalar)
        if scalar.value < 2 { text += "\(scalar.value)" }
      })
  }

  var note: String? {
    guard let text, text.utf8.contains(1) else { return text }
    var isEscaped = false
    return text.unicodeScalars.reduce(into: "") { note, scalar in
      if isEscaped || scalar != "\u{1}" {
        note.unicodeScalars.append(isEscaped ? (scalar == "0" ? "\u{0}" : "\u{1}") : scalar)
      }
      isEscaped = !isEscaped && scalar == "\u{1}"
    }
  }
}
