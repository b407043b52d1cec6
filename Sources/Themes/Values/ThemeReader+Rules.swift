internal import Documents

/// The rules of a theme: their classes, where they hold, and what they set.
extension ThemeReader {
  mutating func readRules(_ node: JSONNode) -> [Rule] {
    guard let items = values.decoder.items(node, "'appearance'") else { return [] }
    var rules: [Rule] = []
    rules.reserveCapacity(items.count)
    for item in items {
      if let rule = readRule(item) { rules.append(rule) }
      if diagnostics.isFull { break }
    }
    return rules
  }

  private mutating func readRule(_ node: JSONNode) -> Rule? {
    let allowed = ["for", "in", "traits", "set"]
    guard let found = values.decoder.members(of: node, "a rule", allowed: allowed) else { return nil }
    for (name, what) in [("for", "the class it is for"), ("set", "what it sets")] where found[name] == nil {
      diagnostics.error(node, "missing-key", "A rule needs '\(name)': \(what).")
    }
    let target = found["for"].flatMap { readTarget($0) }
    let containers = found["in"].map { readContainers($0) } ?? []
    let traits = found["traits"].map { readTraits($0, needed: false) } ?? [:]
    let settings = found["set"].map { readSettings($0, of: target?.name) } ?? []
    guard let target, let containers, let traits else { return nil }
    if let node = found["in"] { reportImpossible(containers, target, node) }
    return Rule(
      target: target, containers: containers, traits: traits, settings: settings, place: node.position)
  }

  private mutating func readTarget(_ node: JSONNode) -> ClassReference? {
    guard let text = values.decoder.string(node, "'for'"), let (reference, found) = readClass(text[...], node)
    else { return nil }
    if found.isThemeable { return reference }
    return values.decoder.refuse(
      node, "not-themeable", "\(reference.name) takes no appearance of its own; name a class that does.")
  }

  /// Reads the containers, outermost first; returns nil if one of them is wrong.
  private mutating func readContainers(_ node: JSONNode) -> [ClassReference]? {
    guard let steps = containerSteps(node) else { return nil }
    guard steps.count <= JSONReader.deepest else {
      return values.decoder.refuse(
        node, "too-deep", "A container path has at most \(JSONReader.deepest) steps, not \(steps.count).")
    }
    let containers = steps.map { readContainer($0, node) }
    let whole = containers.compactMap(\.self)
    return whole.count == containers.count ? whole : nil
  }

  /// Warns of a rule that no chain of views can match. In UIKit's own calls the innermost comes first.
  private mutating func reportImpossible(
    _ containers: [ClassReference], _ target: ClassReference, _ node: JSONNode
  ) {
    let path = containers.map(\.name)
    guard let found = kit.contradiction(in: path + [target.name]) else { return }
    let turned = containers.reversed().map(\.description).joined(separator: "/")
    let isTurned = kit.contradiction(in: path.reversed() + [target.name]) == nil
    let advice = isTurned ? " Containers are written outermost first: '\(turned)'." : ""
    diagnostics.warning(
      node, "impossible-containers",
      "\(found.inner) is never inside \(found.outer), so this rule never matches.\(advice)")
  }

  /// Returns the steps of `UIWindow/UIToolbar`, or of a list of the same.
  private mutating func containerSteps(_ node: JSONNode) -> [Substring]? {
    guard node.kind == .array else {
      // By bytes, since a theme has thousands of them.
      return values.decoder.string(node, "'in'")?.utf8
        .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    }
    let items = Array(node.items)
    let steps = items.compactMap { containerStep($0) }
    guard steps.count == items.count else { return nil }
    if !steps.isEmpty { return steps }
    return values.decoder.refuse(
      node, "missing-key", "'in' names no container; leave it out, or name one.")
  }

  private mutating func containerStep(_ node: JSONNode) -> Substring? {
    guard let step = values.decoder.string(node, "a container") else { return nil }
    guard step.contains("/") else { return step[...] }
    return values.decoder.refuse(
      node, "bad-value",
      "\(Quoted.name(step)) is several containers; in a list each stands by itself, outermost first.")
  }

  private mutating func readContainer(_ step: Substring, _ node: JSONNode) -> ClassReference? {
    guard let (reference, found) = readClass(step, node) else { return nil }
    if found.isContainer { return reference }
    return values.decoder.refuse(
      node, "not-container",
      "\(reference.name) can't contain anything, so this rule would never match; name a class that can.")
  }

  private mutating func readClass(
    _ text: Substring, _ node: JSONNode
  ) -> (reference: ClassReference, found: Kit.Class)? {
    guard !text.isEmpty else {
      return values.decoder.refuse(
        node, "unknown-class", "A class is missing here, as in 'UIWindow/UIToolbar'.")
    }
    // By bytes, since a theme has thousands of them: characters take many times as long to find.
    let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
    let name = String(text[..<(dot ?? text.endIndex)])
    guard let found = kit.definition.classes[name] else {
      let sentence = noClass(name, in: text)
      return values.decoder.refuse(node, "unknown-class", sentence)
    }
    guard let dot else { return (ClassReference(name), found) }
    return readStyle(String(text[text.utf8.index(after: dot)...]), of: name, node).map {
      (ClassReference(name, style: $0), found)
    }
  }

  private mutating func noClass(_ name: String, in text: Substring) -> Message {
    if name.isEmpty {
      return "\(Quoted.name(text)) names a style without a class; write "
        + "\(Quoted.name(kit.likelySuperclass(of: "") + text))."
    }
    return styles[name].map { "\(Quoted.name(name)) is a style here, not a class; write '\($0)'." }
      ?? kit.noClass(name, after: diagnostics.problems.count)
  }

  private mutating func readStyle(_ style: String, of className: String, _ node: JSONNode) -> String? {
    guard !style.utf8.contains(UInt8(ascii: ".")) else {
      return values.decoder.refuse(
        node, "bad-style",
        "\(Quoted.name("\(className).\(style)")) names several styles; a rule names at most one.")
    }
    guard Name.isWord(style) else {
      return values.decoder.refuse(
        node, "bad-style", "\(Quoted.name(style)) can't name a style: \(Name.wordRule)")
    }
    if kit.hasClass(style) {
      diagnostics.warning(
        node, "class-as-style",
        "\(Quoted.name(style)) is a class, but stands here as a style of \(className); what a rule is inside of is "
          + "said by \"in\", outermost first and with '/' between.")
    }
    return style
  }

  /// Reads settings in ascending order of the keys. Without a class the values can't be checked, so nothing is read.
  private mutating func readSettings(_ node: JSONNode, of className: String?) -> [Rule.RuleSetting] {
    guard let members = values.decoder.table(node, "'set'") else { return [] }
    if members.isEmpty { diagnostics.warning(node, "empty-rule", "This rule sets nothing.") }
    guard let className else { return [] }
    var settings: [Rule.RuleSetting] = []
    for member in members {
      if let setting = readSetting(member, of: className) { settings.append(setting) }
      if diagnostics.isFull { break }
    }
    if settings.count > 1 {
      settings = settings.map { ($0.key.description, $0) }
        .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.map(\.1)
      reportRepeated(settings, node)
    }
    return settings
  }

  private mutating func readSetting(_ member: JSONNode.Member, of className: String) -> Rule.RuleSetting? {
    let name = member.name
    switch key(name, of: className) {
    case .failure(let refusal):
      return values.decoder.refuse(member.key, refusal.code, refusal.sentence)
    case .success(let (key, property)):
      let node = member.value
      let value =
        node.isNull ? .blocked : values.read(node, as: ValueSchema.of(property), Quoted.name(name))
      if case .string(let word)? = value { checkWord(word, node, of: property) }
      return value.map { Rule.RuleSetting(key: key, value: $0, place: member.key.position) }
    }
  }

  /// Warns of a word that the kit does not list: the platform may have it all the same.
  private mutating func checkWord(_ word: String, _ node: JSONNode, of property: Kit.Property) {
    guard !property.words.isEmpty, !property.words.contains(word) else { return }
    let advice: Message =
      diagnostics.nearest(word, among: property.words).map { "did you mean \(suggesting: $0)?" }
      ?? "it has \(Quoted.list(property.words.prefix(16).map { "'\($0)'" }))."
    diagnostics.warning(
      node, "unknown-word", "The property '\(property.name)' has no word \(Quoted.name(word)); \(advice)")
  }

  /// Reports keys that are written differently but are the same, such as `a:selected+disabled` and
  /// `a:disabled+selected`.
  private mutating func reportRepeated(_ settings: [Rule.RuleSetting], _ node: JSONNode) {
    for (first, second) in zip(settings, settings.dropFirst()) where first.key == second.key {
      guard let member = node.members.first(where: { $0.key.position == second.place }) else { continue }
      diagnostics.error(
        member.key, "duplicate-key",
        "\(Quoted.name(member.name)) is set twice in this rule: joined values have no order of their own.")
    }
  }
}
