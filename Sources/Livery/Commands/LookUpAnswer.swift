internal import Resolution
internal import ThemeAPI
internal import Themes

/// What a look-up answers, before it is written for somebody.
struct LookUpAnswer {
  let context: ThemeContext
  let target: Target
  let path: [Target]
  /// Everything that is set; nothing where one key was asked for.
  var entries: [Look.Entry] = []
  /// The one key that was asked for.
  var single: KeyAnswer?
  /// Nil where no explanation was asked for.
  var explanations: [Explanation]?

  var theme: String { context.theme.name }
  var traits: [String: String] { context.traits.given }
  var pathText: String { path.map(\.description).joined(separator: "/") }

  /// The members that `GET /v1/appearance` answers with.
  var json: String {
    var json = JSONWriter(.pretty)
    json.object {
      $0.member("theme", theme)
      $0.member("for", target.description)
      $0.member("in", pathText)
      writeTraits(to: &$0)
      writeEntries(to: &$0)
      if let single { write(single, to: &$0) }
      if let explanations {
        $0.member("explain") { $0.array { for one in explanations { one.write(to: &$0) } } }
      }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }

  /// Those that count, the kit's defaults among them.
  private func writeTraits(to json: inout JSONWriter) {
    let kit = context.theme.kit.definition
    json.member("traits") {
      $0.object {
        for (name, value) in context.traits.effective.sorted(by: { $0.key < $1.key }) {
          if case .number = kit.traits[name]?.domain, let number = Double(value) {
            $0.member(name, number)
          } else {
            $0.member(name, value)
          }
        }
      }
    }
  }

  private func writeEntries(to json: inout JSONWriter) {
    json.member("set") {
      $0.object {
        for entry in entries { $0.member(entry.key.description) { entry.value.write(to: &$0) } }
        if let single, let value = single.value {
          $0.member(single.asked.description) { value.write(to: &$0) }
        }
      }
    }
  }

  private func write(_ single: KeyAnswer, to json: inout JSONWriter) {
    json.member("property", single.asked.description)
    json.member("value") { ResolvedValue.write(single.value, to: &$0) }
    if let from = single.from { json.member("from", from.description) }
  }
}

extension ResolvedValue {
  /// The value, or `null` where nothing is set.
  fileprivate static func write(_ value: ResolvedValue?, to json: inout JSONWriter) {
    if let value { value.write(to: &json) } else { json.null() }
  }
}

extension RuleIdentity {
  /// Where in its file the rule sets this key.
  func place(of key: PropertyKey) -> Place {
    rule.settings.first { $0.key == key }?.place ?? rule.place
  }
}
