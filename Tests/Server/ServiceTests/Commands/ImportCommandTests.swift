import Formats
import Foundation
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `livery import` {
  private static let formats = "\(ProjectFiles.root)/Tests/Fixtures/formats"
  private static let config = "\(ProjectFiles.root)/Config"

  private func run(_ folder: Folder, _ words: String...) throws -> RunningServer.Ending {
    try Livery.run(
      arguments: ["import", "--config", Self.config, "--out", "\(folder.config)/themes"] + words,
      environment: [:])
  }

  @Test func `writes Livery's own form, and says what had no counterpart`() throws {
    let folder = try Folder()
    let ending = try run(folder, "\(Self.formats)/Dusk.swifttheme.json")
    #expect(ending.code == 0)
    #expect(ending.errors == "")
    #expect(
      ending.output.replacing(folder.config, with: "Config") == """
        Config/themes/Dusk.json: 5 colors, 1 image, 1 value.
          note: 'UIStatusBarStyle' is neither a color nor an image; it is kept in 'values'.

        """)
    let check = try Livery.run("check", folder.config)
    #expect(check.code == 0, "\(check.output)")
  }

  @Test func `turns design tokens into Livery's own form, whatever their file is called`() throws {
    let folder = try Folder()
    try folder.write(["shop.json": ProjectFiles.text("Tests/Fixtures/formats/shop.tokens.json")])
    let ending = try run(folder, "\(folder.config)/shop.json")
    #expect(ending.code == 0)
    #expect(
      ending.output.replacing(folder.config, with: "Config") == """
        Config/shop.json is read as tokens, because of its content: it has tokens with '$value'.
        Config/themes/shop.json: 4 colors, 5 values.

        """)
    let check = try Livery.run("check", "--strict", folder.config)
    #expect(check.code == 0, "\(check.output)")
  }

  @Test func `reads a folder of Tokens Studio as one theme, and its files with their places`() throws {
    let folder = try Folder()
    try folder.write([
      "design/tokens/$metadata.json": #"{ "tokenSetOrder": ["core/sizes", "more"] }"#,
      "design/tokens/core/sizes.json": #"{ "n": { "type": "spacing", "value": "4 * 2" } }"#,
      "design/tokens/more.json": #"{ "m": { "type": "spacing", "value": "{n}" } }"#,
    ])
    let ending = try run(folder, "\(folder.config)/design/tokens/")
    #expect(ending.errors == "")
    #expect(
      ending.output.replacing(folder.config, with: "Config") == "Config/themes/tokens.json: 2 values.\n")
    let check = try Livery.run("check", "--strict", folder.config)
    #expect(check.code == 0, "\(check.output)")

    try folder.write(["design/tokens/more.json": #"{ "m": { "type": "spacing", "value": "{o}" } }"#])
    let refused = try run(folder, "--force", "\(folder.config)/design/tokens")
    #expect(refused.code == 1)
    let problem = "/design/tokens/more.json:1:38: error: There is no token {o}; did you mean {m}?"
    #expect(refused.output.contains(problem), "\(refused.output)")
  }

  @Test func `reads files with other names as it is told`() throws {
    let folder = try Folder()
    try folder.write(["colors.txt": "NORMAL NIGHT\n#ffffff #000000 BG\n"])
    let ending = try run(folder, "--from", "dkcolortable", "\(folder.config)/colors.txt")
    #expect(ending.code == 0)
    #expect(
      ending.output.replacing(folder.config, with: "Config") == """
        Config/themes/night.json: 1 color.
        Config/themes/normal.json: 1 color.

        """)
  }

  @Test func `keeps a file that is there already, unless told otherwise`() throws {
    let folder = try Folder()
    let file = "\(Self.formats)/Meadow.swifttheme.json"
    #expect(try run(folder, file).code == 0)
    let again = try run(folder, file)
    #expect(again.code == 1)
    #expect(
      again.errors.replacing(folder.config, with: "Config")
        == "livery: 'Config/themes/Meadow.json' is there already; --force replaces it.\n")
    #expect(try run(folder, "--force", file).code == 0)
  }

  @Test func `writes none of them when one of them is there already`() throws {
    let folder = try Folder()
    try folder.write(["DKColorTable.txt": "NORMAL NIGHT\n#fff #000 BG\n", "themes/normal.json": "mine"])
    let ending = try run(folder, "\(folder.config)/DKColorTable.txt")
    #expect(ending.code == 1)
    #expect(ending.errors.contains("themes/normal.json' is there already; --force replaces it.\n"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.config)/themes/night.json"))
    #expect(try String(contentsOfFile: "\(folder.config)/themes/normal.json", encoding: .utf8) == "mine")
  }

  @Test func `takes a file's companion along, named or not`() throws {
    let (harbor, dune) = ("\(Self.formats)/Harbor.metheme.json", "\(Self.formats)/Dune.metheme.json")
    for words in [
      [harbor, dune], ["--from", "metheme", harbor, dune, "\(Self.formats)/Dune.metheme.meta.json"],
    ] {
      let folder = try Folder()
      let ending = try Livery.run(
        arguments: ["import", "--config", Self.config, "--out", "\(folder.config)/themes"] + words)
      #expect(ending.code == 0)
      #expect(ending.output.contains("Dune.json: 2 colors, 2 rules."), "\(ending.output)")
      let text = try String(contentsOfFile: "\(folder.config)/themes/Dune.json", encoding: .utf8)
      #expect(text.contains("\"extends\": \"Harbor\""))
      #expect(!FileManager.default.fileExists(atPath: "\(folder.config)/themes/Dune.metheme.meta.json"))
    }
  }

  @Test func `says what it can't make out of what it was given`() throws {
    let folder = try Folder()
    try folder.write(["themes.yaml": "a: b", "empty.metheme.json": ""])
    let (yaml, empty) = ("\(folder.config)/themes.yaml", "\(folder.config)/empty.metheme.json")
    #expect(
      try run(folder, yaml).output.contains(
        "/themes.yaml' is YAML, which is not read; convert it: yq -o=json"))
    #expect(
      try run(folder, empty).output.contains("1:1: error: The file is empty; it should hold a JSON value."))
    #expect(
      try run(folder, "--from", "yaml", yaml).errors.contains(
        "\(Dialects.all.unknown("yaml"))\n"))
  }

  @Test func `writes nothing when there is an error, and shows it`() throws {
    let folder = try Folder()
    try folder.write(["DKColorTable.txt": "NORMAL\nred BG\n"])
    let ending = try run(folder, "\(folder.config)/DKColorTable.txt")
    #expect(ending.code == 1)
    #expect(
      ending.output.replacing(folder.config, with: "Config") == """
        Config/DKColorTable.txt:2:1: error: 'red' is not a color: a color table has 1 to 8 hexadecimal digits, after \
        '#', '0x' or nothing.
        2 | red BG
          | ^


        """)
  }

  @Test func `tells the format by what is in a file, of many and of folders`() throws {
    let folder = try Folder()
    try folder.write([
      "app/ThemeOrange.json": #"{ "Color": { "Accent": "F85825" }, "Button": {} }"#,
      "app/ThemeBars.json": #"{ "UINavigationBar": { "Level1": { "backgroundImageColor": "7FF85825" } } }"#,
      "app/Red.json": ##"{ "Global": { "textColor": "#FF0000" } }"##,
      "app/Blue.plist": "<plist><dict><key>barColor</key><string>#00F</string></dict></plist>",
      "app/table.txt": "NORMAL NIGHT\n#ffffff 343434 BG\n", "mine.json": ##"{ "colors": { "a": "#fff" } }"##,
      "readme.txt": "Hello to all of you\n", "package.json": #"{ "name": "app" }"#,
    ])
    let named = try run(folder, "\(folder.config)/app", "\(folder.config)/mine.json")
    #expect(named.code == 0, "\(named.output)\(named.errors)")
    for (file, format) in [
      ("ThemeOrange.json", "metheme"), ("ThemeBars.json", "metheme"), ("Red.json", "swifttheme"),
      ("Blue.plist", "swifttheme"), ("table.txt", "dkcolortable"),
    ] {
      #expect(
        named.output.contains("/app/\(file) is read as \(format), because of its content: "), "\(file)")
    }
    for theme in ["ThemeOrange", "ThemeBars", "Red", "Blue", "normal", "night", "mine"] {
      #expect(FileManager.default.fileExists(atPath: "\(folder.config)/themes/\(theme).json"), "\(theme)")
    }
    let other = try run(folder, "--force", "\(folder.config)/app", "\(folder.config)/readme.txt")
    #expect(other.code == 1)
    #expect(other.output.contains("/readme.txt' is in no known format; name the format with --from:"))
  }

  @Test func `joins the token files of a folder, and says how`() throws {
    let folder = try Folder()
    try folder.write([
      "app/colors/base.json": ##"{ "ink": { "value": "#000", "type": "color" } }"##,
      "app/colors/dark.json": ##"{ "ink": { "value": "#fff", "type": "color" } }"##,
      "app/size.json": ##"{ "size": { "m": { "value": "4px", "type": "spacing" } } }"##,
      "app/package.json": #"{ "name": "app" }"#, "app/more.yml": "ink: red", "app/pnpm-lock.yaml": "a: b",
      "none/readme.md": "Nothing", "none/sub/package-lock.json": "{}",
    ])
    let ending = try run(folder, "\(folder.config)/app")
    #expect(ending.code == 0, "\(ending.errors)")
    let output = ending.output.replacing(folder.config, with: "Config")
    for line in [
      "Config/themes/app.json: 1 color, 1 value.\n", "'Config/app/package.json' is no theme.\n",
      "'Config/app/pnpm-lock.yaml' is no theme.\n",
      "'Config/app/more.yml' is YAML, which is not read; convert it: yq -o=json 'Config/app/more.yml' > 'Config/app/more.json'\n",
      "'colors/base.json' and 'size.json' are joined in this order, later over earlier.\n",
      "'scheme' is a choice: 'dark' has 'colors/dark.json' and 'light' has no file of its own.\n",
    ] { #expect(output.contains(line), "\(line)\(output)") }
    #expect(
      try String(contentsOfFile: "\(folder.config)/themes/app.json", encoding: .utf8).contains("\"dark\""))
    let check = try Livery.run("check", "\(folder.config)/app")
    #expect(check.code == 0 && check.output.contains("1 theme: "), "\(check.output)")
    #expect(check.output.contains("/app/package.json' is no theme.\n"), "\(check.output)")
    let nothing = try run(folder, "\(folder.config)/none")
    #expect(
      nothing.code == 1 && nothing.output.hasSuffix("There is no theme in these files.\n"),
      "\(nothing.output)")
    #expect(try Livery.run("check", "\(folder.config)/none").code == 1)
  }

  @Test func `takes the files that --contexts names as contexts`() throws {
    let folder = try Folder()
    try folder.write([
      "app/core.json": ##"{ "ink": { "$value": "#000", "$type": "color" } }"##,
      "app/acme.json": ##"{ "brand": { "$value": "#f00", "$type": "color" } }"##,
      "app/globex.json": ##"{ "brand": { "$value": "#00f", "$type": "color" } }"##,
    ])
    let ending = try run(folder, "--contexts", "acme,globex", "\(folder.config)/app")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    let theme = try String(contentsOfFile: "\(folder.config)/themes/app.json", encoding: .utf8)
    #expect(theme.contains("\"context\"") && theme.contains("globex"), "\(theme)")
    let wrong = try run(folder, "--contexts", "acme,globx", "\(folder.config)/app")
    #expect(wrong.code == 1 && wrong.errors.contains("called 'globx'; --contexts takes"), "\(wrong.errors)")
  }

  @Test func `proposes rules by the names of colors`() throws {
    let folder = try Folder()
    try folder.write([
      "shop.tokens.json": ##"""
      { "color": { "$type": "color", "background": { "$value": "#fff" }, "on-surface": { "$value": "#000" },
        "primary": { "default": { "$value": "#05a" } } } }
      """##
    ])
    let ending = try run(folder, "--roles", "\(folder.config)/shop.tokens.json")
    #expect(ending.code == 0, "\(ending.errors)")
    for line in [
      "  UILabel textColor: 'color.on-surface' is called like the color of text.\n",
      "  UIWindow tintColor: 'color.primary.default' is called like the color of what can be touched.\n",
    ] { #expect(ending.output.contains(line), "\(ending.output)") }
    let check = try Livery.run("check", folder.config)
    #expect(check.code == 0, "\(check.output)")
    let theme = try String(contentsOfFile: "\(folder.config)/themes/shop.roles.json", encoding: .utf8)
    #expect(theme.contains(#""extends": "shop""#))
    try folder.write(["blues.tokens.json": ##"{ "blue": { "$type": "color", "$value": "#05a" } }"##])
    let none = try run(folder, "--roles", "\(folder.config)/blues.tokens.json")
    #expect(none.code == 0 && none.output.contains("No rules are proposed for 'blues': "), "\(none.output)")
  }

  @Test func `needs no config folder`() throws {
    let folder = try Folder()
    try folder.write(["Red.json": ##"{ "Global": { "textColor": "#FF0000" } }"##])
    let ending = try Livery.run(["import", "Red.json", "--out", "out"], in: folder.config)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(
      ending.output
        == "Red.json is read as swifttheme, because of its content: it has colors with '#' and no form of tokens.\n"
        + "out/Red.json: 1 color.\n")
  }

  @Test func `says which formats there are`() throws {
    let folder = try Folder()
    let ending = try run(folder, "--from", "swiftheme", "x.json")
    #expect(ending.code == 2)
    #expect(
      ending.errors == """
        livery: There is no format 'swiftheme'; did you mean 'swifttheme'?
        Try 'livery import --help'.

        """)
  }
}
