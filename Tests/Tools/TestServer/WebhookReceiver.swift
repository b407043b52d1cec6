package import Documents
internal import Foundation
internal import Themes

/// `Tests/Tools/webhook-receiver`, started for a test; it ends with it.
package final class WebhookReceiver {
  package let host: String
  package let port: UInt16
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var lines: [String] = []
  private var rest = ""

  package static let secret = "a-webhook-secret-for-tests"

  /// - Parameter behaviors: the responses to the first requests; the last one also applies to all others.
  package init(
    _ behaviors: String..., host: String = "127.0.0.1", port: UInt16 = 0, secret: String = secret,
    certificate: Folder? = nil
  ) throws {
    self.host = host
    process.executableURL =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../webhook-receiver").standardized
    let pair = certificate.map { ["--certificate", $0.certificate, "--key", $0.certificateKey] } ?? []
    process.arguments = [secret, "--host", host, "--port", "\(port)"] + pair + behaviors
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var (first, rest) = ([String](), "")
    try Self.read(from: output, into: &first, &rest, until: 1)
    guard let port = first[0].split(separator: " ").last.flatMap({ UInt16($0) }) else {
      throw RunningServer.NotStarted(description: first[0])
    }
    self.port = port
    lines = Array(first.dropFirst())
    self.rest = rest
  }

  deinit { stop() }

  package var url: String { "http://\(host):\(port)/hook" }

  /// Sets the response to all later requests, and to requests that hang.
  package func behave(_ behavior: String) { input.fileHandleForWriting.write(Data("\(behavior)\n".utf8)) }

  /// Stops the receiver. From then on its port refuses connections.
  package func stop() {
    guard process.isRunning else { return }
    // The test runner may have blocked other signals, and child processes inherit that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Returns the received messages once there are so many.
  package func messages(_ count: Int) throws -> [ReceivedWebhook] {
    try Self.read(from: output, into: &lines, &rest, until: count)
    return lines.compactMap { ReceivedWebhook($0) }
  }

  /// Returns the accepted messages once there are so many.
  package func taken(_ count: Int) throws -> [ReceivedWebhook] {
    while true {
      let taken = try messages(0).filter(\.isTaken)
      if taken.count >= count { return taken }
      _ = try messages(lines.count + 1)
    }
  }

  /// Waits for so many lines, for five minutes at most.
  private static func read(
    from pipe: Pipe, into lines: inout [String], _ rest: inout String, until count: Int
  ) throws {
    while lines.count < count {
      var awaited = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&awaited, 1, 300_000) == 1 else {
        throw RunningServer.NotStarted(
          description: "The receiver heard \(lines.count) of \(count) messages: \(lines)")
      }
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { throw RunningServer.NotStarted(description: "The receiver has ended") }
      let parts = (rest + String(decoding: data, as: UTF8.self)).split(
        separator: "\n", omittingEmptySubsequences: false)
      lines += parts.dropLast().map(String.init)
      rest = parts.last.map(String.init) ?? ""
    }
  }
}

/// A message as the receiver saw it.
package struct ReceivedWebhook {
  /// All of it, with the headers.
  package let text: String
  private let root: JSONNode

  fileprivate init?(_ line: String) {
    guard let root = JSONReader.read(SourceFile(name: "message", bytes: Array(line.utf8))).root else {
      return nil
    }
    (text, self.root) = (line, root)
  }

  /// Whether its signature and its moment are good.
  package var isGood: Bool { root["good"]?.bool == true }
  /// Whether it was met with a good answer.
  package var isTaken: Bool { root["met"]?.string == "204" }
  package var path: String? { root["path"]?.string }
  package var body: JSONNode? { root["body"] }
  package var channel: String? { body?["data"]?["channel"]?.string }
  package var theme: String? { body?["data"]?["theme"]?.string }
  package var cursor: String? { body?["data"]?["cursor"]?.string }

  package func header(_ name: String) -> String? { root["headers"]?[name]?.string }
}
