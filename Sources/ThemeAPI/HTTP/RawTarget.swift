/// A request target as it came, taken apart without decoding.
struct RawTarget {
  /// The path, nil where it holds escapes and so can't be compared as it stands.
  let plainPath: Substring?

  init(_ target: String) {
    let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let path = target[..<end]
    plainPath = path.utf8.contains(UInt8(ascii: "%")) ? nil : path
  }
}
