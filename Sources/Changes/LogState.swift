package import Themes

/// Where the log stands and what holds now: everything but the log's entries themselves.
///
/// A plain value, and a fold over rows: whatever changes it goes through `absorb`, be it decided here by `apply`, read
/// from a store at a start, or written by somebody else who shares the log.
package struct LogState: Sendable, Hashable {
  package let epoch: Epoch
  /// The newest revision; 0 before the first change.
  package private(set) var head: UInt64
  /// Of the newest change and, through it, of all before it.
  package private(set) var fingerprint: Fingerprint
  /// The oldest revision that a cursor may have.
  package private(set) var floor: UInt64
  package private(set) var activations: PersistentMap<String, Activation> = [:]
  package private(set) var schedules: PersistentMap<ScheduleID, Schedule> = [:]
  package private(set) var uploads: PersistentMap<String, Upload> = [:]
  /// By the files' names.
  package private(set) var images: PersistentMap<String, UploadedImage> = [:]
  /// What each theme that shows somewhere said when it was last announced.
  package private(set) var digests: PersistentMap<String, UInt64> = [:]
  /// The fingerprint of the document that was last kept of each theme.
  package private(set) var documents: PersistentMap<String, Fingerprint> = [:]

  package init(
    epoch: Epoch, head: UInt64 = 0, fingerprint: Fingerprint = Fingerprint(), floor: UInt64 = 0
  ) {
    self.epoch = epoch
    self.head = head
    self.fingerprint = fingerprint
    self.floor = floor
  }

  package var cursor: Cursor { Cursor(epoch: epoch, revision: head) }

  /// What must be written for the state to be found again as it is now.
  package enum Row: Sendable, Hashable {
    case change(Change, Fingerprint)
    case activation(Activation)
    case schedule(Schedule)
    case noSchedule(ScheduleID)
    case upload(Upload)
    case noUpload(String)
    case image(UploadedImage)
    case noImage(String)
    case digest(theme: String, UInt64)
    case noDigest(theme: String)
    case document(DocumentVersion)
  }

  /// Takes in a row: the only way in which a state changes, but for its floor.
  package mutating func absorb(_ row: Row) {
    switch row {
    case .change(let change, let fingerprint):
      head = change.revision
      self.fingerprint = fingerprint
    case .activation(let activation): activations[activation.channel] = activation
    case .schedule(let schedule): schedules[schedule.id] = schedule
    case .noSchedule(let id): schedules[id] = nil
    case .upload(let upload): uploads[upload.name] = upload
    case .noUpload(let name): uploads[name] = nil
    case .image(let image): images[image.file] = image
    case .noImage(let file): images[file] = nil
    case .digest(let theme, let digest): digests[theme] = digest
    case .noDigest(let theme): digests[theme] = nil
    case .document(let kept): documents[kept.theme] = kept.fingerprint
    }
  }

  /// Takes in rows in the order in which they were written.
  package mutating func absorb(_ rows: some Sequence<Row>) {
    for row in rows { absorb(row) }
  }

  package mutating func forget(below floor: UInt64) { self.floor = max(self.floor, floor) }

  /// Whether the changes among these rows go on from here, without a gap and with the fingerprints that follow.
  package func leads(to rows: some Sequence<Row>) -> Bool {
    var last = (revision: head, fingerprint: fingerprint)
    for case .change(let change, let fingerprint) in rows {
      guard change.revision == last.revision + 1, last.fingerprint.extended(by: change) == fingerprint
      else { return false }
      last = (change.revision, fingerprint)
    }
    return true
  }

  /// Stands among the digests for all files together. No theme is called so.
  static let filesMark = "\u{0}files"

  /// Whether the log has been told what changed up to these files.
  func wasTold(of files: Fingerprint) -> Bool { digests[Self.filesMark] == files.word }

  /// The channels that show a theme now, in ascending order.
  package func channels(showing theme: String) -> [String] {
    activations.filter { $0.value.theme == theme }.map(\.key).sorted()
  }

  package func running(in channel: String) -> [Schedule] {
    schedules.filter { $0.value.channel == channel && $0.value.phase == .running }.map(\.value)
      .sorted { $0.id < $1.id }
  }
}
