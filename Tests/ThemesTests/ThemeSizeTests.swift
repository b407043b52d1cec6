import Testing
import Themes

/// What a theme keeps of its document is kept thousands of times over where each customer has a theme.
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
}
