internal import Resolution
internal import Themes

/// What a look-up answers, before it is written for somebody.
struct LookUpAnswer {
  let situation: Situation
  let target: Target
  let path: [Target]
  /// Everything that is set; nothing where one key was asked for.
  var entries: [Look.Entry] = []
  /// The one key that was asked for.
  var single: KeyAnswer?
  /// Nil where no explanation was asked for.
  var explanations: [Explanation]?

  var theme: String { situation.theme.name }
  var traits: [String: String] { situation.traits.given }
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
    let kit = situation.theme.kit.kit
    json.member("traits") {
      $0.object {
        for (name, value) in situation.traits.effective.sorted(by: { $0.key < $1.key }) {
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

extension Explanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("key", key.description)
      $0.member("winner") {
        guard let winner, let rule = winner.rule else { return $0.null() }
        $0.object {
          rule.write(setting: key, to: &$0)
          $0.member("value") { ResolvedValue.write(winner.value, to: &$0) }
        }
      }
      $0.member("lost") { $0.array { for loser in losers { loser.write(key, to: &$0) } } }
      if !unmatched.isEmpty {
        $0.member("unmatched") { $0.array { for other in unmatched { other.write(key, to: &$0) } } }
      }
    }
  }
}

extension Explanation.Loser {
  fileprivate func write(_ key: PropertyKey, to json: inout JSONWriter) {
    json.object {
      rule.write(setting: key, to: &$0)
      $0.member("value") { ResolvedValue.write(value, to: &$0) }
      $0.member("reason", reason.rawValue)
      $0.member("why", reason.words)
    }
  }
}

extension Explanation.Unmatched {
  fileprivate func write(_ key: PropertyKey, to json: inout JSONWriter) {
    json.object {
      rule.write(setting: key, to: &$0)
      $0.member("why", mismatch.words)
    }
  }
}

extension RuleIdentity {
  /// Where in its file the rule sets this key.
  func place(of key: PropertyKey) -> Place {
    rule.settings.first { $0.key == key }?.place ?? rule.place
  }

  /// The rule as one would say it: `UIButton.sure in UIToolbar where userInterfaceStyle is dark`.
  var words: String {
    var words = rule.target.description
    if !rule.containers.isEmpty {
      words += " in " + rule.containers.map(\.description).joined(separator: "/")
    }
    let traits = rule.traits.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
    return traits.isEmpty ? words : words + " where " + traits.joined(separator: " and ")
  }

  fileprivate func write(setting key: PropertyKey, to json: inout JSONWriter) {
    json.member("theme", theme)
    json.member("index", index)
    json.member("file", place(of: key).file)
    json.member("line", place(of: key).line)
    json.member("rule", words)
  }
}
