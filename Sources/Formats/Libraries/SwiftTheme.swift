internal import Documents
internal import Themes

/// SwiftTheme's themes: `NAME.swifttheme.json` or `NAME.swifttheme.plist`, nested objects whose keys are joined by dots.
/// The content of the file decides which of both it is.
struct SwiftThemeDialect: Dialect {
  let name = "swifttheme"
  let suffixes = [".swifttheme.json", ".swifttheme.plist"]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) =
      file.isPropertyList ? PropertyListReader.read(file) : JSONReader.read(file, lastComma: .warning)
    guard let root else { return ([], problems) }
    guard root.kind == .object else {
      var decoder = ObjectDecoder()
      decoder.wrongKind(root, "a SwiftTheme theme", "an object")
      return ([], problems + decoder.diagnostics.problems)
    }
    let spot = SourceAnchor(root)
    let outline = ThemeOutline(
      name: name, parent: nil, kit: nil, nameSpot: spot, parentSpot: spot, kitSpot: spot, source: file
    ) { surroundings in
      var reader = SwiftThemeReader()
      reader.read(root, path: "")
      var theme = Theme(name: name, kit: surroundings.kit.definition.name, file: file.name)
      (theme.colors, theme.images, theme.values) = (reader.colors, reader.images, reader.values)
      return (theme, reader.decoder.diagnostics.problems)
    }
    return ([outline], problems)
  }
}

/// A reader that sorts the leaves of a SwiftTheme file into colors, images and other values.
struct SwiftThemeReader {
  var decoder = ObjectDecoder()
  private(set) var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private(set) var images: [String: Theme.Variants<String>] = [:]
  private(set) var values: [String: Theme.Variants<TypedValue>] = [:]
  private var seen: Set<String> = []

  /// The document's reader has bounded how deep this goes.
  /// - Parameter holdsImages: Indicates whether a key on the path says so.
  mutating func read(_ object: JSONNode, path: String, holdsImages: Bool = false) {
    for member in object.members {
      let name = path.isEmpty ? member.name : "\(path).\(member.name)"
      let isImage = holdsImages || Self.speaksOfImages(member.name)
      if member.value.kind == .object {
        read(member.value, path: name, holdsImages: isImage)
      } else if decoder.diagnostics.isEntry(name, member.key, "a value") {
        if seen.insert(name).inserted {
          readLeaf(member, name, holdsImages: holdsImages)
        } else {
          decoder.diagnostics.error(
            member.key, "duplicate-key",
            "\(Quoted.name(name)) is given twice: its keys join to the same name.")
        }
      }
      if decoder.diagnostics.isFull { return }
    }
  }

  /// An `iconColor` is a color.
  private static func speaksOfImages(_ key: String) -> Bool {
    let key = key.lowercased()
    return (key.contains("image") || key.contains("icon")) && !key.contains("color")
  }

  private mutating func readLeaf(_ member: JSONNode.Member, _ name: String, holdsImages: Bool) {
    let place = member.key.position
    switch member.value.kind {
    case .string: readText(member.value.string ?? "", member, name, holdsImages: holdsImages)
    case .number:
      if let number = decoder.number(member.value, Quoted.name(name)) {
        values[name] = Theme.Variants(base: TypedValue(.number(number)), place: place)
      }
    case .bool:
      values[name] = Theme.Variants(base: TypedValue(.bool(member.value.bool ?? false)), place: place)
    case .array: keepArray(member, name)
    case .null:
      decoder.diagnostics.warning(
        member.value, "left-out", "\(Quoted.name(name)) is null; it is left out, as if it were not there.")
    case .object: break
    }
  }

  /// Keeps an array as it is: the library would hand it to the app.
  private mutating func keepArray(_ member: JSONNode.Member, _ name: String) {
    decoder.diagnostics.warning(
      member.value, "kept-value", "\(Quoted.name(name)) is an array; it is kept as a value, as it stands.")
    var reader = ValueReader(colors: [])
    reader.passesOverNull = true
    if let value = reader.any(member.value, Quoted.name(name)) {
      values[name] = Theme.Variants(base: TypedValue(value), place: member.key.position)
    }
    for problem in reader.decoder.diagnostics.problems { decoder.diagnostics.add(problem) }
  }

  private mutating func readText(
    _ text: String, _ member: JSONNode.Member, _ name: String, holdsImages: Bool
  ) {
    let place = member.key.position
    if isColor(text, under: member.name, holdsImages: holdsImages) {
      switch SwiftThemeColor.read(text) {
      case .success(let color): colors[name] = Theme.Variants(base: .literal(color), place: place)
      case .failure(let refusal): decoder.diagnostics.error(member.value, refusal.code, refusal.sentence)
      }
    } else if holdsImages || Self.speaksOfImages(member.name) {
      readImage(text, member, name)
    } else {
      values[name] = Theme.Variants(base: TypedValue(Self.font(text) ?? .string(text)), place: place)
    }
  }

  /// Indicates whether a text is meant as a color. In a group of images a key with `color` may name an image.
  private func isColor(_ text: String, under key: String, holdsImages: Bool) -> Bool {
    if text.utf8.first == UInt8(ascii: "#") || SwiftThemeColor.looksMeant(text) { return true }
    return key.lowercased().contains("color") && (!holdsImages || SwiftThemeColor.isWord(text))
  }

  private mutating func readImage(_ text: String, _ member: JSONNode.Member, _ name: String) {
    guard ImageName.isValid(text) else {
      return decoder.diagnostics.error(
        member.value, "bad-image", "\(Quoted.name(text)) can't name an image: \(ImageName.rule)")
    }
    images[name] = Theme.Variants(base: text, place: member.key.position)
  }

  /// Reads a font as the library writes it: `PingFangSC-Medium,24`.
  private static func font(_ text: String) -> Value? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let size = Decimal(parts[1].utf8) else { return nil }
    return .object([
      Value.ValueMember(name: "name", value: .string(String(parts[0]))),
      Value.ValueMember(name: "size", value: .number(size.double)),
    ])
  }
}

/// SwiftTheme's grammar of colors: `#` with 3, 4, 6 or 8 hexadecimal digits, opacity last.
enum SwiftThemeColor {
  static func read(_ text: String) -> Result<Color, ValueRefusal> {
    guard text.utf8.first == UInt8(ascii: "#") else {
      return .badColor(text, "in SwiftTheme one begins with '#'\(advice(on: text))")
    }
    guard let digits = HexColor.digits(text.utf8.dropFirst()) else {
      return .badColor(text, "after '#' come hexadecimal digits only.")
    }
    return HexColor.color(digits).map { .success($0) }
      ?? .badColor(text, "after '#' come 3, 4, 6 or 8 digits, not \(digits.count).")
  }

  /// Returns the end of a sentence: the digits of a word for a color, which some copies of the library know.
  private static func advice(on text: String) -> Message {
    if let hex = hex(ofWord: text) { return "; write '\(hex)'." }
    let digits = HexColor.digits(text.utf8).map(HexColor.channels) ?? []
    return digits.isEmpty ? " and hexadecimal digits." : "; did you mean \(suggesting: "#" + text)?"
  }

  private static func hex(ofWord text: String) -> String? {
    guard let first = text.utf8.first, first.isSmallLetter || first.isCapitalLetter,
      case .success(.literal(let color)) = ColorText.read(text), !text.utf8.contains(UInt8(ascii: "("))
    else { return nil }
    return color.hex
  }

  static func isWord(_ text: String) -> Bool { hex(ofWord: text) != nil }

  /// Indicates whether a text without `#` was surely meant as a color: an empty one, `0x…`, hexadecimal digits with
  /// letters and decimal ones among them, or more decimal digits than a size has.
  static func looksMeant(_ text: String) -> Bool {
    if text.isEmpty || text.hasPrefix("0x") || text.hasPrefix("0X") { return true }
    guard (2...8).contains(text.utf8.count), let digits = HexColor.digits(text.utf8) else { return false }
    let decimal = digits.count { $0 < 10 }
    return decimal < digits.count ? decimal > 0 : digits.count == 6 || digits.count == 8
  }
}
