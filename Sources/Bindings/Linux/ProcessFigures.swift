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
      openDescriptors: openDescriptors,
      cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  /// Since version 6.2 the kernel gives their number as the size of the folder that lists them; before, it is counted.
  private static var openDescriptors: Int {
    if let stamp = FileStamp(of: "/proc/self/fd"), stamp.size > 0 { return Int(stamp.size) }
    // The listing itself holds one.
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
