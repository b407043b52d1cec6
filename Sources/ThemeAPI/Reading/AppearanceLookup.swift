package import Resolution
internal import Themes

/// One look-up, its names understood: what a theme says about a class in its place.
package struct AppearanceLookup: Sendable {
  package let context: ThemeContext
  private let target: Target
  private let path: [Target]
  /// Nil asks for everything that is set.
  private let property: PropertyKey?

  /// - Parameters:
  ///   - target: a class with its styles: `UIButton.sure`.
  ///   - path: what it stands in, outermost first: `UIWindow/UIToolbar`.
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

  /// Tells this look-up from others of the same theme under the same traits.
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

/// How much an answer tells of its reasons.
package enum ExplanationDetail: Sendable, Hashable {
  case nothing
  /// Of the rules that match: which one won, and why each other lost.
  case matching
  /// Of those that don't match, too.
  case all
}

extension [Target] {
  /// As it is written: `UIWindow/UIToolbar`.
  var text: String { map(\.description).joined(separator: "/") }
}
