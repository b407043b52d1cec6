internal import Resolution
internal import Themes

/// A place where a pair of text and background is judged. It is small, since a large theme has one for each rule.
struct ContrastPlace {
  private let colors: PlaceColors
  private let reference: ClassReference
  private let containers: [ClassReference]

  /// The colors that all places of a pair and a class share.
  private final class PlaceColors {
    let pair: Kit.ContrastPair
    let keys: [AnsweringKeys]

    init(_ pair: Kit.ContrastPair, of className: String, in theme: CompiledTheme) {
      self.pair = pair
      keys = [pair.text, pair.background].map { theme.keys(answering: $0, of: className) }
    }
  }

  var pair: Kit.ContrastPair { colors.pair }
  var target: Target { Target(reference) }
  /// Outermost first.
  var path: [Target] { containers.map { Target($0) } }
  /// The keys that answer for the text and for the background.
  var keys: [AnsweringKeys] { colors.keys }

  /// Returns the places of the rules for a key of one of the kit's pairs, pair by pair: the rule's class, style and
  /// containers. The place of a rule for a superclass is the pair's class.
  /// - Parameter rules: the parents' first.
  static func all(in rules: [Rule], of theme: CompiledTheme) -> [ContrastPlace] {
    let kit = theme.kit
    let setters = Setters(in: theme)
    return zip(kit.definition.contrasts, kit.contrastKeys.pairs).flatMap { pair, keys -> [ContrastPlace] in
      guard setters.names.contains(pair.text.name), setters.names.contains(pair.background.name),
        let classID = kit.number(ofClass: pair.className)
      else { return [] }
      return places(of: pair, classID, setBy: keys.flatMap { setters.byKey[$0] ?? [] }, rules, theme)
    }
  }

  private static func places(
    of pair: Kit.ContrastPair, _ classID: Int32, setBy setters: [NumberedSetting], _ rules: [Rule],
    _ theme: CompiledTheme
  ) -> [ContrastPlace] {
    // The places of the pair's class itself, by their containers, and others by number.
    var (seenPaths, seenPlaces) = (Set<[ClassReference]>(), Set<Int32>())
    var colors: [String: PlaceColors] = [:]
    return setters.compactMap { setter in
      guard let isAbove = setter.isAbove(classID, theme.kit) else { return nil }
      let rule = rules[Int(setter.rule)]
      let target = isAbove ? ClassReference(pair.className) : rule.target
      let known = colors[target.name]
      let shared = known ?? PlaceColors(pair, of: target.name, in: theme)
      if known == nil { colors[target.name] = shared }
      // Where nothing sets the text, or the background, there is nothing to judge.
      guard shared.keys.allSatisfy({ !$0.isEmpty }) else { return nil }
      let isPairs = isAbove || setter.classID == classID && !setter.isStyled
      let isNew =
        isPairs ? seenPaths.insert(rule.containers).inserted : seenPlaces.insert(setter.placeID).inserted
      guard isNew else { return nil }
      return ContrastPlace(colors: shared, reference: target, containers: rule.containers)
    }
  }

  /// The rules that set a part of a contrast.
  private struct Setters {
    /// The setters by the kit's number of the key that they set.
    let byKey: [Int: [NumberedSetting]]
    /// The names of the properties that the rules set.
    let names: Set<String>

    init(in theme: CompiledTheme) {
      let keys = theme.keys
      names = Set(keys.map(\.name))
      let numbers = keys.map { theme.kit.contrastKeys.number(of: $0) }
      var byKey: [Int: [NumberedSetting]] = [:]
      theme.forEachSetting { setting in
        if let key = numbers[Int(setting.key)] { byKey[key, default: []].append(setting) }
      }
      self.byKey = byKey
    }
  }
}

extension NumberedSetting {
  /// Returns whether the rule's class is a superclass of a pair's class; nil for a rule that does not concern the class, or
  /// gives a superclass a style, which is not meant for every class below it.
  fileprivate func isAbove(_ other: Int32, _ kit: CompiledKit) -> Bool? {
    if kit.isKind(classID, of: other) { return false }
    return !isStyled && kit.isKind(other, of: classID) ? true : nil
  }
}

extension Target {
  init(_ reference: ClassReference) {
    self.init(reference.name, styles: reference.style.map { [$0] } ?? [])
  }
}
