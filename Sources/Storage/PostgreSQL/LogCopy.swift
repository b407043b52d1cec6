internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// What a server knows of a log, as it is kept beside it: to start from when the engine is away.
struct LogCopy: Sendable {
  let name: String
  let opened: OpenedLog

  private static let limit = 1 << 30
  private static let mark = "livery-snapshot 1"

  init(name: String, opened: OpenedLog) {
    self.name = name
    self.opened = opened
  }

  /// The head in a line, the rows, and a sum over it all.
  var bytes: [UInt8] {
    let (position, state) = (opened.position, opened.state)
    var text = RowText()
    text.append([
      .text(Self.mark), .text(name), .text("\(position.epoch)"), .number(position.version),
      .number(position.head), .word(position.fingerprint), .number(state.floor),
    ])
    for part in StatePart.allCases { text.append(rows(of: part).map { [.text(part.rawValue)] + $0 }) }
    return text.finish()
  }

  /// Nil where there is none that is whole.
  init?(file: String) {
    guard let bytes = try? File.bytes(of: file, atMost: Self.limit) else { return nil }
    self.init(bytes: bytes, images: ImageCopy(file: Self.imageFile(beside: file)).images)
  }

  /// Where the images of a copy lie.
  static func imageFile(beside file: String) -> String { "\(file).images" }

  /// Nil for anything torn or foreign.
  init?(bytes: [UInt8], images: [UploadedImage] = []) {
    guard let rows = SavedRow.rows(of: bytes), let head = rows.first, head[0].text == Self.mark,
      let name = head[1].text,
      let epoch = head[2].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let version = head[3].number,
      let revision = head[4].number, let fingerprint = head[5].word, let floor = head[6].number
    else { return nil }
    var state = LogState(epoch: epoch, head: revision, fingerprint: fingerprint, floor: floor)
    var tail: [Change] = []
    for row in rows.dropFirst() {
      guard let part = row[0].text.flatMap(StatePart.init(rawValue:)),
        Self.absorb(row.dropFirst(), part, &state, &tail)
      else { return nil }
    }
    state.absorb(images.map { .image($0) })
    self.name = name
    opened = OpenedLog(
      state: state, tail: tail,
      position: LogPosition(epoch: epoch, version: version, head: revision, fingerprint: fingerprint),
      origin: .resumed)
  }

  /// The parts of a state that serving takes, but for images, which have a file of their own. What is kept of documents
  /// is not among them: it is read anew once the engine is back.
  private enum StatePart: String, CaseIterable { case change, activation, schedule, upload, digest }

  private func rows(of part: StatePart) -> [[ColumnValue]] {
    let state = opened.state
    return switch part {
    case .change: opened.tail.map(\.columns)
    case .activation: state.activations.values.map(\.columns)
    case .schedule: state.schedules.values.map(\.columns)
    case .upload: state.uploads.values.map(\.columns)
    case .digest: state.digests.map { theme, digest in [.text(theme), .text(digest.hex16)] }
    }
  }

  private static func absorb(
    _ row: SavedRow, _ part: StatePart, _ state: inout LogState, _ tail: inout [Change]
  ) -> Bool {
    let read: LogState.Row?
    switch part {
    case .change:
      guard let change = Change(row) else { return false }
      tail.append(change)
      return true
    case .activation: read = Activation(row).map { .activation($0) }
    case .schedule: read = Schedule(row).map { .schedule($0) }
    case .upload: read = Upload(row).map { .upload($0) }
    case .digest: read = row[0].text.flatMap { theme in row[1].word.map { .digest(theme: theme, $0.word) } }
    }
    guard let read else { return false }
    state.absorb(read)
    return true
  }
}
