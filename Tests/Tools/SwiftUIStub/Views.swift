// From the documentation pages "Color", "Text", "VStack", "Image", "Font", "Animation" and "withAnimation(_:_:)".

import Foundation
import UIKit

public struct Color: PlainView, Hashable, Sendable {
  public enum RGBColorSpace: Sendable {
    case sRGB
  }

  public nonisolated static let clear = Color(.sRGB, red: 0, green: 0, blue: 0, opacity: 0)

  public nonisolated static let primary = Color(.sRGB, red: -1, green: -1, blue: -1, opacity: 1)

  private let parts: [Double]

  public nonisolated init(
    _ space: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {
    parts = [red, green, blue, opacity]
  }

  public func show(on screen: Screen, _ environment: EnvironmentValues) { screen.backgrounds.append(self) }
}

public struct Text: PlainView {
  private let text: String

  public init(_ text: String) { self.text = text }

  public func font(_ font: Font?) -> Text { self }

  public func show(on screen: Screen, _ environment: EnvironmentValues) {
    screen.texts.append(Screen.ShownText(text, environment.foregroundColor))
    screen.tints.append(environment.tint)
  }
}

public struct VStack<Content: View>: PlainView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func show(on screen: Screen, _ environment: EnvironmentValues) { screen.show(content, environment) }
}

public struct Animation: Hashable, Sendable {
  private let duration: Double

  public static func easeInOut(duration: Double) -> Animation { Animation(duration: duration) }
}

@MainActor
public func withAnimation<Result>(_ animation: Animation?, _ body: () throws -> Result) rethrows -> Result {
  if let animation { Screen.animations.append(animation) }
  return try body()
}

public struct Image: Hashable {
  private let image: UIImage

  public init(uiImage: UIImage) { image = uiImage }
}

public struct Font: Hashable {
  private let font: CTFont

  public init(_ font: CTFont) { self.font = font }
}
