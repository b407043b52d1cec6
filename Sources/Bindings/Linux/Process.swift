internal import CLinux
internal import Glibc

/// The kernel's counters for this process.
package struct ProcessFigures: Sendable {
  package let residentBytes: Int
  package let openDescriptors: Int
  package let cpuSeconds: Double

  package static var now: ProcessFigures {
    let fields = ProcFile.text("/proc/self/statm").split(separator: " ")
    return ProcessFigures(
      residentBytes: (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE)),
      openDescriptors: openDescriptors,
      cpuSeconds: Double(timespec(CLOCK_PROCESS_CPUTIME_ID).nanoseconds) / 1e9)
  }

  /// The number of open descriptors. Since Linux 6.2 it is the size of the folder that lists them; before, the entries are
  /// counted.
  private static var openDescriptors: Int {
    if let stamp = FileStamp(of: "/proc/self/fd"), stamp.size > 0 { return Int(stamp.size) }
    // Listing the folder opens one descriptor.
    return max(0, ((try? FileSystem.names(in: "/proc/self/fd").count) ?? 0) - 1)
  }
}

/// The small text files of the kernel.
private enum ProcFile {
  /// Returns the text of a file, empty if it can't be read.
  static func text(_ path: String) -> String {
    String(decoding: (try? File.bytes(of: path, atMost: 1 << 20)) ?? [], as: UTF8.self)
  }
}

/// Operations on this process.
package enum ThisProcess {
  /// Returns freed memory to the system that the C library keeps, if it is more than 16 MiB. This takes milliseconds, so no
  /// worker should do it.
  package static func giveBackMemory() { livery_give_back(16 << 20) }

  /// Releases the read-only pages of the program's file and of its libraries. The start runs through most of the program,
  /// serving only through a small part: of 23 MB of resident pages, 9 MB remained. Pages that are needed again come from the
  /// page cache, without the disk.
  package static func releaseProgramPages() { livery_let_go_of_program() }

  /// Raises the limit of open descriptors to its maximum and returns it.
  package static func raiseDescriptorLimit() -> Int {
    let descriptors = Int32(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(descriptors, &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(descriptors, &limit)
    _ = unsafe getrlimit(descriptors, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The number of cores that are online.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  package static var number: Int32 { getpid() }

  /// Ends the process without waiting for its threads.
  package static func end(_ code: Int32) -> Never { _exit(code) }
}

/// The signals that the process reads one by one instead of being interrupted by them.
package final class SignalQueue: Sendable {
  package enum Signal: Int32, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    case terminate = 15
  }

  private let owned: Descriptor

  /// Blocks the signals. Threads inherit this, so the caller must do it before any other thread starts.
  package init() throws(SystemError) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in Signal.allCases { unsafe sigaddset(&signals, signal.rawValue) }
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { throw SystemError("pthread_sigmask") }
    owned = try Descriptor("signalfd", unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK)))
  }

  /// Waits for the next signal. Returns nil if the time has passed or the doorbell was rung.
  package func wait(atMost time: Duration? = nil, or doorbell: Doorbell? = nil) -> Signal? {
    Poll.wait(for: [owned.number] + (doorbell.map { [$0.descriptor] } ?? []), until: time.map { .now + $0 })
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe Glibc.read(owned.number, &information, size) == size else { return nil }
    return Signal(rawValue: Int32(information.ssi_signo))
  }

  /// Ignores the signals for a closed peer and for a file that may not grow: the failing call returns an error anyway.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}

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

extension Environment {
  /// Removes variables, so that no child process has them, and returns their values. No other thread may run.
  package static func take(_ names: [String]) -> [String: String] {
    let values = variables.filter { names.contains($0.key) }
    for name in values.keys { unsafe unsetenv(name) }
    return values
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

  /// Nil if the kernel does not say.
  package static let current: SystemBoot? = {
    let word = ProcFile.text("/proc/sys/kernel/random/boot_id").filter { $0.isHexDigit }
    let began = ProcFile.text("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
    guard !word.isEmpty, let time = began?.dropFirst("btime ".count), let seconds = Int64(time) else {
      return nil
    }
    return SystemBoot(word: word, began: seconds)
  }()
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
    let (arguments, strings) = (CStrings(["/bin/sh", "-c", line]), CStrings(environment))
    let code = unsafe posix_spawn(&child, "/bin/sh", nil, nil, arguments.mutable, strings.mutable)
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid") }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
