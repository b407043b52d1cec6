import Changes
import Testing

struct ClientFiguresTests {
  @Test func `a sketch is exact below 50 ms and within 2 % up to a minute`() {
    for milliseconds in (0..<50).map({ $0 }) + stride(from: 50, to: 60_000, by: 7) {
      var sketch = TimeSketch()
      sketch.add(milliseconds)
      sketch.add(60_000)
      let found = sketch.time(ofRank: 1) ?? -1
      #expect(abs(found - Double(milliseconds)) <= (milliseconds < 50 ? 0 : 0.02 * Double(milliseconds)))
    }
  }

  @Test func `sketches add up, also with more clients at one time than a bucket holds`() {
    var (one, other) = (TimeSketch(), TimeSketch())
    for _ in 0..<70_000 { one.add(20) }
    for _ in 0..<70_000 { other.add(30) }
    one.merge(other)
    one.merge(other)
    #expect(one.count == 210_000)
    #expect(one.time(ofRank: 70_000) == 20 && one.time(ofRank: 70_001) == 30)
    #expect(one.time(ofRank: 210_000) == 30 && one.time(ofRank: 210_001) == nil)
    #expect(one.longest == 30)
  }

  @Test(arguments: [
    ("Mozilla/5.0 (X11)", ClientKind.web), ("LiveryClient/2", .swift), ("LiveryClient", .swift),
    ("LiveryKotlin/1", .kotlin), ("Dalvik/2.1", .kotlin), ("okhttp/4", .kotlin), ("curl/8", .other),
    ("", .other),
    ("Mozillas/5", .other),
  ])
  func `a kind goes by the first product`(agent: String, kind: ClientKind) {
    #expect(ClientKind(userAgent: agent) == kind)
  }

  @Test func `a connection keeps 16 bytes of its client`() {
    #expect(MemoryLayout<CountedClient>.size == 16)
  }
}
