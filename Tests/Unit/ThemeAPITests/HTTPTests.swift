@testable import Renderings
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
