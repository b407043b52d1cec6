import Testing

@testable import ThemeAPI

@Suite struct `Choosing by headers` {
  @Test(
    arguments: [
      (nil, "application/json"), ("*/*", "application/json"), ("text/css", "text/css"),
      ("text/*", "text/css"), ("text/css;q=0.5, application/xml", "application/xml"),
      ("application/*;q=0.2, application/json;q=0", "application/xml"),
      ("application/json;q=0, */*;q=0.1", "text/css"), ("TEXT/CSS", "text/css"), ("", "application/json"),
      ("image/png", nil), ("text/css;q=2", nil), ("application/json;profile=\"a,b\"", "application/json"),
    ] as [(String?, String?)])
  func `a media type`(accept: String?, expected: String?) {
    let type = Negotiation.mediaType(accept: accept, offered: [.json, .css, .xml])
    #expect(type?.name == expected)
  }

  @Test(
    arguments: [
      (nil, false), ("gzip", true), ("gzip, deflate, br", true), ("br", false), ("*", true),
      ("gzip;q=0", false), ("*;q=0, gzip", true), ("identity;q=1, gzip;q=0.5", false),
      ("deflate, GZIP;q=0.8", true), ("gzip;q=0, *", false),
    ] as [(String?, Bool)])
  func `an encoding`(value: String?, expected: Bool) {
    #expect(Negotiation.takesGzip(acceptEncoding: value) == expected)
  }

  @Test(
    arguments: [
      (nil, nil), ("wait=5", 5), ("respond-async, wait=\"7\"", 7), ("wait=99999999999999999999", 55),
      ("wait=x", nil), ("wait=-1", nil), ("wait", nil), ("WAIT = 3; foo", 3), ("wait=0056", 55),
    ] as [(String?, Int?)])
  func `a wait`(prefer: String?, expected: Int?) {
    #expect(Preference.wait(prefer) == expected)
  }

  @Test(arguments: [
    ("%", true), ("W/%", false), ("*", true), ("\"a\", %", true), ("\"a\"", false), ("gz", true),
  ])
  func `a condition on writing`(list: String, expected: Bool) {
    let tag = EntityTag(of: [1, 2, 3])
    let list = list == "gz" ? tag.compressed.description : list.replacing("%", with: tag.description)
    #expect(tag.matches(ifMatch: list) == expected)
  }

  @Test func `origins that are not listed get nothing`() {
    let some = CrossOrigin("https://a.example, https://b.example")
    #expect(some.headers(origin: "https://b.example").first?.value == "https://b.example")
    #expect(some.headers(origin: "https://c.example").isEmpty)
    #expect(some.headers(origin: nil).isEmpty)
    #expect(CrossOrigin("none").headers(origin: "https://a.example").isEmpty)
    #expect(CrossOrigin("").headers(origin: "https://a.example").isEmpty)
  }
}

@Suite struct `The bounded cache` {
  @Test func `what is asked for stays while a flood passes`() {
    var cache = ClockCache<Int, Int>(limit: 1000)
    cache.insert(-1, for: -1, cost: 10)
    for number in 0..<100_000 {
      cache.insert(number, for: number, cost: 10)
      if number.isMultiple(of: 20) { #expect(cache[-1] == -1) }
      #expect(cache.cost <= 1000)
    }
    #expect(cache.count <= 100)
  }

  @Test func `what becomes popular amid a flood finds its place`() {
    var cache = ClockCache<Int, Int>(limit: 1000)
    for number in 0..<1000 { cache.insert(number, for: number, cost: 10) }
    var missed = 0
    for number in 1000..<3000 {
      cache.insert(number, for: number, cost: 10)
      guard number.isMultiple(of: 20), cache[-1] == nil else { continue }
      missed += 1
      cache.insert(-1, for: -1, cost: 10)
    }
    #expect(missed == 1)
  }

  @Test func `it agrees with a plain dictionary`() {
    var cache = ClockCache<Int, Int>(limit: 500)
    var model: [Int: Int] = [:]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let key = Int.random(in: 0..<200, using: &random)
      if Bool.random(using: &random) {
        let value = Int.random(in: 0..<1000, using: &random)
        cache.insert(value, for: key, cost: Int.random(in: 1...20, using: &random))
        model[key] = value
      } else if let value = cache[key] {
        #expect(value == model[key])
      }
    }
  }

  @Test func `what is too large for it is not kept`() {
    var cache = ClockCache<Int, Int>(limit: 100)
    cache.insert(1, for: 1, cost: 50)
    #expect(cache[1] == nil)
  }
}
