import Documents
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `livery resolve` {
  private func resolve(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> RunningServer.Ending {
    try Livery.run(
      arguments: ["resolve"] + words,
      environment: environment.merging(["LIVERY_CONFIG": "\(ProjectFiles.root)/Config"]) { given, _ in given }
    )
  }

  @Test func `shows everything that is set, in a table`() throws {
    let ending = try resolve(
      "--theme", "new-year", "--for", "UIBarButtonItem", "--in", "UIWindow/UIToolbar", "--trait",
      "userInterfaceStyle=dark", "--trait", "displayScale=3")
    #expect(ending.errors == "")
    #expect(ending.code == 0)
    #expect(
      ending.output == """
        UIBarButtonItem in UIWindow/UIToolbar, theme new-year, displayScale=3, userInterfaceStyle=dark
          tintColor  #f858254d

        """)
  }

  @Test func `answers one key, falling back along its axes`() throws {
    let ending = try resolve(
      "--theme", "new-year", "--for", "UIButton.gift", "--property", "titleColor:selected")
    #expect(ending.code == 0)
    #expect(
      ending.output == """
        UIButton.gift, theme new-year
          titleColor:selected  #ffd479  from titleColor:normal, which answers for it

        """)
  }

  @Test(arguments: [
    (["displayScale=1"], "year_logo.png"), (["displayScale=2"], "year_logo@2x.png"),
    (["displayScale=3"], "year_logo@2x.png"), (["userInterfaceIdiom=pad"], "year_logo.png"),
  ])
  func `names the file that an image is drawn from`(traits: [String], file: String) throws {
    let ending = try Livery.run(
      arguments: [
        "resolve", "--config", "\(ProjectFiles.root)/Config", "--theme", "new-year", "--for", "UIButton.home",
        "--property", "image:normal",
      ] + traits)
    #expect(ending.output.hasSuffix("image:normal  logo  \(ProjectFiles.root)/Config/images/\(file)\n"))
  }

  @Test func `says when nothing is set`() throws {
    #expect(
      try resolve("--theme", "pine", "--for", "ImageView").output
        == "ImageView, theme pine\n  No rule sets anything here.\n")
    #expect(
      try resolve("--theme", "pine", "--for", "ImageView", "--property", "alpha").output
        == "ImageView, theme pine\n  Nothing sets alpha.\n")
  }

  @Test func `says when a rule blocks`() throws {
    let ending = try resolve(
      "--theme", "aurora", "--for", "UIButton.glow", "--in", "UIToolbar", "--property", "backgroundColor")
    #expect(ending.output.contains("  backgroundColor  blocked: a rule sets null\n"), "\(ending.output)")
  }

  @Test func `explains in plain words`() throws {
    let ending = try resolve(
      "--theme", "new-year", "--for", "UIButton.sure", "--property", "titleColor:disabled", "--explain")
    let output = ending.output
    #expect(output.contains("titleColor:disabled  #666666\n"), "\(output)")
    #expect(
      output.contains("won   UIButton.sure  \(ProjectFiles.root)/Config/themes/new-year.json:"), "\(output)")
    #expect(output.contains("lost  UIButton  \(ProjectFiles.root)/Config/themes/default.json:"), "\(output)")
    #expect(output.contains("rule 1: a rule with the target's style wins over one without"), "\(output)")
    #expect(!output.contains("does not match"))
    let all = try resolve(
      "--theme", "new-year", "--for", "UIButton.sure", "--property", "titleColor:disabled", "--explain-all")
    #expect(
      all.output.contains("does not match: the target does not carry the style 'primary'"), "\(all.output)")
  }

  @Test func `says all that in JSON`() throws {
    let ending = try resolve(
      "--for", "UILabel.caption", "--explain", "--json", "userInterfaceStyle=dark", "displayScale=2")
    let (read, problems) = JSONReader.read(SourceFile(name: "out", bytes: Array(ending.output.utf8)))
    #expect(problems.isEmpty)
    let root = try #require(read)
    #expect(root["theme"]?.string == "default")
    #expect(root["for"]?.string == "UILabel.caption")
    #expect(root["traits"]?["userInterfaceStyle"]?.string == "dark")
    #expect(root["traits"]?["displayScale"]?.number == 2)
    #expect(root["set"]?["textColor"]?.string == "#b4becb")
    let explained = try #require(root["explain"]?.items.first { $0["key"]?.string == "textColor" })
    #expect(explained["winner"]?["rule"]?.string == "UILabel.caption")
    #expect(explained["lost"]?.items.map { $0["reason"]?.integer } == [1])
  }

  @Test(arguments: [
    (
      ["TERM": "xterm", "COLORTERM": "truecolor"],
      "\u{1b}[48;2;140;195;255m \u{1b}[48;2;140;195;255m \u{1b}[0m #8cc3ff"
    ),
    (["TERM": "xterm-256color", "COLORTERM": ""], "\u{1b}[48;5;111m \u{1b}[48;5;111m \u{1b}[0m #8cc3ff"),
    (["TERM": "xterm", "COLORTERM": ""], "#8cc3ff"),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], "#8cc3ff"),
  ])
  func `shows colors as swatches where the terminal can`(
    environment: [String: String], cell: String
  ) throws {
    let ending = try resolve(
      "--for", "UIWindow", "userInterfaceStyle=dark",
      environment: environment.merging(["CLICOLOR_FORCE": "1", "NO_COLOR": ""]) { given, _ in given })
    #expect(ending.output.contains("  tintColor        \(cell)\n"))
  }

  @Test(arguments: [
    (["--theme", "defualt", "--for", "UILabel"], 1, "There is no theme 'defualt'; did you mean 'default'?"),
    (["--for", "UILable"], 1, "did you mean 'UILabel'?"),
    (["--for", "UILabel", "--property", "textColour"], 1, "did you mean 'textColor'?"),
    (["--for", "UILabel", "--trait", "userInterfaceStyle=drak"], 1, "did you mean 'dark'?"),
    (["--for", "UILabel", "--trait", "style=dark"], 1, "no trait 'style'"),
    (["--for", "UILabel", "--trait", "dark"], 2, "'dark' is not a trait; write NAME=VALUE"),
    (["--for", "UILabel", "--in", "UIWindow//UIView"], 1, "is no target"),
    ([], 2, "needs --for CLASS."),
  ])
  func `advises whoever asks for what is not there`(words: [String], code: Int, advice: String) throws {
    let ending = try Livery.run(
      arguments: ["resolve", "--config", "\(ProjectFiles.root)/Config"] + words)
    #expect(ending.code == Int32(code))
    #expect(ending.output == "")
    #expect(ending.errors.contains(advice), "\(ending.errors)")
  }

  @Test func `refuses to answer from files with errors`() throws {
    let folder = try Folder()
    try folder.write(["themes/broken.json": "{"])
    let ending = try Livery.run("resolve", "--for", "UILabel", "--config", folder.config)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("The files have errors"))
    #expect(ending.errors.contains("themes/broken.json:1:2"))
  }
}
