import Foundation
import FoundationNetworking

/// `Tests/Tools/misbehaving-server` with a room for one test; it ends with this.
@MainActor
final class ThemeStand {
  /// The URL that a client uses as its server.
  let url: URL
  private let control: URL
  private let process = Process()
  /// The server listens until this ends.
  private let input = Pipe()

  struct NotStarted: Error {}

  init() throws {
    let output = Pipe()
    process.executableURL =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Tools/misbehaving-server").standardized
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let origin = line.split(whereSeparator: \.isWhitespace).last.flatMap({ URL(string: String($0)) })
    else { throw NotStarted() }
    url = origin.appendingPathComponent("good.1")
    control = origin.appendingPathComponent("-/good.1")
  }

  isolated deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Changes its behavior: `accent=%23ff0000&dark=%23000000`.
  func set(_ settings: String) async throws {
    var request = URLRequest(url: control)
    request.httpMethod = "POST"
    request.httpBody = Data(settings.utf8)
    _ = try await URLSession.shared.data(for: request)
  }

  /// Returns the number of requests that it holds, as soon as it is at most `most`.
  func held(atMost most: Int) async throws -> Int {
    struct Report: Decodable {
      let open: Int
    }
    let address = URL(string: "\(control.absoluteString)?open=\(most)&within=50") ?? control
    let (data, _) = try await URLSession.shared.data(from: address)
    return try JSONDecoder().decode(Report.self, from: data).open
  }
}
