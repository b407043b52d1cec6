import Documents
import Service
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `livery check` {
  private static let kit = #"""
    { "classes": { "Label": { "superclass": null, "properties": [{ "name": "textColor", "kind": "color" },
      { "name": "backgroundColor", "kind": "color" }] } },
      "contrasts": [{ "class": "Label", "text": "textColor", "background": "backgroundColor" }] }
    """#
  private static let good = #"""
    { "kit": "small", "appearance": [{ "for": "Label", "set": { "textColor": "black", "backgroundColor": "white" } }] }
    """#
  private static let bad = #"""
    { "kit": "small",
      "titel": "Misspelt",
      "appearance": [{ "for": "Label",
        "set": { "textColor": "black", "textColour": "black" } }] }
    """#
  private static let pale = #"""
    { "kit": "small", "appearance": [{ "for": "Label", "set": { "textColor": "#999", "backgroundColor": "#fff" } }] }
    """#

  private func check(
    _ files: [String: String], _ arguments: String..., environment: [String: String] = [:]
  ) throws -> RunningServer.Ending {
    let folder = try Folder()
    try folder.write(files)
    var ending = try Livery.run(
      arguments: ["check"] + arguments + [folder.config], environment: environment)
    ending.output = ending.output.replacing(folder.config, with: "Config")
    return ending
  }

  @Test func `finds nothing wrong with what is shipped`() throws {
    let ending = try Livery.run("check", "--strict", "\(ProjectFiles.root)/Config")
    #expect(ending.code == 0)
    #expect(
      ending.output.hasSuffix("/Config: 3 kits of your own, 7 themes: \(Self.shippedNotes).\n"),
      "\(ending.output)")
  }

  private static var shippedNotes: String {
    let count = ProjectFiles.shipped.problems.count
    return count == 0 ? "no problems" : "\(count) note\(count == 1 ? "" : "s")"
  }

  @Test func `warns of a default theme that no file has`() throws {
    let files = ["kits/small.json": Self.kit, "themes/good.json": Self.good]
    let slip = files.merging(["livery.json": #"{ "defaultTheme": "godo" }"#]) { $1 }
    let ending = try check(slip)
    #expect(
      ending.output.hasPrefix(
        "Config/livery.json:1:19: warning: There is no theme 'godo' in this folder; did you mean 'good'? "
          + "The server starts only where it was uploaded.\n"), "\(ending.output)")
    #expect(ending.code == 0)
    #expect(try check(slip, "--strict").code == 1)
    let right = files.merging(["livery.json": #"{ "defaultTheme": "good" }"#]) { $1 }
    #expect(try check(right, "--strict").code == 0)
  }

  @Test func `tells every problem of every file with its line, and ends with 1`() throws {
    let ending = try check([
      "kits/small.json": Self.kit, "themes/bad.json": Self.bad, "themes/good.json": Self.good,
      "livery.json": "{ \"listne\": \"127.0.0.1:80\" }",
    ])
    #expect(ending.code == 1)
    #expect(ending.errors == "")
    #expect(
      ending.output == """
        Config/livery.json:1:3: error: There is no setting 'listne'; did you mean 'listen'?

        Config/themes/bad.json:2:3: error: A theme has no 'titel'; did you mean 'title'?
        2 |   "titel": "Misspelt",
          |   ^

        Config/themes/bad.json:4:36: error: Label has no property 'textColour'; did you mean 'textColor'?
        4 |     "set": { "textColor": "black", "textColour": "black" } }] }
          |                                    ^

        Config: 1 kit of your own, 2 themes: 3 errors.

        """)
  }

  @Test func `says where it looked when there was nothing to check`() throws {
    let ending = try check([:])
    #expect(ending.code == 1)
    #expect(
      ending.output == """
        Kits are read from Config/kits, themes from Config/themes; neither holds any. 'livery init Config' writes \
        themes to begin with.

        Config: 0 kits of your own, 0 themes: no problems.

        """)
  }

  @Test func `writes its problems for tools of code review`() throws {
    let files = ["themes/bad.json": "{ \"kit\": \"uikit\",\n  \"colors\": { \"a\": \"{b}\" } }"]
    let github = try check(files, "--format", "github")
    #expect(github.code == 1)
    #expect(
      github.output
        == "::error file=Config/themes/bad.json,line=2,col=20,title=unknown-color::There is no color 'b'; did you mean 'a'?\n"
        || github.output.hasPrefix("::error file=Config/themes/bad.json,line=2,col="), "\(github.output)")
    let sarif = try check(files, "--format", "sarif")
    for part in [
      #""version":"2.1.0""#, #""ruleId":"unknown-color","level":"error""#,
      #""artifactLocation":{"uri":"Config/themes/bad.json"},"region":{"startLine":2,"#,
    ] { #expect(sarif.output.filter { !$0.isWhitespace }.contains(part), "\(sarif.output)") }
    #expect(try check(files, "--format", "xml").code == 2)
  }

  @Test func `says of tokens that no rule uses how to get rules`() throws {
    let tokens =
      ##"{ "a": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [0, 0, 0] } } }"##
    let ending = try check(["themes/t.tokens.json": tokens])
    #expect(
      ending.output.contains(
        "No rule uses the colors of 't'; apps get them by their names. 'livery import --roles' proposes rules.\n"
      ),
      "\(ending.output)")
    let ruled = try check([
      "themes/t.tokens.json": tokens,
      "themes/u.json":
        ##"{ "extends": "t", "appearance": [{ "for": "UILabel", "set": { "textColor": "{a}" } }] }"##,
    ])
    #expect(!ruled.output.contains("No rule uses"), "\(ruled.output)")
  }

  @Test func `lets warnings pass unless they are to count`() throws {
    let files = ["kits/small.json": Self.kit, "themes/pale.json": Self.pale]
    let ending = try check(files)
    #expect(ending.code == 0)
    #expect(ending.output.contains("themes/pale.json:1:"))
    #expect(ending.output.contains(": warning: "))
    #expect(ending.output.hasSuffix("Config: 1 kit of your own, 1 theme: 1 warning.\n"))
    #expect(try check(files, "--strict").code == 1)
  }

  @Test func `notes an image that no file answers for, where there are files`() throws {
    let theme = #"""
      { "imagePrefix": "year_", "images": { "mark": "logo" },
        "appearance": [{ "for": "UIButton", "set": { "image:normal": "mark", "backgroundImage:normal": "sky",
          "image:selected": "lgoo" } }] }
      """#
    let uikit = ProjectFiles.text("Config/kits/uikit.json")
    let files = ["kits/uikit.json": uikit, "themes/t.json": theme]
    #expect(try check(files).output == "Config: 1 kit of your own, 1 theme: no problems.\n")
    let ending = try check(files.merging(["images/logo.png": "", "images/year_sky@2x.png": ""]) { $1 })
    #expect(ending.code == 0)
    #expect(
      ending.output == """
        Config/themes/t.json:3:5: note: The image folder has no file for 'lgoo'; did you mean 'logo'?

        Config: 1 kit of your own, 1 theme: 1 note.

        """)
  }

  @Test func `says all that in JSON`() throws {
    let ending = try check(
      ["kits/small.json": Self.kit, "themes/bad.json": Self.bad, "themes/notes.md": "# Notes"], "--json")
    #expect(ending.code == 1)
    let (read, problems) = JSONReader.read(SourceFile(name: "out", bytes: Array(ending.output.utf8)))
    #expect(problems.isEmpty)
    let root = try #require(read)
    #expect(root["errors"]?.integer == 2)
    #expect(root["kits"]?.items.map(\.string) == ["small"])
    #expect(root["ignored"]?.items.map(\.string) == ["themes/notes.md"])
    let first = try #require(root["problems"]?.items.first { _ in true })
    #expect(first["code"]?.string == "unknown-key")
    #expect(first["pointer"]?.string == "/titel")
    #expect(first["line"]?.integer == 2)
  }

  @Test func `paints where colors are wanted, and nowhere else`() throws {
    let files = ["kits/small.json": Self.kit, "themes/bad.json": Self.bad]
    #expect(!(try check(files).output.contains("\u{1b}")))
    let forced = ["CLICOLOR_FORCE": "1", "TERM": "xterm", "NO_COLOR": ""]
    #expect(try check(files, environment: forced).output.contains("\u{1b}[1;31merror:\u{1b}[0m"))
    let refused = forced.merging(["NO_COLOR": "1"]) { $1 }
    #expect(!(try check(files, environment: refused).output.contains("\u{1b}")))
  }

  @Test(arguments: [
    (["check", "/nowhere"], 1, "There is no config folder '/nowhere'"),
    (
      ["check", "\(ProjectFiles.root)/Config/themes/night.json"], 1,
      "/Config/themes/night.json' is a file; give the config folder that it belongs to"
    ),
    (["check", "a", "b"], 2, "'livery check' does not take 'b'."),
    (["check", "--strickt"], 2, "has no flag '--strickt'; did you mean '--strict'?"),
  ])
  func `says what is wrong with the question`(words: [String], code: Int, sentence: String) throws {
    let ending = try Livery.run(arguments: words)
    #expect(ending.code == Int32(code))
    #expect(ending.output == "")
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
  }
}
