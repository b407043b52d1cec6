/// The parts of values that stand by themselves where names are all there is: style sheets, resource files.
extension Theme.Variants<TypedValue> {
  /// The paths to all parts, whatever traits hold: the names of members, and the places in lists.
  package var parts: [[String]] {
    var seen: Set<[String]> = []
    return contents.flatMap(\.parts).filter { seen.insert($0).inserted }
  }
}

extension TypedValue {
  fileprivate var parts: [[String]] {
    guard let parts = type?.parts, !parts.isEmpty else { return [] }
    guard type != .cubicBezier, case .list(let items) = content else { return parts }
    return items.indices.flatMap { index in parts.map { [String(index)] + $0 } }
  }
}

extension ValueType {
  /// The paths to the parts of a value that is no list.
  fileprivate var parts: [[String]] {
    if self == .cubicBezier { return Self.coordinates.map { [$0] } }
    return members.flatMap { member -> [[String]] in
      guard case .value(let type) = member.part else { return [[member.name]] }
      return [[member.name]] + type.parts.map { [member.name] + $0 }
    }
  }
}
