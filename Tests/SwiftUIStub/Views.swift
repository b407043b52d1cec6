import Foundation

public struct Color: PlainView, Sendable {
  public enum RGBColorSpace: Sendable {
    case sRGB
  }

  public nonisolated static let clear = Color(.sRGB, red: 0, green: 0, blue: 0, opacity: 0)

  public nonisolated init(
    _ space: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {}
}

public struct Text: PlainView {
  public init(_ text: String) {}
}

public struct VStack<Content: View>: PlainView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Animation: Sendable {
  public static func easeInOut(duration: Double) -> Animation { Animation() }
}

@MainActor
public func withAnimation<Result>(_ animation: Animation?, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
