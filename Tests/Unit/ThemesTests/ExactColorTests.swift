@testable import Documents
import Testing

@testable import Themes

/// Colors in spaces of their own, and their colors on an sRGB screen.
struct ExactColorTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let space: ColorSpace
    let components: [Double?]
    let hex: String

    init(_ space: ColorSpace, _ components: [Double?], _ hex: String) {
      (self.space, self.components, self.hex) = (space, components, hex)
    }

    var testDescription: String { "\(space.rawValue) \(components) → \(hex)" }
  }

  /// Colors that browsers agree on, and the examples of CSS Color 4.
  static let samples = [
    Sample(.srgb, [0.1, 0.1, 0.12], "#1a1a1f"),
    Sample(.srgb, [nil, 0.5, nil], "#008000"),
    Sample(.linearSRGB, [0, 0.21586, 0], "#008000"),
    Sample(.hsl, [120, 100, 25.098], "#008000"),
    Sample(.hsl, [15, 94, 56], "#f85a25"),
    Sample(.hwb, [120, 0, 49.8039], "#008000"),
    Sample(.hwb, [200, 60, 60], "#808080"),
    Sample(.displayP3, [0.21604, 0.49418, 0.13151], "#008000"),
    Sample(.a98, [0.281363, 0.498012, 0.116746], "#008000"),
    Sample(.prophoto, [0.230479, 0.395789, 0.129968], "#008000"),
    Sample(.rec2020, [0.33230, 0.50980, 0.19178], "#008000"),
    Sample(.xyzD65, [0.07719, 0.15438, 0.02573], "#008000"),
    Sample(.xyzD50, [0.08312, 0.154746, 0.020961], "#008000"),
    Sample(.lab, [29.2345, 39.3825, 20.0664], "#7d2329"),
    Sample(.lab, [67.5345, -8.6911, -41.6019], "#62acef"),
    Sample(.lch, [52.2345, 72.2, 56.2], "#c65d06"),
    Sample(.lch, [62.2345, 59.2, 126.2], "#68a639"),
    Sample(.oklab, [0.51975, -0.1403, 0.10768], "#008000"),
    Sample(.oklch, [0.51975, 0.17686, 142.495], "#008000"),
    Sample(.oklch, [0.7, 0.1, 40], "#d4896e"),
    Sample(.oklch, [0, 0, 0], "#000000"),
  ]

  @Test(arguments: samples)
  func `a color of any space is shown as the nearest one in eight bits`(sample: Sample) {
    let color = ExactColor(sample.space, sample.components)
    #expect(color.color.hex == sample.hex)
  }

  /// As Color.js and coloraide map them.
  @Test(arguments: [
    Sample(.displayP3, [1, 0.3, 0.1], "#ff4c1b"), Sample(.displayP3, [0, 1, 0], "#00fb29"),
    Sample(.oklch, [1, 0.3, 40], "#ffffff"), Sample(.oklch, [0.4, 0.9, 40], "#861600"),
    Sample(.oklch, [0.6, 0.3, 200], "#00959d"), Sample(.lch, [50, 120, 300], "#7165ff"),
    Sample(.lab, [100, 160, 160], "#ffffff"), Sample(.lab, [60, -100, 50], "#00a556"),
    Sample(.a98, [0, 1, 0.2], "#00ec70"), Sample(.prophoto, [0, 0.8, 0.9], "#00c8c4"),
    Sample(.xyzD65, [0.9, 0.2, 0.1], "#ff237f"),
  ])
  func `what sRGB can't show loses chroma`(sample: Sample) {
    let color = ExactColor(sample.space, sample.components)
    #expect(!color.isInSRGB)
    #expect(color.color.hex == sample.hex)
  }

  @Test func `what sRGB can't show is shown as its hex says`() {
    let hex = Color(red: 0xff, green: 0x44, blue: 0)
    let outside = ExactColor(.displayP3, [1, 0.3, 0.1], opacity: Opacity(1, over: 2), fallback: hex)
    #expect(outside.color.hex == "#ff440080")
    let inside = ExactColor(.srgb, [1, 0, 0], fallback: hex)
    #expect(inside.color.hex == "#ff0000")
  }

  @Test func `whatever is mapped is in sRGB, and as light as it was`() {
    for lightness in stride(from: 0.05, through: 0.95, by: 0.15) {
      for hue in stride(from: 0.0, to: 360, by: 12) {
        let linear = ColorConversion.linearSRGB(Triple(lightness, 0.4, hue), in: .oklch)
        let mapped = GamutMapping.mapped(linear)
        #expect(mapped.allSatisfy { (0...1).contains($0) })
        let found = ColorConversion.oklab(linearSRGB: mapped)
        #expect(abs(found.first - lightness) < 0.05, "\(lightness) \(hue): \(found.first)")
      }
    }
  }

  @Test(arguments: [
    ("oklch(0.7 0.1 40)", "#d4896e"), ("OKLCH(70% 0.1 40deg / 30%)", "#d4896e4d"),
    ("hwb(120 0% 49.8039%)", "#008000"),
    ("color(display-p3 0.21604 0.49418 0.13151)", "#008000"), ("oklch(0.7, 0.1, 40)", nil),
    ("okhsl(1 2 3)", nil),
  ])
  func `the functions of CSS are colors in Livery's own form`(text: String, hex: String?) {
    let color = try? ColorText.read(text).get()
    #expect(color?.exact?.color.hex == hex)
  }

  @Test func `alpha is kept as it is written`() throws {
    let text = #"{ "colorSpace": "srgb", "components": [0, 0, 0], "alpha": 0.3 }"#
    let node = try #require(JSONReader.read(SourceFile(name: "a", bytes: Array(text.utf8))).root)
    var reader = ValueReader(colors: [])
    let read = reader.exactColor(node, "'a'")
    let color = try #require(read)
    #expect(color.opacity == Opacity(3, over: 10))
    #expect(color.color.hex == "#0000004d")
    var json = JSONWriter()
    color.write(to: &json)
    #expect(json.text == #"{"colorSpace":"srgb","components":[0,0,0],"alpha":0.3}"#)
  }
}

extension ColorExpression {
  fileprivate var exact: ExactColor? { if case .exact(let color) = self { color } else { nil } }
}
