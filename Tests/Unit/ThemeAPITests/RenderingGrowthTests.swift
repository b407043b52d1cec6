import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// The time to write a theme grows with the theme, not with its square.
@Suite(.serialized) struct RenderingGrowthTests {
  private static let unit = isLong ? 4000 : 500
  private static let themes = Result {
    try [1, 2, 4].map { times in
      let context = try context(times * unit)
      return (times, context.resolved(asWritten: true), context.theme.kit.names)
    }
  }

  /// A theme with as many rules, colors and values, each rule for a target of its own.
  private static func context(_ count: Int) throws -> ThemeContext {
    func list(_ item: (Int) -> String) -> String { (0..<count).map(item).joined(separator: ",") }
    let colors = list { ##""c.c\##($0)": "#123""## }
    let values = list { #""v.v\#($0)": { "type": "number", "value": 1 }"# }
    let rules = list {
      #"{ "for": "UILabel.s\#($0)", "set": { "textColor": "{c.c\#($0)}", "font": { "name": "Inter", "size": 9 } } }"#
    }
    let text = #"{ "colors": { \#(colors) }, "values": { \#(values) }, "appearance": [ \#(rules) ] }"#
    let source = SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(!library.hasErrors, "\(library.problems.prefix(3).map(\.text))")
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    return theme.context(TraitValues(defaultsOf: theme.kit.definition))
  }

  @Test(arguments: ThemeForm.allCases)
  func `of a theme with many rules`(form: ThemeForm) throws {
    let themes = try Self.themes.get()
    let complaint = ProcessorTime.complaint("\(form)", atMost: 30) { times in
      for (size, theme, kit) in themes where size == times {
        _ = form.render(theme, kit, RenderingOptions())
      }
    }
    #expect(complaint == nil)
  }
}
