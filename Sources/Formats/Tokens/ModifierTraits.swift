internal import Documents
internal import Themes

/// The meaning of a document's modifiers: traits of the kit, traits of the theme's own, or themes.
struct ModifierTraits: Sendable {
  let modifiers: [ResolverModifier]
  /// The traits that the theme adds to its kit.
  private(set) var own: [String: Kit.Trait] = [:]
  private(set) var diagnostics = Diagnostics()
  private var traits: [[[String: String]]] = []
  /// The modifiers that make themes, with the context of this one.
  private let chosen: ContextChoice
  private let kit: Kit
  let words: ModifierWords
  /// The companion's words for modifiers, by their names.
  private let asked: [String: JSONNode]
  /// The modifiers by the traits that they are.
  private var takers: [String: String] = [:]
  /// The kit's traits in the order of their names, with these as modifiers are compared.
  private let kitTraits: [(name: String, plain: String)]

  static let none = ModifierTraits(
    [], chosen: [:], asked: [:], kit: Kit(name: "", title: "", classes: [:], axes: [:], traits: [:]),
    .resolver)

  init(
    _ modifiers: [ResolverModifier], chosen: ContextChoice, asked: [String: JSONNode], kit: Kit,
    _ words: ModifierWords
  ) {
    (self.modifiers, self.chosen, self.asked, self.kit) = (modifiers, chosen, asked, kit)
    self.words = words
    kitTraits = kit.traits.keys.sorted().map { ($0, ModifierShape.plain($0)) }
    for (number, modifier) in modifiers.enumerated() {
      traits.append(chosen[number] == nil ? decide(modifier) : modifier.contexts.map { _ in [:] })
    }
  }

  var defaults: ContextChoice {
    Dictionary(uniqueKeysWithValues: modifiers.enumerated().map { ($0, $1.defaultContext) })
  }

  /// Returns the conditions that remain in this theme; nil if they never hold in it.
  func standing(_ conditions: TokenConditions) -> TokenConditions? {
    var rest = conditions.contexts
    for (modifier, wanted) in conditions.contexts {
      guard let context = chosen[modifier] else { continue }
      if !wanted.contains(context) { return nil }
      rest[modifier] = nil
    }
    return TokenConditions(rest)
  }

  /// Indicates whether a context of a modifier has several traits. Another context may have one of them alone.
  func sharesTraits(_ modifier: Int) -> Bool { traits[modifier].contains { $0.count > 1 } }

  /// Returns the traits that make a choice, without those of default contexts.
  func traits(of choice: ContextChoice) -> [String: String] {
    var found: [String: String] = [:]
    for (modifier, context) in choice where context != modifiers[modifier].defaultContext {
      found.merge(traits[modifier][context]) { $1 }
    }
    return found
  }

  /// Returns a choice in words: `theme is dark and density is compact`.
  func words(for choice: ContextChoice) -> String {
    Quoted.list(
      choice.sorted { $0.key < $1.key }.map { modifier, context in
        "\(modifiers[modifier].name.printable) is \(modifiers[modifier].contexts[context].name.printable)"
      })
  }

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
    for (trait, plain) in kitTraits where plain == name {
      if let values = values(of: modifier, in: trait) { return values.map { [trait: $0] } }
    }
    switch ModifierShape(of: modifier.contexts.map(\.name)) {
    case .colorScheme(let dark):
      if let scheme { return dark.map { [scheme.name: $0 ? scheme.dark : scheme.light] } }
    case .contrast(let high):
      if let contrast { return high.map { [contrast.name: $0 ? contrast.high : contrast.normal] } }
    case .schemeAndContrast(let contexts):
      guard let scheme, let contrast else { break }
      let standard = contexts[modifier.defaultContext]
      return contexts.map { context in
        var traits = [scheme.name: context.isDark ? scheme.dark : scheme.light]
        if context.isHigh {
          traits[contrast.name] = contrast.high
        } else if standard.isHigh, standard.isDark == context.isDark {
          // The variant of its scheme alone would count where a request states the default in full.
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

  /// Returns the values of a trait that the contexts are, in their order; nil if one is no value of it.
  private func values(of modifier: ResolverModifier, in trait: String) -> [String]? {
    guard let trait = kit.traits[trait] else { return nil }
    let values = modifier.contexts.map { context -> String? in
      let plain = ModifierShape.plain(context.name)
      return switch trait.domain {
      case .values(let values):
        values.first { ModifierShape.plain($0) == plain }
          ?? trait.hintValues.first { ModifierShape.plain($0.key) == plain }?.value
      case .number: try? TraitValue.canonical(context.name, trait.domain).get()
      case .text: nil
      }
    }
    let known = values.compactMap(\.self)
    return known.count == values.count && Set(known).count == known.count ? known : nil
  }

  /// The trait for light and dark, in the kit's words.
  private var scheme: (name: String, light: String, dark: String)? {
    hinted(Self.colorScheme, "light", "dark")
  }

  private var contrast: (name: String, normal: String, high: String)? {
    hinted(Self.contrast, "no-preference", "more")
  }

  private func hinted(_ hint: String, _ first: String, _ second: String) -> (String, String, String)? {
    for (name, trait) in kit.traits.sorted(by: { $0.key < $1.key }) where trait.hint == hint {
      guard case .values(let values) = trait.domain else { continue }
      let words = [first, second].map { trait.hintValues[$0] ?? $0 }
      if words.allSatisfy(values.contains) { return (name, words[0], words[1]) }
    }
    return nil
  }

  private mutating func traits(of modifier: ResolverModifier, asked node: JSONNode) -> [[String: String]] {
    let word = node.string ?? ""
    if let values = values(of: modifier, in: word) { return values.map { [word: $0] } }
    if kit.traits[word] != nil {
      diagnostics.error(
        node, "unknown-value",
        "The \(words.context)s of \(Quoted.name(modifier.name)) are no values of the trait '\(word)': "
          + "\(Quoted.list(modifier.contexts.prefix(8).map { Quoted.name($0.name) })).")
    } else if let near = NearestName.of(word, among: kit.traits.keys) {
      diagnostics.error(
        node, "unknown-trait",
        "The kit '\(kit.name)' has no trait \(Quoted.name(word)); did you mean \(suggesting: near)? A trait of the theme's own "
          + "has a name that is less like it.")
    } else {
      return ownTrait(modifier, named: word)
    }
    return modifier.contexts.map { _ in [:] }
  }

  /// Returns a name as parameters and style sheets have it.
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
    if !Name.isWord(name) { return String(Name.wordRule.dropLast()) }
    if Name.parameters.contains(name) { return "questions have a parameter '\(name)'" }
    if kit.traits[name] != nil { return "the kit '\(kit.name)' has one with other values" }
    if own[name] != nil { return "another \(words.modifier) is" }
    return nil
  }
}

extension ModifierTraits {
  /// The most choices that one token may depend on.
  static let mostChoices = 512

  /// Returns the choices that can make a difference, the default first; nil if there are too many.
  ///
  /// A context that nothing names is like the default, unless it shares traits with another: that one's variant would
  /// count in its place.
  func choices(of contexts: [Int: Set<Int>]) -> [ContextChoice]? {
    Self.product(contexts.keys.sorted()) { number in
      let (named, standard) = (contexts[number] ?? [], modifiers[number].defaultContext)
      let isWhole = named.contains(standard) || sharesTraits(number)
      let others = isWhole ? Set(modifiers[number].contexts.indices) : named
      return [standard] + others.subtracting([standard]).sorted()
    }
  }

  /// Returns all choices of contexts of these modifiers; nil if there are too many.
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

  func reportChoices(_ node: JSONNode, _ what: String, in diagnostics: inout Diagnostics) {
    diagnostics.error(
      node, "too-many-contexts",
      "\(what) on more than \(Self.mostChoices) ways to choose \(words.context)s together.")
  }
}

/// The meaning of a modifier by the names of its contexts.
enum ModifierShape {
  /// Light and dark; for each context, whether it is dark.
  case colorScheme([Bool])
  /// More and less contrast; for each context, whether it has more.
  case contrast([Bool])
  case schemeAndContrast([(isDark: Bool, isHigh: Bool)])
  case contentSize
  case other

  init(of contexts: [String]) {
    let words = contexts.map(Self.plain)
    let schemes = words.map(Self.scheme)
    if words.count == 2, Set(words) == ["light", "dark"] {
      self = .colorScheme(words.map { $0 == "dark" })
    } else if words.count == 2, words.contains(where: Self.high.contains),
      words.contains(where: Self.low.contains)
    {
      self = .contrast(words.map(Self.high.contains))
    } else if !schemes.contains(where: { $0 == nil }), schemes.contains(where: { $0?.isHigh ?? false }) {
      self = .schemeAndContrast(schemes.compactMap(\.self))
    } else if words.count >= 3, words.allSatisfy(Self.sizes.contains) {
      self = .contentSize
    } else {
      self = .other
    }
  }

  /// Returns a name in one spelling: without case, `-`, `_` and spaces, with `x` for `extra`.
  static func plain(_ name: String) -> String {
    let letters = String(name.lowercased().filter { !"-_ ".contains($0) })
    return letters.split(separator: "extra", omittingEmptySubsequences: false).joined(separator: "x")
  }

  private static let high: Set = ["high", "more", "increased", "highcontrast", "hc"]
  private static let low: Set = ["normal", "default", "standard", "regular", "nopreference", "low"]
  private static let sizes: Set = [
    "xsmall", "small", "medium", "large", "xlarge", "xxlarge", "xxxlarge", "accessibilitymedium",
    "accessibilitylarge", "accessibilityxlarge", "accessibilityxxlarge", "accessibilityxxxlarge",
  ]

  /// Returns nil for a word that names no scheme.
  private static func scheme(_ word: String) -> (isDark: Bool, isHigh: Bool)? {
    for scheme in ["light", "dark"] where word.hasPrefix(scheme) {
      let rest = String(word.dropFirst(scheme.count))
      if rest.isEmpty { return (scheme == "dark", false) }
      if ["hc", "highcontrast", "increasedcontrast", "ax"].contains(rest) { return (scheme == "dark", true) }
    }
    return nil
  }
}

/// Themes or contexts that are each of a brand and light or dark: `Acme light`, `Acme dark`, `Globex light`, …
struct SchemePairs {
  /// The extension that says of a modifier that its contexts are such pairs.
  static let mark = "org.livery"

  private(set) var names: [String] = []
  /// The numbers of the themes by brand, light and dark.
  private(set) var themes: [[Bool: Int]] = []

  /// Returns nil unless there is each brand in light and in dark.
  init?(_ all: [String]) {
    for (number, name) in all.enumerated() {
      var words = name.split { " -_/.".contains($0) }.map(String.init)
      guard let place = words.firstIndex(where: { ["light", "dark"].contains($0.lowercased()) }) else {
        return nil
      }
      let isDark = words.remove(at: place).lowercased() == "dark"
      let brand = words.joined(separator: " ")
      let index = names.firstIndex(of: brand) ?? names.endIndex
      if index == names.endIndex {
        names.append(brand)
        themes.append([:])
      }
      guard themes[index].updateValue(number, forKey: isDark) == nil else { return nil }
    }
    guard names.count > 1, !names.contains(""), themes.allSatisfy({ $0.count == 2 }) else { return nil }
  }
}
