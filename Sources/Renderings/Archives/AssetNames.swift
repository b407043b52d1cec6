/// The folders of an asset catalog: no two are one where capitals count for nothing, as on most disks of Macs.
struct AssetNames: Sendable {
  private var taken: Set<String> = []
  private var numbers: [String: Int] = [:]

  /// A name for a folder; one that is taken has a number behind it.
  mutating func take(_ name: String) -> String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { Self.isPlain($0) ? $0 : "-" }))
    let safe = plain.hasPrefix(".") ? "-" + plain.dropFirst() : plain
    var candidate = safe
    while !taken.insert(candidate.lowercased()).inserted {
      let number = numbers[safe.lowercased(), default: 1] + 1
      numbers[safe.lowercased()] = number
      candidate = "\(safe)-\(number)"
    }
    return candidate
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7f && !"/\\:".unicodeScalars.contains(scalar)
  }
}
