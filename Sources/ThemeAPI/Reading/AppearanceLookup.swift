package import Documents
internal import Renderings
package import Resolution
internal import Themes

/// A look-up of the keys that a theme sets for a class in its containers, with all names checked.
package struct AppearanceLookup: Sendable {
  package let context: ThemeContext
  private let target: Target
  private let path: [Target]
  /// The requested key, or nil for all keys that are set.
  private let property: PropertyKey?

  /// - Parameters:
  ///   - target: a class with its styles: `UIButton.sure`.
  ///   - path: its containers, the outermost first: `UIWindow/UIToolbar`.
  ///   - property: one key with its axis values: `titleColor:highlighted`.
  package init(
    _ target: String, in path: String, property: String?, context: ThemeContext
  ) throws(LookupError) {
    self.context = context
    self.target = try Target(parsing: target)
    self.path = try Target.path(parsing: path)
    _ = try context.theme.lookup(self.target, in: self.path)
    var key: PropertyKey?
    if let property { key = try context.theme.kit.key(parsing: property, ofClass: self.target.className) }
    self.property = key
  }

  /// A text that differs for different look-ups in the same theme under the same traits.
  var key: String { "look \(target) \(path.text) \(property?.description ?? "")" }

  package func answer(explaining: ExplanationDetail = .nothing) throws(LookupError) -> AppearanceAnswer {
    var answer = AppearanceAnswer(context: context, target: target, path: path)
    if let property {
      answer.single = try context.value(of: property, for: target, in: path)
    } else {
      answer.entries = try context.look(of: target, in: path).entries
    }
    guard explaining != .nothing else { return answer }
    if let single = answer.single {
      let key = single.from ?? single.asked
      answer.explanations = [try context.explain(key, for: target, in: path, all: explaining == .all)]
    } else {
      answer.explanations = try context.explain(target, in: path, all: explaining == .all)
    }
    return answer
  }
}

/// The extent of an explanation.
package enum ExplanationDetail: Sendable, Hashable {
  case nothing
  /// The rules that match: which one won, and why each other lost.
  case matching
  /// The rules that do not match, too.
  case all
}

/// The result of a look-up.
package struct AppearanceAnswer: Sendable {
  package let context: ThemeContext
  package let target: Target
  package let path: [Target]
  /// All keys that are set; empty if one key was requested.
  package fileprivate(set) var entries: [Look.KeyedValue] = []
  package fileprivate(set) var single: KeyAnswer?
  package fileprivate(set) var explanations: [Explanation]?

  package var pathText: String { path.text }

  /// Returns the document of `GET /v1/appearance`.
  package func json(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var json = JSONWriter(style)
    json.object { json in
      json.member("theme", context.theme.name)
      json.member("for", target.description)
      json.member("in", pathText)
      json.traits(context.traits, of: context.theme.kit.definition)
      json.set(
        entries + (single.flatMap { one in one.value.map { [.init(key: one.asked, value: $0)] } } ?? []))
      if let single {
        json.member("property", single.asked.description)
        json.member("value") { $0.value(single.value) }
        if let from = single.from { json.member("from", from.description) }
      }
      guard let explanations else { return }
      json.array("explain") { json in for explanation in explanations { explanation.write(to: &json) } }
    }
    return json.finished()
  }
}

extension [Target] {
  /// The path as it is written: `UIWindow/UIToolbar`.
  var text: String { map(\.description).joined(separator: "/") }
}

extension Explanation {
  /// Writes the rule that won, the rules that lost, and the rules that do not match.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("key", key.description)
      json.member("winner") { json in
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
      json.objects("lost", for: losers) { json, loser in
        loser.rule.write(setting: key, to: &json)
        json.member("value") { $0.value(loser.value) }
        json.member("reason", loser.reason.rawValue)
        json.member("why", loser.reason.words)
      }
      guard !unmatched.isEmpty else { return }
      json.objects("unmatched", for: unmatched) { json, other in
        other.rule.write(setting: key, to: &json)
        json.member("why", other.mismatch.words)
      }
    }
  }
}

extension RuleIdentity {
  /// The rule as a phrase: `UIButton.sure in UIToolbar where userInterfaceStyle is dark`.
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
    json.member("theme", theme)
    json.member("index", index)
    json.member("file", file)
    json.member("line", (setting?.place ?? rule.place).line)
    json.member("rule", words)
    if let setting { json.member("written") { setting.value.write(to: &$0) } }
  }
}
