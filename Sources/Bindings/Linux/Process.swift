internal import CLinux
internal import Glibc

/// The kernel's counters for this process.
package struct ProcessFigures: Sendable {
  package let residentBytes: Int
  package let openDescriptors: Int
  package let cpuSeconds: Double

  package static var now: ProcessFigures {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessFigures(
      residentBytes: residentPages * sysconf(Int32(_SC_PAGESIZE)),
      openDescriptors: openDescriptors,
      cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  /// The number of open descriptors. Since Linux 6.2 it is the size of the folder that lists them; before,
  /// the entries are counted.
  private static var openDescriptors: Int {
    if let stamp = FileStamp(of: "/proc/self/fd"), stamp.size > 0 { return Int(stamp.size) }
    // Listing the folder opens one descriptor.
    return max(0, ((try? FileSystem.names(in: "/proc/self/fd").count) ?? 0) - 1)
  }

  private static var residentPages: Int {
    let text = (try? File.bytes(of: "/proc/self/statm", atMost: 256)).map {
      String(decoding: $0, as: UTF8.self)
    }
    let fields = text?.split(separator: " ") ?? []
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}

/// Memory that this process has freed but that the C library keeps.
package enum FreedMemory {
  /// Returns the memory to the system if it is more than 16 MiB. This takes milliseconds, so no worker
  /// should do it.
  package static func giveBack() { livery_give_back(least) }

  private static let least = 16 << 20
}

/// The mapped pages of the program's own file and of its libraries.
package enum ProgramPages {
  /// Releases the read-only pages. The start runs through most of the program, serving only through a small
  /// part: of 23 MB of resident pages, 9 MB remained. Pages that are needed again come from the page cache,
  /// without the disk.
  package static func letGo() { livery_let_go_of_program() }
}

/// The limits that the kernel sets for this process.
package enum ResourceLimits {
  private static var descriptors: Int32 { Int32(RLIMIT_NOFILE.rawValue) }

  /// Raises the limit of open descriptors to its maximum and returns it.
  package static func raiseDescriptors() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(descriptors, &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(descriptors, &limit)
    _ = unsafe getrlimit(descriptors, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The number of cores that are online.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The immediate end of the process.
package enum ProcessEnd {
  /// Ends the process without waiting for its threads.
  package static func atOnce(_ code: Int32) -> Never { _exit(code) }
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
    let number = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard number >= 0 else { throw SystemError("signalfd") }
    owned = Descriptor(owning: number)
  }

  /// Waits for the next signal. Returns nil if the time has passed or the doorbell was rung.
  package func wait(atMost time: Duration? = nil, or doorbell: Doorbell? = nil) -> Signal? {
    Poll.wait(for: [owned.number] + (doorbell.map { [$0.descriptor] } ?? []), until: time.map { .now + $0 })
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe Glibc.read(owned.number, &information, size) == size else { return nil }
    return Signal(rawValue: Int32(information.ssi_signo))
  }

  /// Ignores the signals for a closed peer and for a file that may not grow: the failing call returns an
  /// error anyway.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}
