internal import Documents
internal import Themes

/// The meaning of a document's modifiers for requests: traits of the kit, traits of the theme's own, or themes.
struct ModifierTraits: Sendable {
  let modifiers: [ResolverModifier]
  /// The traits that the theme adds to its kit.
  private(set) var own: [String: Kit.Trait] = [:]
  private(set) var diagnostics = Diagnostics()
  /// The traits that choose a context, by modifier and context.
  private var traits: [[[String: String]]] = []
  /// The modifiers of whose contexts this theme is one, with that context.
  private let chosen: [Int: Int]
  private let kit: Kit
  let words: ModifierWords
  /// The companion's words for modifiers, by their names.
  private let asked: [String: JSONNode]
  /// The modifiers that have a trait already, by its name.
  private var takers: [String: String] = [:]

  /// The traits of a document without modifiers.
  static let none = ModifierTraits(
    [], chosen: [:], asked: [:], kit: Kit(name: "", title: "", classes: [:], axes: [:], traits: [:]),
    .resolver)

  /// - Parameters:
  ///   - chosen: the modifiers that make themes, with the context of this one.
  ///   - asked: what the companion says of modifiers, by their names.
  init(
    _ modifiers: [ResolverModifier], chosen: [Int: Int], asked: [String: JSONNode], kit: Kit,
    _ words: ModifierWords
  ) {
    (self.modifiers, self.chosen, self.asked, self.kit) = (modifiers, chosen, asked, kit)
    self.words = words
    for (number, modifier) in modifiers.enumerated() {
      traits.append(chosen[number] == nil ? decide(modifier) : modifier.contexts.map { _ in [:] })
    }
  }

  // MARK: Choices

  /// The default context, by modifier.
  var defaults: [Int: Int] {
    Dictionary(uniqueKeysWithValues: modifiers.enumerated().map { ($0, $1.defaultContext) })
  }

  /// Returns the conditions that remain in this theme; nil if they never hold in it.
  func standing(_ conditions: TokenConditions) -> TokenConditions? {
    guard !chosen.isEmpty else { return conditions }
    var rest = conditions.contexts
    for (modifier, context) in chosen {
      guard let wanted = rest.removeValue(forKey: modifier) else { continue }
      if !wanted.contains(context) { return nil }
    }
    return TokenConditions(rest)
  }

  /// Indicates whether a context of a modifier has several traits, one of which another context may have alone.
  func sharesTraits(_ modifier: Int) -> Bool { traits[modifier].contains { $0.count > 1 } }

  /// The traits that make a choice, those left out that are as if nothing were said.
  func traits(of choice: ContextChoice) -> [String: String] {
    var found: [String: String] = [:]
    for (modifier, context) in choice where context != modifiers[modifier].defaultContext {
      found.merge(traits[modifier][context]) { $1 }
    }
    return found
  }

  /// `theme is dark and density is compact`.
  func words(for choice: ContextChoice) -> String {
    Quoted.list(
      choice.sorted { $0.key < $1.key }.map { modifier, context in
        "\(modifiers[modifier].name.printable) is \(modifiers[modifier].contexts[context].name.printable)"
      })
  }

  // MARK: Decisions

  private static let colorScheme = "Sec-CH-Prefers-Color-Scheme"
  private static let contrast = "Sec-CH-Prefers-Contrast"
  private static let contentSize = "preferredContentSizeCategory"

  private mutating func decide(_ modifier: ResolverModifier) -> [[String: String]] {
    let found = asked[modifier.name].map { traits(of: modifier, asked: $0) } ?? guess(modifier)
    for name in Set(found.flatMap(\.keys)).sorted() {
      if let other = takers.updateValue(modifier.name, forKey: name) {
        diagnostics.error(
          modifier.node, "duplicate-trait",
          "The \(words.modifier)s \(Quoted.name(other)) and \(Quoted.name(modifier.name)) would both be the trait '\(name)'"
            + words.advice(on: modifier))
      }
    }
    return found
  }

  private mutating func guess(_ modifier: ResolverModifier) -> [[String: String]] {
    let name = ModifierShape.plain(modifier.name)
    for trait in kit.traits.keys.sorted() where ModifierShape.plain(trait) == name {
      if let values = values(of: modifier, in: trait) { return values.map { [trait: $0] } }
    }
    switch ModifierShape(of: modifier.contexts.map(\.name)) {
    case .colorScheme(let dark):
      if let trait = scheme { return dark.map { [trait.name: $0 ? trait.dark : trait.light] } }
    case .contrast(let high):
      if let trait = contrast { return high.map { [trait.name: $0 ? trait.high : trait.normal] } }
    case .schemeAndContrast(let contexts):
      guard let scheme, let contrast else { break }
      let standard = contexts[modifier.defaultContext]
      return contexts.map { context in
        var traits = [scheme.name: context.isDark ? scheme.dark : scheme.light]
        if context.isHigh {
          traits[contrast.name] = contrast.high
        } else if standard.isHigh, standard.isDark == context.isDark {
          // Its scheme alone would hold where the default is told in full.
          traits[contrast.name] = contrast.normal
        }
        return traits
      }
    case .contentSize:
      if let values = values(of: modifier, in: Self.contentSize) {
        return values.map { [Self.contentSize: $0] }
      }
    case .other: break
    }
    return ownTrait(modifier, named: Self.word(modifier.name))
  }

  /// The values of a trait that the contexts are, in their order; nil where one is none.
  private func values(of modifier: ResolverModifier, in trait: String) -> [String]? {
    guard let trait = kit.traits[trait] else { return nil }
    let values = modifier.contexts.map { context -> String? in
      switch trait.domain {
      case .values(let values):
        values.first { ModifierShape.plain($0) == ModifierShape.plain(context.name) }
          ?? trait.hintValues.first { ModifierShape.plain($0.key) == ModifierShape.plain(context.name) }?
          .value
      case .number: try? TraitValue.canonical(context.name, trait.domain).get()
      case .text: nil
      }
    }
    let known = values.compactMap(\.self)
    return known.count == values.count && Set(known).count == known.count ? known : nil
  }

  /// The trait that tells light from dark, in the kit's words.
  private var scheme: (name: String, light: String, dark: String)? {
    hinted(Self.colorScheme, "light", "dark").map { ($0.name, $0.first, $0.second) }
  }

  private var contrast: (name: String, normal: String, high: String)? {
    hinted(Self.contrast, "no-preference", "more").map { ($0.name, $0.first, $0.second) }
  }

  private func hinted(
    _ hint: String, _ first: String, _ second: String
  ) -> (name: String, first: String, second: String)? {
    for (name, trait) in kit.traits.sorted(by: { $0.key < $1.key }) where trait.hint == hint {
      guard case .values(let values) = trait.domain else { continue }
      let words = [first, second].map { trait.hintValues[$0] ?? $0 }
      if words.allSatisfy(values.contains) { return (name, words[0], words[1]) }
    }
    return nil
  }

  // MARK: What the companion says

  private mutating func traits(of modifier: ResolverModifier, asked node: JSONNode) -> [[String: String]] {
    guard let word = node.string else { return modifier.contexts.map { _ in [:] } }
    if let values = values(of: modifier, in: word) { return values.map { [word: $0] } }
    guard kit.traits[word] == nil else {
      diagnostics.error(
        node, "unknown-value",
        "The \(words.context)s of \(Quoted.name(modifier.name)) are no values of the trait '\(word)': "
          + "\(Quoted.list(modifier.contexts.prefix(8).map { Quoted.name($0.name) })).")
      return modifier.contexts.map { _ in [:] }
    }
    if let near = NearestName.of(word, among: kit.traits.keys) {
      diagnostics.error(
        node, "unknown-trait",
        "The kit '\(kit.name)' has no trait \(Quoted.name(word)); did you mean \(suggesting: near)? A trait of the theme's own "
          + "has a name that is less like it.")
      return modifier.contexts.map { _ in [:] }
    }
    return ownTrait(modifier, named: word)
  }

  // MARK: Traits of its own

  /// A name as parameters and style sheets have it.
  private static func word(_ name: String) -> String {
    var word = ""
    for byte in name.utf8 {
      if byte.isWordByte {
        word.unicodeScalars.append(Unicode.Scalar(byte))
      } else if word.last != "-", !word.isEmpty {
        word += "-"
      }
    }
    return word.last == "-" ? String(word.dropLast()) : word
  }

  private mutating func ownTrait(_ modifier: ResolverModifier, named name: String) -> [[String: String]] {
    let values = modifier.contexts.map(\.name)
    if let complaint = complaint(about: name) {
      diagnostics.error(
        modifier.node, "bad-name",
        "The \(words.modifier) \(Quoted.name(modifier.name)) can't be a trait of that name: \(complaint)"
          + words.advice(on: modifier))
    } else if let context = modifier.contexts.first(where: { !TraitValue.isText($0.name) }) {
      diagnostics.error(
        context.key, "bad-name", "A context has a name of 1 to 64 characters without control characters.")
    } else {
      own[name] = Kit.Trait(
        domain: .values(values), defaultValue: values[modifier.defaultContext], isOwn: true)
    }
    return values.map { [name: $0] }
  }

  private func complaint(about name: String) -> String? {
    if !Name.isWord(name) { return Name.wordRule.droppingFullStop }
    if Name.parameters.contains(name) { return "questions have a parameter '\(name)'" }
    if kit.traits[name] != nil { return "the kit '\(kit.name)' has one with other values" }
    if own[name] != nil { return "another \(words.modifier) is" }
    return nil
  }
}

extension String {
  fileprivate var droppingFullStop: String { last == "." ? String(dropLast()) : self }
}

/// The ways to choose contexts together.
extension ModifierTraits {
  /// One thing may depend on at most so many of them.
  static let mostChoices = 512

  /// Returns one way for each that can make a difference, the default first; nil if there are too many.
  ///
  /// A context that nothing names is like the default, unless it shares traits with another: that one's variant would hold
  /// in its place.
  /// - Parameter contexts: by modifier, the contexts that something depends on.
  func choices(of contexts: [Int: Set<Int>]) -> [ContextChoice]? {
    Self.product(contexts.keys.sorted()) { number in
      let (named, standard) = (contexts[number] ?? [], modifiers[number].defaultContext)
      let isWhole = named.contains(standard) || sharesTraits(number)
      let others = isWhole ? Set(modifiers[number].contexts.indices) : named
      return [standard] + others.subtracting([standard]).sorted()
    }
  }

  /// Returns all ways to choose contexts of these modifiers; nil if there are too many.
  static func choices(
    ofAll contexts: [Int: Set<Int>], in modifiers: [ResolverModifier]
  ) -> [ContextChoice]? {
    product(contexts.keys.sorted()) { Array(modifiers[$0].contexts.indices) }
  }

  private static func product(_ numbers: [Int], _ options: (Int) -> [Int]) -> [ContextChoice]? {
    var choices: [ContextChoice] = [[:]]
    for number in numbers {
      let options = options(number)
      guard choices.count * options.count <= mostChoices else { return nil }
      choices = choices.flatMap { choice in options.map { choice.merging([number: $0]) { $1 } } }
    }
    return choices
  }

  /// Reports something that depends on too many ways to choose.
  /// - Parameter what: what depends on them, with its verb.
  func reportChoices(_ node: JSONNode, _ what: String, in diagnostics: inout Diagnostics) {
    diagnostics.error(
      node, "too-many-contexts",
      "\(what) on more than \(Self.mostChoices) ways to choose \(words.context)s together.")
  }
}
