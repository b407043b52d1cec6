internal import Bindings
internal import Documents
internal import Foundation
internal import Themes

/// The real `livery serve`, started for a test on a free port with a config folder of its own.
package final class RunningServer {
  package let host: String
  package let port: UInt16
  /// The config and the state folder, both removed at the end.
  package let folder: Folder
  private let process: Process
  private let errors: FileHandle
  private var lines: [String]

  /// The least that can be served.
  package static let oneTheme = [
    "kits/uikit.json":
      #"{ "classes": { "UIView": { "superclass": null, "properties": [] } }, "axes": {}, "traits": {} }"#,
    "themes/default.json": "{}",
  ]

  /// Returns once the server says that it listens.
  /// - Parameters:
  ///   - files: what the config folder holds, by path: `themes/default.json`.
  ///   - config: a config folder to use instead.
  ///   - descriptors: how many files and connections it may have open, together.
  ///   - isDiskFull: whether it may write no file further than it is, from its start on.
  ///   - host: one that no other test uses, where the server starts a second time at the same port: on the usual one
  ///     another test's server may be given the port meanwhile.
  package init(
    files: [String: String] = RunningServer.oneTheme, config: String? = nil, arguments: [String] = [],
    environment: [String: String] = [:], descriptors: Int? = nil, isDiskFull: Bool = false,
    host: String = "127.0.0.1", port: UInt16 = 0
  ) throws {
    self.host = host
    folder = try Folder()
    try folder.write(files)
    // By variables, so that a test's flags are stronger.
    let settings = [
      "LIVERY_LISTEN": "\(host):\(port)", "LIVERY_CONFIG": config ?? folder.config,
      "LIVERY_STATE": folder.state, "LIVERY_LOG_FORMAT": "json", "LIVERY_DRAIN_TIME": "0.1",
    ]
    process = Livery.process(
      ["serve"] + arguments, environment: settings.merging(environment) { _, given in given },
      descriptors: descriptors, isDiskFull: isDiskFull)
    let pipe = Pipe()
    process.standardError = pipe
    errors = pipe.fileHandleForReading
    try process.run()
    lines = []
    self.port = try Self.port(readFrom: errors, into: &lines)
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  package var address: String { "\(host):\(port)" }
  package var pid: Int32 { process.processIdentifier }

  /// The processor time of the process, by the kernel's count.
  package var cpuSeconds: Double {
    get throws {
      let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      // User and system time are the 14th and 15th field; the second ends with the only bracket.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").map(
        String.init)
      return fields[12...13].compactMap(Double.init).reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// How many files and connections the process has open.
  package var openDescriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }
  }

  /// The memory of the uploaded images in the process: images of the themes, and images that are being sent.
  package var memoryOfImages: Int {
    get throws {
      let folder = "/proc/\(pid)/fd"
      var sizes: [UInt64: Int] = [:]
      for number in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let path = "\(folder)/\(number)"
        guard let name = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
          name.hasPrefix("/memfd:"), let stamp = FileStamp(of: path)
        else { continue }
        sizes[stamp.inode] = Int(stamp.size)
      }
      return sizes.values.reduce(0, +)
    }
  }

  /// Sends SIGTERM and waits for the end.
  @discardableResult
  package func stop() -> Ending {
    process.terminate()
    return ending()
  }

  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Sends SIGTERM and waits for the end without reading what it logs.
  package func stopUnread() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits until it ends by itself, or by a signal sent before.
  package func ending() -> Ending {
    let rest = (try? errors.readToEnd()) ?? Data()
    process.waitUntilExit()
    lines += String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init)
    let code =
      process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Ending(code: code, errors: lines.joined(separator: "\n"))
  }

  /// Reads the log until so many lines hold this text; the last of them.
  package func waitForLog(containing text: String, times: Int = 1) throws -> String {
    while true {
      let found = lines.filter { $0.contains(text) }
      if found.count >= times { return found[times - 1] }
      try Self.readMore(from: errors, into: &lines)
    }
  }

  /// How a run of the program ended.
  package struct Ending: Sendable {
    package let code: Int32
    /// Standard error.
    package let errors: String
    /// Standard output, where it was asked for.
    package var output = ""
  }

  package struct NotStarted: Error, CustomStringConvertible {
    package let description: String
  }

  private static func port(readFrom handle: FileHandle, into lines: inout [String]) throws -> UInt16 {
    while true {
      for line in lines where line.contains("Listening on") {
        let (root, _) = JSONReader.read(SourceFile(name: "log", bytes: Array(line.utf8)))
        // A server that listens on a Unix socket alone has none.
        if let root { return UInt16(root["port"]?.integer ?? 0) }
      }
      try readMore(from: handle, into: &lines)
    }
  }

  /// Waits for at least one whole line more.
  private static func readMore(from handle: FileHandle, into lines: inout [String]) throws {
    var text = ""
    repeat {
      let data = handle.availableData
      guard !data.isEmpty else { throw NotStarted(description: (lines + [text]).joined(separator: "\n")) }
      text += String(decoding: data, as: UTF8.self)
    } while !text.hasSuffix("\n")
    lines += text.split(separator: "\n").map(String.init)
  }
}
