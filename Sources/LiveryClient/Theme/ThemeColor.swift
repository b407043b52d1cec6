/// A color of a theme by its parts, each from 0 to 1.
public struct ThemeColor: Sendable, Hashable {
  /// From none to all of it, in sRGB.
  public let red: Double
  /// From none to all of it, in sRGB.
  public let green: Double
  /// From none to all of it, in sRGB.
  public let blue: Double
  /// 0 where it is not seen at all, 1 where nothing is seen through it.
  public let alpha: Double

  /// Reads `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let word = digits.count == 8 ? number : number << 8 | 0xff
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xff) / 255 }
    (red, green, blue, alpha) = (part(24), part(16), part(8), part(0))
  }
}
