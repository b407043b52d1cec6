internal import Documents

/// The entries of a theme's tables: a value alone, or with others where traits hold.
extension ThemeReader {
  /// A value under a word such as `dark` in place of a variant.
  private struct WordedValue<Content> {
    let word: TraitWord
    /// The content, or nil if the value is absent there.
    let content: Content?
    let key: JSONNode
  }

  mutating func readEntry<Content>(
    _ member: JSONNode.Member, _ name: String, _ sort: EntrySort,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> Theme.Variants<Content>? {
    valueType = nil
    let node = member.value
    guard node.kind == .object else {
      guard let base = content(&self, node, Quoted.name(name)) else { return nil }
      return Theme.Variants(base: base, place: member.key.position)
    }
    guard readWords(about: name, node, sort) else { return nil }
    var worded = readWorded(node, name, sort, content)
    let base = readBase(node, name, sort, &worded, content)
    let long = node["when"].map { readVariants($0, name, sort, content) } ?? []
    guard base.isSound, let worded else { return nil }
    let short = worded.map {
      Theme.Variants<Content>.Variant(
        traits: [$0.word.trait: $0.word.value], content: $0.content, place: $0.key.position)
    }
    return Theme.Variants(base: base.content, variants: short + long, place: member.key.position)
  }

  /// Reads what an entry says beside its values; false where they can't be read for it.
  private mutating func readWords(about name: String, _ node: JSONNode, _ sort: EntrySort) -> Bool {
    guard !sort.members.isEmpty else { return true }
    let remark = readRemark(node)
    if !remark.isEmpty { remarks[name] = remark }
    guard sort.hasTypes, let type = node["type"] else { return true }
    valueType = readValueType(type)
    return valueType != nil
  }

  private mutating func readValueType(_ node: JSONNode) -> ValueType? {
    guard let word = values.decoder.string(node, "'type'") else { return nil }
    if let type = ValueType(rawValue: word) { return type }
    let advice: Message =
      word == "color"
      ? "; a color stands in 'colors'."
      : diagnostics.question(word, among: ValueType.allCases.map(\.rawValue))
    diagnostics.error(node, "unknown-type", "A value has no type \(Quoted.name(word))\(advice)")
    return nil
  }

  /// Reads the value that holds where no variant does: `value`, else that of the plain word, which then is no variant.
  private mutating func readBase<Content>(
    _ node: JSONNode, _ name: String, _ sort: EntrySort, _ worded: inout [WordedValue<Content>]?,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> (content: Content?, isSound: Bool) {
    if let value = node["value"] {
      let base = content(&self, value, Quoted.name(name))
      return (base, base != nil)
    }
    guard let words = worded else { return (nil, false) }
    if let plain = words.firstIndex(where: \.word.isPlain) {
      return (worded?.remove(at: plain).content, true)
    }
    if sort.canBeAbsent, words.isEmpty, node["when"].map({ $0.count > 0 }) ?? false { return (nil, true) }
    let sentence = noPlainValue(name, beside: words.first?.word)
    diagnostics.error(node, "missing-key", sentence)
    return (nil, false)
  }

  private func noPlainValue(_ name: String, beside word: TraitWord?) -> Message {
    guard let plain = word.flatMap({ kit.definition.traits[$0.trait]?.plainValue }) else {
      return "\(Quoted.name(name)) needs 'value': what holds where no variant does."
    }
    return "\(Quoted.name(name)) needs 'value' or '\(plain)': what holds where nothing else does."
  }

  /// The members that are words for values of one trait, such as `dark`; nil where one of them is none. Of one trait, for
  /// else the order of members would decide between two that hold.
  private mutating func readWorded<Content>(
    _ node: JSONNode, _ name: String, _ sort: EntrySort,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> [WordedValue<Content>]? {
    var worded: [WordedValue<Content>] = []
    var isSound = true
    for member in node.members where !sort.has(member) {
      if diagnostics.isFull { return nil }
      let text = member.name
      let meanings = kit.traitWords[text] ?? []
      guard meanings.count == 1, let word = meanings.first else {
        report(text, member.key, meanings, sort)
        isSound = false
        continue
      }
      let isAbsent = sort.canBeAbsent && member.value.isNull
      let value = isAbsent ? nil : content(&self, member.value, Quoted.name(name))
      guard value != nil || isAbsent else {
        isSound = false
        continue
      }
      let read = WordedValue(word: word, content: value, key: member.key)
      if let sentence = clash(read, beside: worded) {
        diagnostics.error(member.key, "ambiguous-trait", sentence)
        isSound = false
      } else {
        worded.append(read)
      }
    }
    return isSound ? worded : nil
  }

  /// Returns a message if a word can't stand beside others.
  private func clash<Content>(
    _ read: WordedValue<Content>, beside others: [WordedValue<Content>]
  ) -> Message? {
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

  private mutating func report(
    _ name: String, _ key: JSONNode, _ meanings: [TraitWord], _ sort: EntrySort
  ) {
    if let first = meanings.first {
      let traits = Quoted.list(meanings.map { "'\($0.trait)'" })
      return diagnostics.error(
        key, "ambiguous-trait",
        "\(Quoted.name(name)) is a value of \(traits); say which: \(Self.longForm(first)).")
    }
    let known = ["value", "when"] + sort.members + kit.traitWords.keys.sorted()
    let advice = diagnostics.question(name, among: known)
    let explanation: Message =
      sort.hasTypes || name == "colorSpace" || name == "components"
      ? ": an object stands within { \"value\": … }."
      : ": it has 'value' and 'when', or values of a trait, as in \(Self.exampleOfWords)."
    diagnostics.error(
      key, "unknown-key",
      "\(ObjectDecoder.capitalised(sort.words)) has no \(Quoted.name(name))\(advice == "." ? explanation : advice)"
    )
  }

  private static let exampleOfWords = ##"{ "light": "#fff", "dark": "#000" }"##

  private mutating func readVariants<Content>(
    _ node: JSONNode, _ name: String, _ sort: EntrySort,
    _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> [Theme.Variants<Content>.Variant] {
    guard let items = values.decoder.items(node, "'when'") else { return [] }
    return items.compactMap { item in
      guard let found = values.decoder.members(of: item, "a variant", allowed: ["traits", "value"]) else {
        return nil
      }
      for need in ["traits", "value"] where found[need] == nil {
        diagnostics.error(item, "missing-key", "A variant needs '\(need)'.")
      }
      let traits = found["traits"].flatMap { readTraits($0, needed: true) }
      let isAbsent = sort.canBeAbsent && found["value"]?.isNull ?? false
      let value = isAbsent ? nil : found["value"].flatMap { content(&self, $0, Quoted.name(name)) }
      guard let traits, value != nil || isAbsent else { return nil }
      return Theme.Variants<Content>.Variant(traits: traits, content: value, place: item.position)
    }
  }

  /// Pairs of trait and value, canonical; nil when something in them is wrong.
  mutating func readTraits(_ node: JSONNode, needed: Bool) -> [String: String]? {
    guard node.kind == .object else {
      values.decoder.wrongKind(node, "'traits'", "an object")
      return nil
    }
    var traits: [String: String] = [:]
    var isSound = true
    for member in node.members {
      let name = member.name
      if let value = readTrait(name, member) { traits[name] = value } else { isSound = false }
      if diagnostics.isFull { return nil }
    }
    if needed, isSound, traits.isEmpty {
      diagnostics.error(node, "missing-key", "A variant without traits would always hold; name one.")
      return nil
    }
    return isSound ? traits : nil
  }

  /// Returns advice on a trait's value that stands in the place of the trait's name.
  private func valueAsTrait(_ name: String) -> Message? {
    guard let meanings = kit.traitWords[name], let word = meanings.first, meanings.count == 1 else {
      return nil
    }
    return "; write { \"\(word.trait)\": \"\(word.value)\" }."
  }

  private mutating func readTrait(_ name: String, _ member: JSONNode.Member) -> String? {
    guard let trait = kit.definition.traits[name] else {
      let advice = valueAsTrait(name) ?? diagnostics.question(name, among: kit.definition.traits.keys)
      let sentence: Message = "The kit '\(kit.definition.name)' has no trait \(Quoted.name(name))\(advice)"
      diagnostics.error(member.key, "unknown-trait", sentence)
      return nil
    }
    switch TraitValue.read(member.value, trait.domain) {
    case .success(let value): return value
    case .failure(let refusal):
      diagnostics.error(member.value, refusal.code, "\(name) \(refusal.sentence)")
      return nil
    }
  }
}

/// The kind of entries of one of a theme's tables.
struct EntrySort {
  package let words: String
  /// The members that an entry has beside its value and its variants.
  package var members: [String] = []
  /// A Boolean value that indicates whether an entry may be absent where certain traits hold.
  var canBeAbsent = false

  package static let color = EntrySort(
    words: "a color", members: ThemeReader.remarkMembers, canBeAbsent: true)
  /// One of a kit's: themes use it without a word on where it is not.
  static let platformColor = EntrySort(words: "a color")
  package static let image = EntrySort(words: "an image")
  package static let value = EntrySort(
    words: "a value", members: ["type"] + ThemeReader.remarkMembers, canBeAbsent: true)

  /// Returns whether a member of an entry is no word for a trait's value.
  package func has(_ member: JSONNode.Member) -> Bool {
    member.isNamed("value") || member.isNamed("when") || members.contains { member.isNamed($0) }
  }

  /// A Boolean value that indicates whether an entry may have a type.
  var hasTypes: Bool { members.contains("type") }
}
