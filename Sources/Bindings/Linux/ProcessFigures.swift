internal import Glibc

/// What the kernel counts for this process.
package struct ProcessFigures: Sendable {
  package let residentBytes: Int
  package let openDescriptors: Int
  package let cpuSeconds: Double

  package static var now: ProcessFigures {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessFigures(
      residentBytes: residentPages * sysconf(Int32(_SC_PAGESIZE)),
      // The listing itself holds one.
      openDescriptors: max(0, ((try? FileSystem.names(in: "/proc/self/fd").count) ?? 0) - 1),
      cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  private static var residentPages: Int {
    let text = (try? File.bytes(of: "/proc/self/statm", atMost: 256)).map {
      String(decoding: $0, as: UTF8.self)
    }
    let fields = text?.split(separator: " ") ?? []
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}
