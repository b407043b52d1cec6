/// A color with eight bits a channel and an exact opacity, rounded once, when it is written.
package struct Color: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var opacity: Opacity

  package init(red: UInt8, green: UInt8, blue: UInt8, opacity: Opacity = .opaque) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// The same color, its opacity multiplied by another.
  package func faded(by opacity: Opacity) throws(Opacity.Overflow) -> Color {
    var copy = self
    copy.opacity = try self.opacity.multiplied(by: opacity)
    return copy
  }

  /// CSS hex in lower case: `#rrggbb`, or `#rrggbbaa` when the color is not opaque.
  package var hex: String {
    var bytes: [UInt8] = [UInt8(ascii: "#")]
    for channel in [red, green, blue] { bytes.append(hexadecimal: channel) }
    if opacity.byte != 255 { bytes.append(hexadecimal: opacity.byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
