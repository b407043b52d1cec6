/// The entries of a theme's tables: a value alone, or with others where traits hold.
extension ThemeReader {
  /// What a word such as `dark` says in place of a variant.
  private struct WordedValue<Content> {
    let word: TraitWord
    let content: Content
    let key: JSONNode
  }

  mutating func readEntry<Content>(
    _ member: JSONNode.Member, _ name: String, _ what: String,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> Theme.Variants<Content>? {
    let node = member.value
    guard node.kind == .object else {
      guard let base = content(&self, node, "'\(name)'") else { return nil }
      return Theme.Variants(base: base, place: member.key.position)
    }
    var worded = readWorded(node, what, content)
    let base = readBase(node, name, &worded, content)
    let long = node["when"].map { readVariants($0, content) } ?? []
    guard let base, let worded else { return nil }
    let short = worded.map {
      Theme.Variants<Content>.Variant(
        traits: [$0.word.trait: $0.word.value], content: $0.content, place: $0.key.position)
    }
    return Theme.Variants(base: base, variants: short + long, place: member.key.position)
  }

  /// What holds where no variant does: the value, else what stands at the plain word, which then is no variant.
  private mutating func readBase<Content>(
    _ node: JSONNode, _ name: String, _ worded: inout [WordedValue<Content>]?,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> Content? {
    if let value = node["value"] { return content(&self, value, "'value'") }
    guard let words = worded else { return nil }
    if let plain = words.firstIndex(where: \.word.isPlain) { return worded?.remove(at: plain).content }
    let sentence = noPlainValue(name, beside: words.first?.word)
    findings.error(node, "missing-key", sentence)
    return nil
  }

  private func noPlainValue(_ name: String, beside word: TraitWord?) -> String {
    guard let plain = word.flatMap({ kit.definition.traits[$0.trait]?.plainValue }) else {
      return "\(Quoted.name(name)) needs 'value': what holds where no variant does."
    }
    return "\(Quoted.name(name)) needs 'value' or '\(plain)': what holds where nothing else does."
  }

  /// The members that are words for values of one trait, such as `dark`; nil where one of them is none. Of one trait, for
  /// else the order of members would decide between two that hold.
  private mutating func readWorded<Content>(
    _ node: JSONNode, _ what: String, _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> [WordedValue<Content>]? {
    var worded: [WordedValue<Content>] = []
    var isSound = true
    for member in node.members where !member.isNamed("value") && !member.isNamed("when") {
      if findings.isFull { return nil }
      let name = member.name
      let meanings = kit.traitWords[name] ?? []
      guard meanings.count == 1, let word = meanings.first else {
        report(name, member.key, meanings, what)
        isSound = false
        continue
      }
      guard let value = content(&self, member.value, Quoted.name(name)) else {
        isSound = false
        continue
      }
      let read = WordedValue(word: word, content: value, key: member.key)
      if let sentence = clash(read, beside: worded) {
        findings.error(member.key, "ambiguous-trait", sentence)
        isSound = false
      } else {
        worded.append(read)
      }
    }
    return isSound ? worded : nil
  }

  /// What is wrong with a word beside others; nil where nothing is.
  private func clash<Content>(
    _ read: WordedValue<Content>, beside others: [WordedValue<Content>]
  ) -> String? {
    let (word, name) = (read.word, Quoted.name(read.key.string ?? ""))
    if let first = others.first, first.word.trait != word.trait {
      return
        "\(name) is a value of '\(word.trait)', and \(Quoted.name(first.key.string ?? "")) one of "
        + "'\(first.word.trait)'; words stand for one trait only. The other goes into \(Self.longForm(word))."
    }
    guard let same = others.first(where: { $0.word.value == word.value }) else { return nil }
    return
      "\(name) and \(Quoted.name(same.key.string ?? "")) both mean '\(word.value)'; drop one of them."
  }

  private static func longForm(_ word: TraitWord) -> String {
    "\"when\": [{ \"traits\": { \"\(word.trait)\": \"\(word.value)\" }, \"value\": … }]"
  }

  private mutating func report(_ name: String, _ key: JSONNode, _ meanings: [TraitWord], _ what: String) {
    if let first = meanings.first {
      let traits = Quoted.list(meanings.map { "'\($0.trait)'" })
      return findings.error(
        key, "ambiguous-trait",
        "\(Quoted.name(name)) is a value of \(traits); say which: \(Self.longForm(first)).")
    }
    let known = ["value", "when"] + kit.traitWords.keys.sorted()
    let advice = findings.question(name, among: known)
    let form =
      what == "a value"
      ? ": an object stands within { \"value\": … }."
      : ": it has 'value' and 'when', or values of a trait, as in \(Self.exampleOfWords)."
    findings.error(
      key, "unknown-key",
      "\(ObjectDecoder.capitalised(what)) has no \(Quoted.name(name))\(advice == "." ? form : advice)")
  }

  private static let exampleOfWords = ##"{ "light": "#fff", "dark": "#000" }"##

  private mutating func readVariants<Content>(
    _ node: JSONNode, _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> [Theme.Variants<Content>.Variant] {
    guard let items = values.form.items(node, "'when'") else { return [] }
    return items.compactMap { item in
      guard let found = values.form.members(of: item, "a variant", allowed: ["traits", "value"]) else {
        return nil
      }
      for name in ["traits", "value"] where found[name] == nil {
        findings.error(item, "missing-key", "A variant needs '\(name)'.")
      }
      let traits = found["traits"].flatMap { readTraits($0, needed: true) }
      let value = found["value"].flatMap { content(&self, $0, "'value'") }
      guard let traits, let value else { return nil }
      return Theme.Variants<Content>.Variant(traits: traits, content: value, place: item.position)
    }
  }

  /// Pairs of trait and value, canonical; nil when something in them is wrong.
  mutating func readTraits(_ node: JSONNode, needed: Bool) -> [String: String]? {
    guard node.kind == .object else {
      values.form.wrongKind(node, "'traits'", "an object")
      return nil
    }
    var traits: [String: String] = [:]
    var isSound = true
    for member in node.members {
      let name = member.name
      if let value = readTrait(name, member) { traits[name] = value } else { isSound = false }
      if findings.isFull { return nil }
    }
    if needed, isSound, traits.isEmpty {
      findings.error(node, "missing-key", "A variant without traits would always hold; name one.")
      return nil
    }
    return isSound ? traits : nil
  }

  private mutating func readTrait(_ name: String, _ member: JSONNode.Member) -> String? {
    guard let trait = kit.definition.traits[name] else {
      let advice = findings.question(name, among: kit.definition.traits.keys)
      let sentence = "The kit '\(kit.definition.name)' has no trait \(Quoted.name(name))\(advice)"
      findings.error(member.key, "unknown-trait", sentence)
      return nil
    }
    switch TraitValue.read(member.value, trait.domain) {
    case .success(let value): return value
    case .failure(let refusal):
      findings.error(member.value, refusal.code, "\(name) \(refusal.sentence)")
      return nil
    }
  }
}
