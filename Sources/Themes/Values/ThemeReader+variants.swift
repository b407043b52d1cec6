internal import Documents

/// The entries of a theme's tables: a value alone, or with others where traits hold.
extension ThemeReader {
  /// A value under a word such as `dark` in place of a variant. Its content is nil if the value is absent there.
  private typealias WordedValue<Content> = (word: TraitWord, content: Content?, key: JSONNode)
  typealias ContentReader<Content> = (inout ThemeReader, JSONNode, String) -> Content?

  mutating func readEntry<Content>(
    _ member: JSONNode.Member, _ name: String, _ sort: EntrySort, _ content: ContentReader<Content>
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

  /// Reads the remark and the type of an entry. Returns false if its values can't be read without the type.
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
    return values.decoder.refuse(
      node, "unknown-type", "A value has no type \(Quoted.name(word))\(advice)")
  }

  /// Reads the value that holds where no variant does: `value`, or that of the plain word, which then is not a variant.
  private mutating func readBase<Content>(
    _ node: JSONNode, _ name: String, _ sort: EntrySort, _ worded: inout [WordedValue<Content>]?,
    _ content: ContentReader<Content>
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

  /// Reads the members that are words for values, such as `dark`; returns nil if one is wrong. All are values of one trait:
  /// otherwise the order of members would decide between two that hold.
  private mutating func readWorded<Content>(
    _ node: JSONNode, _ name: String, _ sort: EntrySort,
    _ content: ContentReader<Content>
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
      let read: WordedValue<Content> = (word, value, member.key)
      if let sentence = clash(read, beside: worded) {
        diagnostics.error(member.key, "ambiguous-trait", sentence)
        isSound = false
      } else {
        worded.append(read)
      }
    }
    return isSound ? worded : nil
  }

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
    _ content: ContentReader<Content>
  ) -> [Theme.Variants<Content>.Variant] {
    guard let items = values.decoder.items(node, "'when'") else { return [] }
    return items.compactMap { item in
      let needs = ["traits", "value"]
      guard let found = values.decoder.members(of: item, "a variant", allowed: needs, needs: needs) else {
        return nil
      }
      let traits = found["traits"].flatMap { readTraits($0, needed: true) }
      let isAbsent = sort.canBeAbsent && found["value"]?.isNull ?? false
      let value = isAbsent ? nil : found["value"].flatMap { content(&self, $0, Quoted.name(name)) }
      guard let traits, value != nil || isAbsent else { return nil }
      return Theme.Variants<Content>.Variant(traits: traits, content: value, place: item.position)
    }
  }

  /// Reads pairs of trait and value in canonical form; returns nil if one is wrong.
  mutating func readTraits(_ node: JSONNode, needed: Bool) -> [String: String]? {
    guard let members = values.decoder.table(node, "'traits'") else { return nil }
    var traits: [String: String] = [:]
    var isSound = true
    for member in members {
      let name = member.name
      if let value = readTrait(name, member) { traits[name] = value } else { isSound = false }
      if diagnostics.isFull { return nil }
    }
    if needed, isSound, traits.isEmpty {
      return values.decoder.refuse(
        node, "missing-key", "A variant without traits would always hold; name one.")
    }
    return isSound ? traits : nil
  }

  private mutating func readTrait(_ name: String, _ member: JSONNode.Member) -> String? {
    guard let trait = kit.definition.traits[name] else {
      // A trait's value may have been written in the place of the trait's name.
      let meanings = kit.traitWords[name] ?? []
      let advice: Message =
        meanings.count == 1
        ? "; write { \"\(meanings[0].trait)\": \"\(meanings[0].value)\" }."
        : diagnostics.question(name, among: kit.definition.traits.keys)
      let kit = kit.definition.name
      return values.decoder.refuse(
        member.key, "unknown-trait", "The kit '\(kit)' has no trait \(Quoted.name(name))\(advice)")
    }
    switch TraitValue.read(member.value, trait.domain) {
    case .success(let value): return value
    case .failure(let refusal):
      return values.decoder.refuse(member.value, refusal.code, "\(name) \(refusal.sentence)")
    }
  }
}

/// The kind of entries of one of a theme's tables.
struct EntrySort {
  let words: String
  var members: [String] = []
  var canBeAbsent = false

  static let color = EntrySort(words: "a color", members: ThemeReader.remarkMembers, canBeAbsent: true)
  /// A color of a kit, which is never absent.
  static let platformColor = EntrySort(words: "a color")
  static let image = EntrySort(words: "an image")
  static let value = EntrySort(
    words: "a value", members: ["type"] + ThemeReader.remarkMembers, canBeAbsent: true)

  /// Returns whether a member of an entry is not a word for a trait's value.
  func has(_ member: JSONNode.Member) -> Bool {
    member.isNamed("value") || member.isNamed("when") || members.contains { member.isNamed($0) }
  }

  var hasTypes: Bool { members.contains("type") }
}
