import Testing

@testable import ThemeAPI

@Suite struct `A guide is written as a page` {
  private func html(_ text: String) -> String {
    MarkdownPage(text, link: DocsGuide.target).html
  }

  @Test(arguments: [
    ("# Who may *do* what", "<h1 id=\"who-may-do-what\">Who may <em>do</em> what</h1>\n"),
    ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>\n"),
    ("```json\n{ \"a\": 1 }\n```", "<pre>{ &quot;a&quot;: 1 }</pre>\n"),
    ("```ini a&b.ini\na = 1\n```", "<p class=\"file\"><code>a&amp;b.ini</code></p>\n<pre>a = 1</pre>\n"),
    ("    curl x\n    curl y", "<pre>curl x\ncurl y</pre>\n"),
    ("- one\n  more\n- two", "<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>\n"),
    ("0. zero\n1. one", "<ol start=\"0\">\n<li>zero</li>\n<li>one</li>\n</ol>\n"),
    (
      "| a | b |\n|---|---|\n| `x|y` | **z** |",
      "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>x|y</code></td><td><strong>z</strong></td></tr>\n</table>\n"
    ),
    ("| | |\n|---|---|\n| a | b |", "<table>\n<tr><td>a</td><td>b</td></tr>\n</table>\n"),
  ])
  func `block by block`(_ text: String, _ expected: String) { #expect(html(text) == expected) }

  @Test(arguments: [
    ("see [the themes](themes.md#rules)", "see <a href=\"themes#rules\">the themes</a>"),
    ("[changes](../CHANGELOG.md)", "<a href=\"changelog\">changes</a>"),
    ("[here](#below)", "<a href=\"#below\">here</a>"),
    ("[out](https://semver.org)", "<a href=\"https://semver.org\">out</a>"),
    ("[not served](architecture.md) and [a file](../Examples/fleet/proxy.conf)", "not served and a file"),
    ("[bad](javascript:alert(1))", "bad)"),
  ])
  func `with links to what is served, and words for the rest`(_ text: String, _ expected: String) {
    #expect(html(text) == "<p>\(expected)</p>\n")
  }

  @Test(arguments: [
    ("a < b & \"c\"", "a &lt; b &amp; &quot;c&quot;"), ("`<b>*x*`", "<code>&lt;b&gt;*x*</code>"),
    ("a * b, 2 ** 3", "a * b, 2 ** 3"), ("`open", "`open"), ("[open](", "[open]("), ("*", "*"),
  ])
  func `and nothing else is anything but text`(_ text: String, _ expected: String) {
    #expect(html(text) == "<p>\(expected)</p>\n")
  }

  @Test func `every guide has a title of its own, and none lacks a chapter`() throws {
    let api = try WritableTestAPI()
    let titles = try DocsGuide.allCases.map { guide in
      let reply = try #require(api.ask("GET /docs/\(guide.rawValue)"))
      #expect(reply.status == 200 && reply.text.contains("<h2 id="), "\(guide)")
      return reply.text.split(separator: "<title>").last?.prefix { $0 != "<" } ?? ""
    }
    #expect(Set(titles).count == DocsGuide.allCases.count && !titles.contains(""))
    #expect(
      api.ask("GET /docs/themes")?.text.contains("<p class=\"file\"><code>themes/sunset.json</code></p>")
        == true)
    #expect(api.ask("GET /docs/theme")?.text.contains("did you mean 'themes'?") == true)
  }
}
