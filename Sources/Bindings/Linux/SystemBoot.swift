/// The run of the kernel that this process is part of.
package struct SystemBoot: Sendable, Hashable {
  /// A word that no other run has.
  package let word: String
  /// When it began, in seconds since 1970.
  package let began: Int64

  package init(word: String, began: Int64) {
    self.word = word
    self.began = began
  }

  /// Nil where the kernel does not tell.
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
