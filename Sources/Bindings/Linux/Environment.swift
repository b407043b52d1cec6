internal import CLinux
internal import Glibc

/// The variables that the process was started with.
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
