internal import Changes

extension Differences {
  /// Each name with its sort and its length before it, so that any name can stand there.
  var written: String {
    let sorts = [("c", colors), ("i", images), ("r", rules), ("v", values)]
    let names = sorts.flatMap { sort, names in names.map { "\(sort)\($0.utf8.count):\($0)" } }
    return (isPartial ? "?" : "") + names.joined()
  }

  init?(written: String) {
    var rest = written.utf8[...]
    let isPartial = rest.first == UInt8(ascii: "?")
    if isPartial { rest.removeFirst() }
    var names: [UInt8: [String]] = [:]
    while let sort = rest.popFirst() {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""),
        let end = rest.index(colon, offsetBy: count + 1, limitedBy: rest.endIndex),
        let name = String(rest[rest.index(after: colon)..<end])
      else { return nil }
      names[sort, default: []].append(name)
      rest = rest[end...]
    }
    self.init(
      colors: names[UInt8(ascii: "c")] ?? [], images: names[UInt8(ascii: "i")] ?? [],
      rules: names[UInt8(ascii: "r")] ?? [], values: names[UInt8(ascii: "v")] ?? [], isPartial: isPartial)
  }
}
