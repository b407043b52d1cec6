// The parts of SwiftUI that the template uses, for a compiler that has none. Written after the public documentation of Color,
// ColorScheme and Font.
@_exported import Foundation

public enum ColorScheme: Sendable { case light, dark }

public struct Color: Sendable {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

  public init(_ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
  }
}

public struct Font: Sendable {
  public struct Weight: Sendable {
    public static let ultraLight = Weight(), thin = Weight(), light = Weight(), regular = Weight()
    public static let medium = Weight()
    public static let semibold = Weight(), bold = Weight(), heavy = Weight(), black = Weight()
  }

  public static func custom(_ name: String, size: CGFloat) -> Font { Font() }
  public func weight(_ weight: Weight) -> Font { self }
}
