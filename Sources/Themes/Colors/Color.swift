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
    append(red, to: &bytes)
    append(green, to: &bytes)
    append(blue, to: &bytes)
    if opacity.byte != 255 { append(opacity.byte, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ channel: UInt8, to bytes: inout [UInt8]) {
    for nibble in [channel >> 4, channel & 15] {
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
