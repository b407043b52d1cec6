package import Documents
internal import Renderings
package import Resolution
internal import Themes

/// What a look-up answers, before it is written for somebody.
package struct AppearanceAnswer: Sendable {
  package let context: ThemeContext
  package let target: Target
  package let path: [Target]
  /// Everything that is set; nothing where one key was asked for.
  package internal(set) var entries: [Look.KeyedValue] = []
  /// The one key that was asked for.
  package internal(set) var single: KeyAnswer?
  /// Nil where no explanation was asked for.
  package internal(set) var explanations: [Explanation]?

  init(context: ThemeContext, target: Target, path: [Target]) {
    self.context = context
    self.target = target
    self.path = path
  }

  package var pathText: String { path.text }

  /// The document that `GET /v1/appearance` answers with.
  package func json(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var json = JSONWriter(style)
    json.object { json in
      json.member("theme", context.theme.name)
      json.member("for", target.description)
      json.member("in", pathText)
      json.traits(context.traits, of: context.theme.kit.definition)
      json.set(entries + (single?.entries ?? []))
      if let single { single.write(to: &json) }
      guard let explanations else { return }
      json.member("explain") { json in
        json.array { json in for explanation in explanations { explanation.write(to: &json) } }
      }
    }
    return json.finished()
  }
}

extension KeyAnswer {
  /// What replaying it sets.
  fileprivate var entries: [Look.KeyedValue] { value.map { [Look.KeyedValue(key: asked, value: $0)] } ?? [] }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("property", asked.description)
    json.member("value") { $0.value(value) }
    if let from { json.member("from", from.description) }
  }
}
