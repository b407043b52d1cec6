internal import Documents

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

  /// Returns the same color, its opacity multiplied by another.
  package func faded(by opacity: Opacity) throws(Opacity.Overflow) -> Color {
    var copy = self
    copy.opacity = try self.opacity.multiplied(by: opacity)
    return copy
  }

  /// CSS hex in lower case: `#rrggbb`, or `#rrggbbaa` when the color is not opaque.
  package var hex: String { Self.hex(red, green, blue, alpha: opacity.byte) }

  /// - Parameter alpha: written where it is not 255.
  package static func hex(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity("#rrggbbaa".utf8.count)
    bytes.append(UInt8(ascii: "#"))
    bytes.append(hexadecimal: red)
    bytes.append(hexadecimal: green)
    bytes.append(hexadecimal: blue)
    if alpha != 255 { bytes.append(hexadecimal: alpha) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
