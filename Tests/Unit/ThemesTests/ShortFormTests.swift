import Documents
import TestSupport
import Testing
import Themes

/// Short forms that users type first: words of traits, of UIKit, of CSS and of Swift.
@Suite struct `A theme as people type it` {
  private static func read(_ text: String) -> Library {
    let file = SourceFile(name: "themes/t.json", bytes: Array(text.utf8))
    return Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [file])
  }

  private static func errors(_ text: String) -> [String] {
    read(text).problems.filter { $0.severity == .error }.map(\.message)
  }

  @Test(arguments: [
    (
      ##"{ "colors": { "a": { "light": "#fff", "dark": "#000" } } }"##,
      ##"{ "colors": { "a": { "value": "#fff", "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": "#000" }] } } }"##
    ),
    (
      ##"{ "colors": { "a": { "dark": "#000", "light": "#fff", "when": [{ "traits": { "accessibilityContrast": "high" }, "value": "#111" }] } } }"##,
      ##"{ "colors": { "a": { "value": "#fff", "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": "#000" }, { "traits": { "accessibilityContrast": "high" }, "value": "#111" }] } } }"##
    ),
    (
      ##"{ "colors": { "a": { "value": "#fff", "more": "#000" } } }"##,
      ##"{ "colors": { "a": { "value": "#fff", "when": [{ "traits": { "accessibilityContrast": "high" }, "value": "#000" }] } } }"##
    ),
    (
      ##"{ "colors": { "a": { "value": "#777", "light": "#fff", "dark": "#000" } } }"##,
      ##"{ "colors": { "a": { "value": "#777", "when": [{ "traits": { "userInterfaceStyle": "light" }, "value": "#fff" }, { "traits": { "userInterfaceStyle": "dark" }, "value": "#000" }] } } }"##
    ),
    (
      ##"{ "kit": "android", "colors": { "a": { "light": "#fff", "dark": "#000" } } }"##,
      ##"{ "kit": "android", "colors": { "a": { "value": "#fff", "when": [{ "traits": { "night": "night" }, "value": "#000" }] } } }"##
    ),
    (
      ##"{ "images": { "a": { "value": "x", "pad": "y" } } }"##,
      ##"{ "images": { "a": { "value": "x", "when": [{ "traits": { "userInterfaceIdiom": "pad" }, "value": "y" }] } } }"##
    ),
    (
      ##"{ "values": { "a": { "light": 1, "dark": 2 } } }"##,
      ##"{ "values": { "a": { "value": 1, "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": 2 }] } } }"##
    ),
    (
      ##"{ "appearance": [{ "for": "UILabel", "in": ["UIWindow", "UIToolbar.main"], "set": { "textColor": "#fff" } }] }"##,
      ##"{ "appearance": [{ "for": "UILabel", "in": "UIWindow/UIToolbar.main", "set": { "textColor": "#fff" } }] }"##
    ),
  ])
  func `is read as the long form`(short: String, long: String) throws {
    let (one, other) = (Self.read(short), Self.read(long))
    #expect(!one.hasErrors && !other.hasErrors, "\(one.problems.map(\.text)) \(other.problems.map(\.text))")
    let (theme, same) = (try #require(one.themes["t"]), try #require(other.themes["t"]))
    #expect(theme.colors.mapValues(\.base) == same.colors.mapValues(\.base))
    #expect(
      theme.colors.mapValues { $0.variants.map { [$0.traits.description, String(describing: $0.content)] } }
        == same.colors.mapValues {
          $0.variants.map { [$0.traits.description, String(describing: $0.content)] }
        })
    #expect(
      theme.images.mapValues { $0.variants.map(\.traits) }
        == same.images.mapValues { $0.variants.map(\.traits) })
    #expect(
      theme.values.mapValues { $0.variants.map(\.traits) }
        == same.values.mapValues { $0.variants.map(\.traits) })
    #expect(theme.rules.map(\.containers) == same.rules.map(\.containers))
  }

  @Test(arguments: [
    (
      ##"{ "colors": { "a": { "dark": "#000" } } }"##,
      "'a' needs 'value' or 'light': what holds where nothing else does."
    ),
    (
      ##"{ "colors": { "a": { "value": "#fff", "compact": "#000" } } }"##,
      "'compact' is a value of 'horizontalSizeClass' and 'verticalSizeClass'; say which: \"when\": [{ \"traits\": { \"horizontalSizeClass\": \"compact\" }, \"value\": … }]."
    ),
    (
      ##"{ "colors": { "a": { "light": "#fff", "dark": "#000", "more": "#111" } } }"##,
      "'more' is a value of 'accessibilityContrast', and 'light' one of 'userInterfaceStyle'; words stand for one trait only. The other goes into \"when\": [{ \"traits\": { \"accessibilityContrast\": \"high\" }, \"value\": … }]."
    ),
    (
      ##"{ "colors": { "a": { "value": "#fff", "less": "#eee", "custom": "#ddd" } } }"##,
      "'custom' and 'less' both mean 'normal'; drop one of them."
    ),
    (
      ##"{ "colors": { "a": { "light": "#ggg", "dark": "#000" } } }"##,
      "'#ggg' is not a color: after '#' come hexadecimal digits only."
    ),
    (##"{ "colors": { "a": {} } }"##, "'a' needs 'value': what holds where no variant does."),
    (
      ##"{ "colors": { "a": { "value": "#fff", "drak": "#000" } } }"##,
      "A color has no 'drak'; did you mean 'dark'?"
    ),
    (
      ##"{ "colors": { "a": { "value": "#fff", "zebra": "#000" } } }"##,
      "A color has no 'zebra': it has 'value' and 'when', or values of a trait, as in { \"light\": \"#fff\", \"dark\": \"#000\" }."
    ),
    (
      ##"{ "appearance": [{ "for": "UILabel", "in": [], "set": {} }] }"##,
      "'in' names no container; leave it out, or name one."
    ),
    (
      ##"{ "appearance": [{ "for": "UILabel", "in": ["UIWindow/UIToolbar"], "set": {} }] }"##,
      "'UIWindow/UIToolbar' is several containers; in a list each stands by itself, outermost first."
    ),
    (
      ##"{ "appearance": [{ "for": "UILabel", "in": [7], "set": {} }] }"##,
      "A container should be a string, not a number."
    ),
  ])
  func `is told the right form`(text: String, sentence: String) {
    #expect(Self.errors(text).contains(sentence), "\(Self.errors(text))")
  }

  @Test(arguments: [
    ("$brand", "{brand}"), ("brand", "{brand}"), ("var(--brand)", "{brand}"), ("@color/brand", "{brand}"),
    ("UIColor.systemBlue", "systemBlue"), (".systemBlue", "systemBlue"), ("systemBleu", "systemBlue"),
    ("UIColor.red", "red"), ("Color.white", "white"), ("--brand-dark", "{brandDark}"),
    ("UIColor.clear", "transparent"), ("clear", "transparent"),
  ])
  func `gets the right word for a color of another language`(written: String, meant: String) {
    let text = ##"{ "colors": { "brand": "#123", "brandDark": "#012", "x": "\##(written)" } }"##
    #expect(Self.errors(text) == ["'\(written)' is not a color; did you mean '\(meant)'?"])
  }

  @Test(arguments: [
    ("UIButton", "titleColorForState", "titleColor:normal"),
    ("UIButton", "setTitleColor", "titleColor:normal"),
    ("UIButton", "titleColorForState:highlighted", "titleColor:highlighted"),
    ("UILabel", "foregroundColor", "textColor"), ("UIView", "background-color", "backgroundColor"),
    ("UIView", "borderRadius", "cornerRadius"), ("UINavigationBar", "isTranslucent", "translucent"),
    ("UIView", "layer.cornerRadius", "cornerRadius"), ("UIView", "bgColor", "backgroundColor"),
  ])
  func `gets the right word for a property of another toolkit`(name: String, key: String, meant: String) {
    let errors = Self.errors(##"{ "appearance": [{ "for": "\##(name)", "set": { "\##(key)": 1 } }] }"##)
    #expect(errors.first?.hasSuffix("did you mean '\(meant)'?") == true, "\(errors)")
  }

  @Test func `gets the right word for an attribute of text`() {
    let errors = Self.errors(
      ##"{ "appearance": [{ "for": "UINavigationBar", "set": { "titleTextAttributes": { "foregroundColor": "#fff" } } }] }"##
    )
    #expect(errors.first?.hasSuffix("has no 'foregroundColor'; did you mean 'color'?") == true, "\(errors)")
  }

  @Test func `may use the platform's own colors, in all their appearances, and have others in their places`()
    throws
  {
    let library = Self.read(
      ##"{ "colors": { "a": "link", "separator": "#123456" }, "appearance": [{ "for": "UILabel", "set": { "textColor": "{systemGray6/50%}", "backgroundColor": "separator" } }] }"##
    )
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    let theme = try #require(library.themes["t"])
    #expect(theme.colors.keys.sorted() == ["a", "link", "separator", "systemBlue", "systemGray6"])
    #expect(theme.colors["systemBlue"]?.variants.count == 3)
    #expect(theme.colors["separator"]?.variants.isEmpty == true)
    #expect(Self.errors(##"{ "kit": "web", "colors": { "a": "systemBlue" } }"##).count == 1)
  }
}
