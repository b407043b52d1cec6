internal import CLinux
internal import Glibc

/// The environment variables of the process.
package enum Environment {
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    guard var entry = unsafe livery_environment() else { return variables }
    while let text = unsafe entry.pointee {
      let parts = unsafe String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }
}

/// The name of the machine.
package enum SystemName {
  /// The host name, or `localhost` if there is none.
  package static let host: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "localhost" : name
  }()
}

/// The boot of the kernel under which this process runs.
package struct SystemBoot: Sendable, Hashable {
  /// An identifier that no other boot has.
  package let word: String
  /// The start of the kernel, in seconds since 1970.
  package let began: Int64

  package init(word: String, began: Int64) {
    self.word = word
    self.began = began
  }

  /// Nil if the kernel does not say.
  package static let current: SystemBoot? = {
    let word = text(of: "/proc/sys/kernel/random/boot_id").filter { $0.isHexDigit }
    let began = text(of: "/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
    guard !word.isEmpty, let time = began?.dropFirst("btime ".count), let seconds = Int64(time) else {
      return nil
    }
    return SystemBoot(word: word, began: seconds)
  }()

  private static func text(of path: String) -> String {
    String(decoding: (try? File.bytes(of: path, atMost: 1 << 20)) ?? [], as: UTF8.self)
  }
}

/// The standard output or error stream.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all bytes. If the reader has closed the stream, the rest is lost.
  package func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        guard let start = bytes.baseAddress else { return }
        let count = unsafe Glibc.write(rawValue, start + written, bytes.count - written)
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        written += count
      }
    }
  }
}

/// A command line for the shell, run as a child process.
package enum ShellCommand {
  /// Runs the command line with additional environment variables and waits for its end.
  /// - Returns: the exit code. If a signal ended the child, 128 plus the signal's number, as in shells.
  package static func run(_ line: String, variables: [String: String]) throws(SystemError) -> Int32 {
    let inherited = Environment.variables.merging(variables) { $1 }
    let environment = inherited.map { "\($0.key)=\($0.value)" }
    var child: pid_t = 0
    let code = unsafe withStrings(["/bin/sh", "-c", line]) { arguments in
      unsafe withStrings(environment) { environment in
        unsafe posix_spawn(&child, "/bin/sh", nil, nil, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid") }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// Calls `body` with a null-terminated array of C strings.
  private static func withStrings<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(&copies)
  }
}
