internal import Documents
internal import Themes

/// DKNightVersion's color table: `DKColorTable.txt`, a column per theme.
struct DKColorTableDialect: Dialect {
  let name = "dkcolortable"
  let suffixes = [".dkcolortable.txt", "DKColorTable.txt"]

  /// The theme that the others fall back to.
  private static let standard = "normal"

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    var table = DKColorTable(file)
    table.read()
    let hasStandard = table.columns.contains { $0.name == Self.standard }
    let outlines = table.columns.map { column in
      let spot = column.spot
      let parent = hasStandard && column.name != Self.standard ? Self.standard : nil
      return ThemeOutline(
        name: column.name, parent: parent, kit: nil, nameSpot: spot, parentSpot: spot, kitSpot: spot,
        source: file
      ) { surroundings in
        let kit = surroundings.kit.definition.name
        var theme = Theme(name: column.name, kit: kit, parent: parent, file: file.name)
        theme.colors = column.colors
        return (theme, [])
      }
    }
    return (outlines, table.findings.problems)
  }
}

/// DKNightVersion's grammar of colors: a hexadecimal number, opacity last when it has more than six digits.
enum DKColor {
  static func read(_ text: String) -> Result<Color, ValueRefusal> {
    var digits = Substring(text)
    if digits.hasPrefix("0x") {
      digits = digits.dropFirst(2)
    } else if digits.hasPrefix("#") {
      digits = digits.dropFirst()
    }
    guard let values = HexColor.digits(digits.utf8), (1...8).contains(values.count) else {
      return .failure(
        ValueRefusal(
          code: "bad-color",
          sentence:
            "\(Quoted.name(text)) is not a color: a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing."
        ))
    }
    let number = values.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
    let hasOpacity = values.count > 6
    let color = hasOpacity ? number >> 8 : number
    return .success(
      Color(
        red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
        blue: UInt8(truncatingIfNeeded: color),
        opacity: hasOpacity ? Opacity(byte: UInt8(truncatingIfNeeded: number)) : .opaque))
  }
}
