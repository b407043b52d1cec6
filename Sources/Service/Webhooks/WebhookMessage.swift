internal import Bindings
internal import Changes
internal import Documents
internal import ThemeAPI
internal import Themes

/// The message to a receiver: the active theme of a channel, without the author of the change and without schedules.
struct WebhookMessage: Sendable {
  /// The identifier by which a receiver recognizes a repeated message. It is the same for each attempt, and for all servers of
  /// a log.
  let id: String
  private let body: [UInt8]
  private let at: Timestamp
  /// The values of the placeholders in a receiver's own request.
  private let values: [String: String]

  init(of activation: Activation, in epoch: Epoch, at now: Timestamp) {
    let cursor = Cursor(epoch: epoch, revision: activation.latest)
    id = "\(cursor)-\(activation.channel)"
    at = now
    values = [
      "channel": activation.channel, "theme": activation.theme, "since": activation.at.description,
      "cursor": cursor.description, "epoch": epoch.description, "revision": "\(cursor.revision)",
      "timestamp": now.description, "id": id,
    ]
    var json = JSONWriter()
    json.object {
      $0.member("type", "theme.changed")
      $0.member("timestamp", now.description)
      $0.member("data") {
        $0.object {
          $0.member("channel", activation.channel)
          $0.member("theme", activation.theme)
          $0.member("since", activation.at.description)
          $0.member("cursor", cursor.description)
          $0.member("epoch", epoch.description)
          $0.member("revision", cursor.revision)
          if let watch = activation.watch, watch.state == .back { $0.guarding(watch) }
        }
      }
    }
    body = json.finished()
  }

  private func filled(_ text: String) -> String { WebhookForm.filled(text, values) ?? text }

  typealias HTTPRequest = (method: String, target: String, headers: [(String, String)], body: [UInt8])

  /// Returns the request for a receiver: its own, or that of Standard Webhooks. The signature covers the identifier, the time
  /// and the body.
  func request(for hook: Webhook, signedBy keys: [[UInt8]]) -> HTTPRequest {
    let form = hook.form ?? WebhookForm()
    let body = form.body.map { Array(filled($0).utf8) } ?? body
    let own = form.headers.map { ($0.name, filled($0.value)) }
    var headers = [("User-Agent", "Livery/\(Version.number)"), ("webhook-id", id)]
    if let type = form.body == nil ? "application/json" : form.type { headers.append(("Content-Type", type)) }
    if !keys.isEmpty {
      let seconds = at.milliseconds / 1000
      let signed = Array("\(id).\(seconds).".utf8) + body
      let signatures = keys.map { "v1," + Base64.text(of: SHA256.authenticationCode(of: signed, key: $0)) }
      headers += [
        ("webhook-timestamp", "\(seconds)"), ("webhook-signature", signatures.joined(separator: " ")),
      ]
    }
    headers.removeAll { header in own.contains { $0.0.lowercased() == header.0.lowercased() } }
    let target = hook.form == nil ? hook.target : filled(hook.target)
    return (form.method, target, headers + own, body)
  }
}

/// The last change of each channel that a receiver was sent, stored in a file of the state folder for the next start.
///
/// The file is written at most once a second, so messages of the last second before a crash are sent again.
struct WebhookPositions {
  private var positions: [String: Cursor] = [:]
  /// The path of the file; nil if nothing must survive a restart.
  private let path: String?
  private var isWritten = true
  private var writtenAt: MonotonicTime?

  /// Reads the file. Invalid lines are skipped; their channels are sent again.
  init(path: String?) {
    self.path = path
    // More than the lines of the largest number of channels.
    guard let path, let bytes = try? File.bytes(ofRegular: path, atMost: 4 << 20) else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2, Name.isValid(words[0]), let cursor = Cursor(words[1]) else { continue }
      positions[String(words[0])] = cursor
    }
  }

  subscript(_ channel: String) -> Cursor? { positions[channel] }

  mutating func set(_ cursor: Cursor, for channel: String) {
    positions[channel] = cursor
    isWritten = path == nil
  }

  /// The time when the file may be written again; nil if it is up to date.
  var dueAt: MonotonicTime? { isWritten ? nil : writtenAt.map { $0 + .seconds(1) } ?? .now }

  mutating func write() throws(SystemError) {
    guard !isWritten, let path else { return }
    writtenAt = .now
    let lines = positions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    try File.write(Array(lines.joined().utf8), to: path, replacing: true)
    isWritten = true
  }
}

/// The channels that wait for a delivery, each once, in the order in which they changed. A delivery sends the theme that is
/// active at its time, so the queue never exceeds the number of channels.
struct WebhookQueue {
  private var channels: [String] = []
  private var waiting: Set<String> = []
  /// The traces of the requests that caused the newest changes, by channel.
  private var traces: [String: TraceContext] = [:]

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  mutating func add(_ channel: String, in trace: TraceContext? = nil) {
    if waiting.insert(channel).inserted { channels.append(channel) }
    traces[channel] = trace
  }

  /// Adds a channel again whose delivery failed, unless it has changed since.
  mutating func add(again channel: String, in trace: TraceContext?) {
    if !waiting.contains(channel) { add(channel, in: trace) }
  }

  mutating func next() -> (channel: String, trace: TraceContext?)? {
    guard !channels.isEmpty, let channel = waiting.remove(channels.removeFirst()) else { return nil }
    return (channel, traces.removeValue(forKey: channel))
  }
}
