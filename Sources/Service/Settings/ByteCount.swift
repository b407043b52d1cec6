/// Numbers of bytes as people write them: `4096`, `4KiB`, `64MiB`.
enum ByteCount {
  private static let units: [(name: String, factor: Int)] = [("MiB", 1 << 20), ("KiB", 1 << 10)]

  static func read(_ text: String) -> Int? {
    for unit in units where text.hasSuffix(unit.name) {
      guard let count = Int(text.dropLast(unit.name.count)) else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: unit.factor)
      return overflow ? nil : product
    }
    return Int(text)
  }

  static func text(_ count: Int) -> String {
    for unit in units where count > 0 && count.isMultiple(of: unit.factor) {
      return "\(count / unit.factor)\(unit.name)"
    }
    return "\(count)"
  }
}
