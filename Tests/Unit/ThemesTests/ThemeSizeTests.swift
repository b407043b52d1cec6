import Documents
import TestSupport
import Testing
import Themes

/// A server with a theme for each customer stores the parts of a theme's document thousands of times.
@Suite struct `What a theme says` {
  @Test func `takes few bytes each`() {
    #expect(MemoryLayout<Opacity>.stride == 8)
    #expect(MemoryLayout<Color>.stride == 16)
    #expect(MemoryLayout<TextPosition>.stride == 8)
    #expect(MemoryLayout<Rule.RuleSetting>.stride <= 48)
    #expect(MemoryLayout<Rule>.stride == 64)
  }

  @Test func `keeps opacities of any length exactly`() throws {
    let long = Opacity(1, over: 70_001)
    #expect((long.numerator, long.denominator) == (1, 70_001))
    let short = Opacity(70_001, over: 140_002)
    #expect(short == Opacity(1, over: 2) && short.hashValue == Opacity(1, over: 2).hashValue)
    #expect(try long.multiplied(by: Opacity(70_001, over: 70_002)) == Opacity(1, over: 70_002))
    #expect(Opacity(UInt128(UInt16.max), over: UInt128(UInt16.max) + 1).denominator == 65_536)
  }
  @Test func `multiplies and rounds short opacities as it does long ones`() throws {
    var random = SeededGenerator(seed: 1)
    for limit in [UInt128(10), 65_535, 4_000_000_000] {
      for _ in 0..<500 {
        let (one, other) = (Self.opacity(limit, &random), Self.opacity(limit, &random))
        let product = Opacity(
          one.numerator * other.numerator, over: one.denominator * other.denominator)
        #expect(try one.multiplied(by: other) == product)
        let (top, bottom) = (product.numerator, product.denominator)
        #expect(product.byte == UInt8((top * 510 + bottom) / (bottom * 2)))
      }
    }
  }

  private static func opacity(_ limit: UInt128, _ random: inout SeededGenerator) -> Opacity {
    let denominator = UInt128.random(in: 1...limit, using: &random)
    return Opacity(UInt128.random(in: 0...denominator, using: &random), over: denominator)
  }
}
