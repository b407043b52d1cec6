import Changes
import Documents
import Resolution
import Storage
import Synchronization
import TestSupport
import Themes

/// Small documents, and publishers over them with a clock that tests set.
final class PublisherWorld: Sendable {
  private let time = Mutex(Timestamp(milliseconds: 1_000_000))

  var now: Timestamp { time.withLock { $0 } }

  func advance(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

  func publisher(
    _ store: any ChangeStore, themes: [String] = ["default", "night", "year"], accent: String = "#ff0000"
  ) throws -> Publisher {
    try Publisher(
      store: store, files: Self.files(themes, accent: accent),
      configuration: PublisherConfiguration(clock: { [self] in now }, etag: { _, theme in "\"\(theme)\"" }))
  }

  static func files(_ themes: [String], accent: String = "#ff0000") -> ThemeFiles {
    ThemeFiles(
      kits: [SourceFile(name: "kits/mini.json", bytes: Array(kit.utf8))],
      themes: themes.map { SourceFile(name: "themes/\($0).json", bytes: document(accent)) },
      images: ImageFolder(digests: [:]))
  }

  static func document(_ accent: String) -> [UInt8] {
    Array(#"{ "kit": "mini", "colors": { "accent": "\#(accent)" } }"#.utf8)
  }

  private static let kit = """
    { "title": "Mini", "classes": { "Label": { "superclass": null, "appearance": true, "container": true,
      "properties": [ { "name": "color", "kind": "color" } ] } }, "axes": {}, "traits": {} }
    """

  func upload(_ name: String, accent: String = "#00ff00") -> Upload {
    Upload(name: name, file: "\(name).json", bytes: Self.document(accent), at: now, by: "tests")
  }

  /// A switch as an endpoint submits it.
  func switching(
    _ theme: String, in channel: String = "main", buildsOn: Cursor? = nil, key: String? = nil,
    fingerprint: String = "f"
  ) -> Submission<Unknown> {
    Submission(
      key: key.map { IdempotencyKey(text: $0, fingerprint: fingerprint) },
      prepare: { [self] snapshot, summary throws(Unknown) in
        guard snapshot.themeSet.library.themes[theme] != nil else { throw Unknown(theme: theme) }
        return ChangeRequest(
          .activate(channel: channel, theme: summary(theme)), at: now, by: "tests", buildsOn: buildsOn)
      },
      record: { RecordedAnswer(status: 200, body: Array($0.head.description.utf8)) })
  }

  func entering(_ id: String, _ theme: String, for seconds: Int64) -> Submission<Unknown> {
    Submission(
      key: nil,
      prepare: { [self] _, _ throws(Unknown) in
        let schedule = Schedule(
          id: id, channel: "main", theme: theme, from: now.advanced(bySeconds: 1),
          until: now.advanced(bySeconds: 1 + seconds), by: "tests")
        return ChangeRequest(.schedule(schedule), at: now, by: "tests")
      }, record: { _ in RecordedAnswer(status: 201, body: []) })
  }

  /// The reason why a submission could not be prepared.
  struct Unknown: Error, Hashable { let theme: String }
}

extension Publisher {
  /// The result of each, in a word.
  func words(_ submissions: Submission<PublisherWorld.Unknown>...) throws -> [String] {
    try publish(submissions).map { result in
      switch result {
      case .published(let publication): publication.changes.isEmpty ? "same" : "done"
      case .replayed: "replayed"
      case .refused(.conflict): "conflict"
      case .refused(.keyReused): "key reused"
      case .refused(.unknownSchedule): "unknown schedule"
      case .failed(let unknown): "no \(unknown.theme)"
      }
    }
  }
}
