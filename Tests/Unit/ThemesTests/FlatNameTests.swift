import Documents
import TestSupport
import Testing
import Themes

@Suite struct `Names where names are all there is` {
  @Test(arguments: [
    ("accentPressed", "accent-pressed", "accent_pressed"),
    ("Global.backgroundColor", "global-background-color", "global_background_color"),
    ("ThemeColorMode_Default", "theme-color-mode-default", "theme_color_mode_default"),
    ("URLColor", "url-color", "url_color"), ("a1B2", "a1-b2", "a1_b2"), ("9lives", "9lives", "_9lives"),
    ("a--b__c", "a-b-c", "a_b_c"), ("x.", "x", "x"), ("default", "default", "default_"),
    ("Switch", "switch", "switch_"), ("所有字体", "所有字体", "u6240u6709u5b57u4f53"),
    ("bg/Blue tint", "bg-blue-tint", "bg_blue_tint"), ("色Bg.é", "色-bg-é", "u8272_bg_ue9"),
    ("@", "u40", "u40"), ("#→", "u23u2192", "u23u2192"), ("a@2x", "a-2x", "a_2x"), ("　", "u3000", "u3000"),
  ])
  func `a color's`(name: String, kebab: String, snake: String) {
    #expect(FlatName.color(name).kebab == kebab)
    #expect(FlatName.color(name).snake == snake)
    #expect(FlatName.color(name).customProperty == "--" + kebab)
  }

  @Test func `a setting's has a part for each of its parts`() {
    let name = FlatName.setting(
      ClassReference("UIButton", style: "sure"), PropertyKey("titleColor", ["highlighted+selected"]))
    #expect(name.kebab == "ui-button-sure--title-color--highlighted-selected")
    #expect(name.snake == "ui_button_sure__title_color__highlighted_selected")
    #expect(FlatName.image("logo").kebab == "image--logo")
  }

  private func problems(_ colors: String, appearance: String = "[]") -> [Problem] {
    let kit = SourceFile(
      name: "kits/k.json",
      bytes: Array(
        #"{"classes":{"View":{"superclass":null,"appearance":true,"properties":[{"name":"tint","kind":"color"}]}}}"#
          .utf8))
    let text = #"{"kit":"k","colors":\#(colors),"appearance":\#(appearance)}"#
    return Library.read(kits: [kit], themes: [SourceFile(name: "themes/t.json", bytes: Array(text.utf8))])
      .problems.filter { $0.severity != .note }
  }

  @Test func `two colors that would be one are told apart by a number`() {
    let found = problems(##"{"accentPressed":"#fff","accent-pressed":"#000"}"##)
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message) == [
        "'accentPressed' and 'accent-pressed' are both 'accent-pressed' in style sheets or resource files; "
          + "'accent-pressed' is 'accent-pressed-2' there, 'accentPressed' is 'accent-pressed' there. Rename one."
      ])
  }

  @Test func `numbers pass over names that have one, and stay when a child adds names`() {
    let names = { (colors: String) in
      Library.read(
        kits: [SourceFile(name: "kits/uikit.json", bytes: Array(#"{"classes":{}}"#.utf8))],
        themes: [SourceFile(name: "themes/t.json", bytes: Array(#"{"colors":\#(colors)}"#.utf8))]
      ).themes["t"]
    }
    let parent = names(##"{"a.b":"#000","a_b":"#111","a-b-2":"#222","a/b":"#333","c":"#444"}"##)
    let child = names(##"{"a b":"#000","a.b":"#111"}"##)
    #expect([parent].compactMap(\.self).flatNames == ["a_b": "a-b-3", "a/b": "a-b-4"])
    #expect(
      [parent, child].compactMap(\.self).flatNames == ["a_b": "a-b-3", "a/b": "a-b-4", "a b": "a-b-5"])
  }

  @Test func `thousands of names of one form are numbered`() {
    let colors = (0..<8192).map { number in
      (0..<13).map { "a" + (number >> $0 & 1 == 1 ? "." : "-") }.joined() + "z"
    }
    let text = "{\(colors.map { ##""\##($0)":"#000""## }.joined(separator: ","))}"
    #expect(problems(text).count > 500)
  }

  @Test func `two styles that would be one are refused`() {
    let rules = ##"[{"for":"View.Sure","set":{"tint":"#fff"}},{"for":"View.sure","set":{"tint":"#000"}}]"##
    #expect(problems("{}", appearance: rules).map(\.code) == ["name-collision"])
  }

  @Test(arguments: [
    (##"{"所":"#fff","u6240":"#000"}"##, "u6240"), (##"{"bg/blue":"#fff","bg blue":"#000"}"##, "bg-blue"),
    (##"{"@":"#fff","u40":"#000"}"##, "u40"), (##"{"É":"#fff","uc9":"#000"}"##, "uc9"),
  ])
  func `two names that are one without their signs are told`(colors: String, form: String) {
    let found = problems(colors)
    #expect(found.map(\.code) == ["name-collision"])
    #expect(found.first?.message.contains("both '\(form)'") == true, "\(found)")
  }

  @Test func `a color and another value can't be called alike`() {
    let text = ##"{"colors":{"radius":"#fff"},"values":{"radius":8}}"##
    let kit = SourceFile(name: "kits/uikit.json", bytes: Array(#"{"classes":{}}"#.utf8))
    let found = Library.read(
      kits: [kit], themes: [SourceFile(name: "themes/t.json", bytes: Array(text.utf8))]
    ).problems
    #expect(found.map(\.message) == ["A color and another value are both called 'radius'; rename one."])
  }

  @Test func `what only sounds alike is none`() {
    #expect(problems(##"{"ab":"#fff","aB":"#000","viewTint":"#111"}"##).isEmpty)
  }
}
