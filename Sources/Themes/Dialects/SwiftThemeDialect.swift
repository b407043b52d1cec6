/// SwiftTheme's themes: `NAME.swifttheme.json`, nested objects whose keys are joined by dots.
struct SwiftThemeDialect: Dialect {
  let name = "swifttheme"
  let suffixes = [".swifttheme.json"]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file)
    guard let root else { return ([], problems) }
    guard root.kind == .object else {
      var form = ObjectDecoder()
      form.wrongKind(root, "a SwiftTheme theme", "an object")
      return ([], problems + form.findings.problems)
    }
    let spot = SourceAnchor(root)
    let outline = ThemeOutline(
      name: name, parent: nil, kit: nil, nameSpot: spot, parentSpot: spot, kitSpot: spot, source: file
    ) { surroundings in
      var reader = SwiftThemeReader()
      reader.read(root, path: "")
      let theme = Theme(
        name: name, kit: surroundings.kit.definition.name, colors: reader.colors, images: reader.images,
        values: reader.values)
      return (theme, reader.form.findings.problems)
    }
    return ([outline], problems)
  }
}

/// Sorts the leaves of a SwiftTheme file into colors, images, other values.
struct SwiftThemeReader {
  var form = ObjectDecoder()
  private(set) var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private(set) var images: [String: Theme.Variants<String>] = [:]
  private(set) var values: [String: Theme.Variants<Value>] = [:]
  private var seen: Set<String> = []

  /// The JSON reader has bounded how deep this goes.
  mutating func read(_ object: JSONNode, path: String) {
    for member in object.members {
      let name = path.isEmpty ? member.name : "\(path).\(member.name)"
      if member.value.kind == .object {
        read(member.value, path: name)
      } else if !Name.isValid(name) {
        form.findings.error(
          member.key, "bad-name", "\(Quoted.name(name)) can't name a value: \(Name.rule)")
      } else if !seen.insert(name).inserted {
        form.findings.error(
          member.key, "duplicate-key", "\(Quoted.name(name)) is given twice: its keys join to the same name.")
      } else {
        readLeaf(member, name)
      }
      if form.findings.isFull { return }
    }
  }

  private mutating func readLeaf(_ member: JSONNode.Member, _ name: String) {
    let place = member.key.place
    switch member.value.kind {
    case .string: readText(member.value.string ?? "", member, name)
    case .number:
      if let number = form.number(member.value, Quoted.name(name)) {
        values[name] = Theme.Variants(base: .number(number), place: place)
      }
    case .bool: values[name] = Theme.Variants(base: .bool(member.value.bool ?? false), place: place)
    case .object, .array, .null:
      form.wrongKind(member.value, Quoted.name(name), "a string, a number, true or false")
    }
  }

  private mutating func readText(_ text: String, _ member: JSONNode.Member, _ name: String) {
    let place = member.key.place
    let last = member.name.lowercased()
    if text.utf8.first == UInt8(ascii: "#") || last.contains("color") || SwiftThemeColor.looksMeant(text) {
      switch SwiftThemeColor.read(text) {
      case .success(let color): colors[name] = Theme.Variants(base: .literal(color), place: place)
      case .failure(let refusal): form.findings.error(member.value, refusal.code, refusal.sentence)
      }
    } else if last.contains("image") || last.contains("icon") {
      readImage(text, member, name)
    } else {
      values[name] = Theme.Variants(base: Self.font(text) ?? .string(text), place: place)
    }
  }

  private mutating func readImage(_ text: String, _ member: JSONNode.Member, _ name: String) {
    guard ImageName.isValid(text) else {
      return form.findings.error(
        member.value, "bad-image", "\(Quoted.name(text)) can't name an image: \(ImageName.rule)")
    }
    images[name] = Theme.Variants(base: text, place: member.key.place)
  }

  /// `PingFangSC-Medium,24` as the library writes fonts: a name, a size.
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
      let digits = HexColor.digits(text.utf8).map(HexColor.channels) ?? []
      let advice = digits.isEmpty ? " and hexadecimal digits." : "; did you mean '#\(text)'?"
      return refuse("\(Quoted.name(text)) is no color: in SwiftTheme one begins with '#'\(advice)")
    }
    guard let digits = HexColor.digits(text.utf8.dropFirst()) else {
      return refuse("\(Quoted.name(text)) is no color: after '#' come hexadecimal digits only.")
    }
    guard let color = HexColor.color(digits) else {
      return refuse(
        "\(Quoted.name(text)) is no color: after '#' come 3, 4, 6 or 8 digits, not \(digits.count).")
    }
    return .success(color)
  }

  /// Whether a text without `#` was surely meant as a color: nothing at all, `0x…`, or hexadecimal digits
  /// with a decimal one among them.
  static func looksMeant(_ text: String) -> Bool {
    if text.isEmpty || text.hasPrefix("0x") || text.hasPrefix("0X") { return true }
    guard (2...8).contains(text.utf8.count), let digits = HexColor.digits(text.utf8) else { return false }
    return digits.contains { $0 < 10 }
  }

  private static func refuse(_ sentence: String) -> Result<Color, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-color", sentence: sentence))
  }
}
