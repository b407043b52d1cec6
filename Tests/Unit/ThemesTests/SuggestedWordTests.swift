@testable import Documents
import TestSupport
import Testing

@testable import Themes

@Suite struct `The word that is to stand in a wrong one's place` {
  private func instead(of word: String, among names: [String]) -> String? {
    let wrong = word.filter { !"\"{}".contains($0) }
    let message: Message =
      "There is no color \(Quoted.name(wrong))\(NearestName.question(wrong, among: names))"
    let source = SourceText(SourceFile(name: "a.json", bytes: Array("  \(word), more".utf8)))
    return source.problem(code: "unknown-color", at: 2, message).word?.instead
  }

  @Test func `keeps what stands around it`() {
    #expect(instead(of: #""{acent}""#, among: ["accent"]) == #""{accent}""#)
    let (bytes, right) = (Array(#""{acent/30%}""#.utf8), "accent")
    #expect(ProblemWord(at: 0, upTo: bytes.count, in: bytes, right: right)?.instead == #""{accent/30%}""#)
  }

  @Test(arguments: ["color.ink", "bg/blue/default", "border width.lg", "所有.字体"])
  func `may be the name of a token`(name: String) {
    let question = NearestName.question(name) { "{\($0)}" }
    #expect(question == "; did you mean \(suggesting: name, as: "{\(name)}")?")
    #expect(question.suggestion == name)
    for (wrong, right) in [("{\(name)x}", "{\(name)}"), ("{\(name)x/30%}", "{\(name)/30%}")] {
      let bytes = Array("\"\(wrong)\"".utf8)
      #expect(ProblemWord(at: 0, upTo: bytes.count, in: bytes, right: name)?.instead == "\"\(right)\"")
    }
  }

  @Test func `may be a pointer`() {
    #expect(instead(of: ##""#/sets/bse""##, among: ["#/sets/base"]) == ##""#/sets/base""##)
  }

  @Test(arguments: ["dad's", "it's ok", "'quoted'", "did you?'s"])
  func `may hold apostrophes`(name: String) {
    #expect(NearestName.question(name + "x", among: [name]).suggestion == name)
    #expect(instead(of: "\"\(name)x\"", among: [name]) == "\"\(name)\"")
    #expect(instead(of: "\"{\(name)x}\"", among: [name]) == "\"{\(name)}\"")
  }

  @Test func `is what the message suggests, however the question begins`() {
    let message: Message = "No type 'colr'. Did you mean \(suggesting: "color")?" + " Or not."
    #expect(message.suggestion == "color")
    #expect(message.description == "No type 'colr'. Did you mean 'color'? Or not.")
    #expect(Message("did you mean 'color'?").suggestion == nil)
  }

  @Test func `is there for the type of a token`() {
    let tokens = ##"{ "ink": { "$type": "colr", "$value": "#112233" } }"##
    let library = Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/a.tokens.json", bytes: Array(tokens.utf8))])
    let problem = library.problems.first { $0.code == "other-type" }
    #expect(problem?.word?.instead == #""color""#)
  }

  @Test func `may be one without an apostrophe`() {
    #expect(instead(of: #""dad's""#, among: ["dads"]) == #""dads""#)
  }

  @Test func `is written as JSON writes it`() throws {
    for name in [#"my "own" red"#, #"back\slash"#] {
      let escaped = JSONWriter.content(of: name)
      let bytes = Array("\"{\(escaped)x/30%}\"".utf8)
      let word = try #require(ProblemWord(at: 0, upTo: bytes.count, in: bytes, right: name))
      #expect(word.instead == "\"{\(escaped)/30%}\"")
      let document = SourceFile(name: "a.json", bytes: Array(#"{ "a": \#(word.instead ?? "") }"#.utf8))
      #expect(JSONReader.read(document).root?["a"]?.string == "{\(name)/30%}")
    }
  }

  @Test func `is not told where nothing says how to write it`() {
    let bytes = Array("<string>acent</string>".utf8)
    let word = ProblemWord(at: 0, upTo: bytes.count, in: bytes, right: "ac<ent")
    #expect(word?.instead == nil)
    #expect(
      ProblemWord(at: 0, upTo: bytes.count, in: bytes, right: "accent")?.instead?.contains("accent") == true)
  }
}
