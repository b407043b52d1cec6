internal import Glibc

/// What the kernel allows this process.
package enum ResourceLimits {
  private static var descriptors: Int32 { Int32(RLIMIT_NOFILE.rawValue) }

  /// Raises the limit on open descriptors as far as it may go; returns what it is then.
  package static func raiseDescriptors() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(descriptors, &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(descriptors, &limit)
    _ = unsafe getrlimit(descriptors, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// How many cores this process may use.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
