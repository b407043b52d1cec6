package import Documents
internal import Renderings
package import Resolution
internal import Themes

extension Explanation {
  /// Writes why a key has its value: the rule that won, those that lost, those that did not match.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("key", key.description)
      json.member("winner") { json in write(winner, to: &json) }
      json.member("lost") { json in json.array { json in for loser in losers { loser.write(key, to: &json) } }
      }
      guard !unmatched.isEmpty else { return }
      json.member("unmatched") { json in
        json.array { json in for other in unmatched { other.write(key, to: &json) } }
      }
    }
  }

  private func write(_ winner: Winner?, to json: inout JSONWriter) {
    guard let winner else { return json.null() }
    json.object { json in
      if let rule = winner.rule {
        rule.write(setting: key, to: &json)
      } else {
        json.member("override", true)
      }
      json.member("value") { $0.value(winner.value) }
    }
  }
}

extension Explanation.Loser {
  fileprivate func write(_ key: PropertyKey, to json: inout JSONWriter) {
    json.object { json in
      rule.write(setting: key, to: &json)
      json.member("value") { $0.value(value) }
      json.member("reason", reason.rawValue)
      json.member("why", reason.words)
    }
  }
}

extension Explanation.Unmatched {
  fileprivate func write(_ key: PropertyKey, to json: inout JSONWriter) {
    json.object { json in
      rule.write(setting: key, to: &json)
      json.member("why", mismatch.words)
    }
  }
}

extension RuleIdentity {
  /// The rule as one would say it: `UIButton.sure in UIToolbar where userInterfaceStyle is dark`.
  package var words: String {
    var words = rule.target.description
    if !rule.containers.isEmpty {
      words += " in " + rule.containers.map(\.description).joined(separator: "/")
    }
    let traits = rule.traits.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
    return traits.isEmpty ? words : words + " where " + traits.joined(separator: " and ")
  }

  fileprivate func write(setting key: PropertyKey, to json: inout JSONWriter) {
    let setting = rule.settings.first { $0.key == key }
    let place = setting?.place ?? rule.place
    json.member("theme", theme)
    json.member("index", index)
    json.member("file", file)
    json.member("line", place.line)
    json.member("rule", words)
    if let setting { json.member("written") { setting.value.write(to: &$0) } }
  }
}
