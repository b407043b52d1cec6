import Changes
import Documents
import Testing
import Themes

@testable import ThemeAPI

/// Lists of thousands, in pages.
@Suite struct `A long list` {
  private let api: WritableTestAPI

  init() throws {
    var themes = WritableTestAPI.standardThemes
    for number in 100..<330 { themes["t\(number)"] = WritableTestAPI.theme() }
    api = try WritableTestAPI(themes: themes)
  }

  private func names(in reply: Reply) -> [String] {
    let root = JSONReader.read(SourceFile(name: "answer", bytes: reply.content.bytes)).root
    return (root?["themes"]?.items).map { $0.compactMap { $0["name"]?.string } } ?? []
  }

  /// The target that a `Link` header leads to.
  private func next(after reply: Reply) -> String? {
    let link = (reply.headers + reply.content.headers).first { $0.name == "Link" }?.value
    return link.flatMap {
      $0.hasSuffix(">; rel=\"next\"") ? String($0.dropFirst().prefix { $0 != ">" }) : nil
    }
  }

  private func pages(from target: String) throws -> [[String]] {
    var pages: [[String]] = []
    var following: String? = target
    while let target = following {
      let reply = try #require(api.ask("GET \(target)"))
      #expect(reply.status == 200)
      pages.append(names(in: reply))
      following = next(after: reply)
    }
    return pages
  }

  @Test func `is given a hundred at a time, with the way to the rest`() throws {
    let pages = try pages(from: "/v1/themes")
    #expect(pages.map(\.count) == [100, 100, 33])
    #expect(pages.flatMap { $0 } == api.publisher.current.now.themeSet.library.themes.keys.sorted())
  }

  @Test func `is given in smaller pages, and narrowed, all the way`() throws {
    let pages = try pages(from: "/v1/themes?limit=4&prefix=t12&fields=name")
    #expect(pages.map(\.count) == [4, 4, 2])
    #expect(pages.flatMap { $0 } == (120..<130).map { "t\($0)" })
    #expect(try self.pages(from: "/v1/themes?prefix=nobody") == [[]])
  }

  @Test func `gives the members that are asked for`() throws {
    let reply = try #require(api.ask("GET /v1/themes?prefix=night&fields=name,kit"))
    #expect(
      String(decoding: reply.content.bytes, as: UTF8.self) == #"{"themes":[{"name":"night","kit":"mini"}]}"#)
    let channels = try #require(api.ask("GET /v1/channels?fields=theme"))
    #expect(String(decoding: channels.content.bytes, as: UTF8.self) == #"{"channels":[{"theme":"default"}]}"#)
  }

  @Test(arguments: ["limit=0", "limit=101", "limit=many", "fields=name,titel", "fields="])
  func `refuses what makes no page`(_ query: String) throws {
    let answer = try #require(api.ask("GET /v1/themes?\(query)"))
    #expect(answer.status == 400 && answer.code == "bad-parameter")
  }

  @Test func `leads on whatever stands in the question`() throws {
    let reply = try #require(api.ask("GET /v1/themes?limit=1&prefix=&after=a%26b%20%22"))
    #expect(next(after: reply) == "/v1/themes?limit=1&prefix=&after=default")
  }
}
