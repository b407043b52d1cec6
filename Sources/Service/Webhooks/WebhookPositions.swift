internal import Bindings
internal import Changes
internal import Themes

/// How far a receiver has been told, channel by channel, kept in a file of the state folder: a start goes on from there.
///
/// The file is written at most once a second. What was told in the second before a crash is told again.
struct WebhookPositions {
  private var positions: [String: Cursor] = [:]
  /// Nil where nothing survives.
  private let path: String?
  private var isWritten = true
  private var writtenAt: MonotonicTime?
  /// More than the lines of as many channels as there can be.
  private static let largest = 4 << 20

  /// What the file says. Lines that say nothing are passed over: the channel is told once more.
  init(path: String?) {
    self.path = path
    guard let path, let bytes = try? File.bytes(ofRegular: path, atMost: Self.largest) else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2, Name.isValid(words[0]), let cursor = Cursor(words[1]) else { continue }
      positions[String(words[0])] = cursor
    }
  }

  subscript(_ channel: String) -> Cursor? { positions[channel] }

  mutating func take(_ cursor: Cursor, for channel: String) {
    positions[channel] = cursor
    isWritten = path == nil
  }

  /// When the file may be written again.
  var dueAt: MonotonicTime? { isWritten ? nil : writtenAt.map { $0 + .seconds(1) } ?? .now }

  /// Writes the file where there is something new.
  mutating func write() throws(SystemError) {
    guard !isWritten, let path else { return }
    writtenAt = .now
    let lines = positions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    try File.write(Array(lines.joined().utf8), to: path, replacing: true)
    isWritten = true
  }
}
