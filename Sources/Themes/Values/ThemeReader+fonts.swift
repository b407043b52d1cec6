internal import Documents

/// The families of fonts of a theme.
extension ThemeReader {
  static let faceMembers = ["file", "weight", "style", "unicodeRange", "display", "licence"]
  /// The largest number of families, and of faces in one.
  private static let mostFonts = 64

  /// Returns the faces by family. A family that is taken away has none.
  mutating func readFonts(_ node: JSONNode) -> [String: [FontFace]] {
    guard let members = values.decoder.table(node, "'fonts'") else { return [:] }
    guard node.count <= Self.mostFonts else {
      return values.decoder.refuse(node, "too-many-fonts", "A theme has at most \(Self.mostFonts) families.")
        ?? [:]
    }
    var fonts: [String: [FontFace]] = [:]
    for member in members {
      let name = member.name
      guard Self.isFamily(name) else {
        diagnostics.error(
          member.key, "bad-name",
          "\(Quoted.name(name)) can't name a family: it has 1 to 64 characters, none of \" \\ ; { } and no control character."
        )
        continue
      }
      if member.value.isNull {
        fonts[name] = []
      } else if let faces = readFaces(member.value) {
        fonts[name] = faces
      }
    }
    return fonts
  }

  private static func isFamily(_ name: String) -> Bool {
    (1...64).contains(name.unicodeScalars.count)
      && name.unicodeScalars.allSatisfy { !$0.isObeyed && !"\"\\;{}".unicodeScalars.contains($0) }
  }

  private mutating func readFaces(_ node: JSONNode) -> [FontFace]? {
    guard let items = values.decoder.items(node, "a family of fonts") else { return nil }
    guard (1...Self.mostFonts).contains(items.count) else {
      return values.decoder.refuse(node, "bad-value", "A family has 1 to \(Self.mostFonts) faces.")
    }
    var faces: [FontFace] = []
    for item in items {
      guard let face = readFace(item) else { continue }
      if faces.contains(where: face.isTwin) {
        diagnostics.error(
          item, "duplicate-face",
          "Another face of this family has the same weight, style and range; keep one.")
      }
      faces.append(face)
    }
    return faces
  }

  private mutating func readFace(_ node: JSONNode) -> FontFace? {
    guard
      let found = values.decoder.members(of: node, "a face", allowed: Self.faceMembers, needs: ["file"]),
      let fileNode = found["file"], let file = values.decoder.string(fileNode, "'file'")
    else { return nil }
    guard FontFormat(ofFile: file) != nil, !file.contains("/") else {
      return values.decoder.refuse(
        fileNode, "bad-value",
        "\(Quoted.name(file)) is no font's file: its name ends in .woff2, .woff, .ttf or .otf, and has no folder."
      )
    }
    return FontFace(
      file: file, weights: found["weight"].flatMap { readWeights($0) } ?? 400...400,
      style: found["style"].flatMap { readWord($0, "'style'") } ?? .normal,
      unicodeRange: found["unicodeRange"].flatMap { readRange($0) },
      display: found["display"].flatMap { readWord($0, "'display'") } ?? .swap,
      license: found["licence"].flatMap { readLicense($0) }, place: node.position)
  }

  private mutating func readWeights(_ node: JSONNode) -> ClosedRange<Int>? {
    let parts = node.string.map { $0.split(separator: " ").map { Int($0) } } ?? [node.integer]
    let weights = parts.compactMap(\.self).filter { (1...1000).contains($0) }
    if weights.count == parts.count, let first = weights.first, let last = weights.last, weights.count <= 2,
      first <= last
    {
      return first...last
    }
    return values.decoder.refuse(
      node, "bad-value", "'weight' is a number from 1 to 1000, or two of them such as \"100 900\".")
  }

  private mutating func readWord<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, _ what: String
  ) -> Word? {
    guard let text = values.decoder.string(node, what) else { return nil }
    let words = Word.allCases.map(\.rawValue)
    return Word(rawValue: text)
      ?? values.decoder.refuse(node, "bad-value", "\(what) is one of \(words.joined(separator: ", ")).")
  }

  private mutating func readRange(_ node: JSONNode) -> String? {
    guard let text = values.decoder.string(node, "'unicodeRange'") else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.withoutOuterSpaces }
    if text.utf8.count <= 1000, parts.allSatisfy(Self.isRange) { return parts.joined(separator: ", ") }
    return values.decoder.refuse(
      node, "bad-value", "'unicodeRange' is written as in CSS, such as \"U+0-FF, U+131, U+4??\".")
  }

  /// Indicates whether a text is one range of CSS: `U+26`, `U+0-7F`, `U+4??`.
  private static func isRange(_ text: String) -> Bool {
    guard text.lowercased().hasPrefix("u+") else { return false }
    let ends = text.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
    let known = ends[0].prefix { $0 != "?" }
    let isPattern = known.count < ends[0].count
    guard ends.count == (isPattern ? 1 : min(ends.count, 2)),
      ends.allSatisfy({ (1...6).contains($0.utf8.count) }),
      ends[0].dropFirst(known.count).allSatisfy({ $0 == "?" })
    else { return false }
    let last =
      isPattern ? known + String(repeating: "F", count: ends[0].count - known.count) : ends[ends.count - 1]
    guard let low = known.isEmpty ? 0 : UInt32(known, radix: 16), let high = UInt32(last, radix: 16) else {
      return false
    }
    return low <= high && high <= 0x10ffff && !(known + last).contains("+")
  }

  private mutating func readLicense(_ node: JSONNode) -> String? {
    guard let text = values.decoder.string(node, "'licence'") else { return nil }
    return text.unicodeScalars.count <= 200
      ? text : values.decoder.refuse(node, "bad-value", "'licence' has at most 200 characters.")
  }
}
