internal import Documents
internal import Themes

/// A reader that turns the tokens of a document into colors and values of a theme.
struct TokenReader {
  var values: ValueReader
  let list: TokenList
  private var kinds: [TokenKind?]
  /// The types of the ancestors' values, which these tokens may refer to.
  private let inherited: [String: ValueType]
  /// The content of each token; nil if the token is refused.
  private var contents: [TokenContent?]
  private var remarks: [String: Remark] = [:]
  /// The tokens that Figma's variables refer to, by the numbers of those that have the value in their place.
  private var aliases: [Int: String] = [:]
  /// The names of tokens that no output form can write, and of those that refer to them.
  private var missing: Set<String> = []
  private var leftOut = LeftOutTokens()
  /// The first token without a type that has one in another context, with the number of such tokens.
  private var untyped: (node: JSONNode, message: Message, count: Int)?

  var tokens: [TokenList.Token] { list.tokens }

  static func read(
    _ composition: TokenComposition, over base: Theme, _ surroundings: ThemeSurroundings
  ) -> (theme: Theme, problems: [Problem]) {
    var reader = TokenReader(composition, surroundings)
    var theme = base
    reader.readTypes()
    reader.readValues()
    reader.leaveOutReferrers()
    reader.assemble(into: &theme)
    let groups = reader.readGroups()
    reader.checkPresence()
    theme.ownTraits = composition.list.modifiers.own
    theme.groups = groups.filter { $0.key != "" }
    theme.about = groups[""]?.remark ?? Remark()
    reader.values.leniencies.report(in: &reader.values.decoder.diagnostics)
    return (theme, composition.problems + reader.values.decoder.diagnostics.problems)
  }

  private init(_ composition: TokenComposition, _ surroundings: ThemeSurroundings) {
    list = composition.list
    kinds = Array(repeating: nil, count: list.tokens.count)
    contents = Array(repeating: nil, count: list.tokens.count)
    inherited = surroundings.types
    values = ValueReader(colors: surroundings.colors, values: surroundings.values)
    values.leniencies = composition.leniencies
    values.decoder.pointers = TokenPointers(composition.documents, tokens: list)
    values.tokens = TokenNames(
      groups: Set(list.groups.lazy.filter { !$0.isToken }.map(\.path)),
      roots: Set(list.tokens.lazy.filter(\.source.isRoot).map(\.name)))
  }

  /// Decides the kind of each token, references followed; tokens that refer to each other in a circle are left out.
  private mutating func readTypes() {
    readAliases()
    var graph = graph()
    if !aliases.isEmpty, !graph.circles.isEmpty {
      // Their values stand beside them.
      let circular = Set(graph.circles.joined())
      for number in aliases.keys where circular.contains(tokens[number].name) { aliases[number] = nil }
      graph = self.graph()
    }
    for circle in graph.circles { report(circle) }
    for name in graph.order {
      let own = list[name]?.tokens ?? 0..<0
      for number in own where kinds[number] == nil { kinds[number] = kind(of: tokens[number]) }
      requireOneKind(own)
    }
    reportUntyped()
    var (colors, others, types) = (values.colors, values.values, inherited)
    for (token, kind) in zip(tokens, kinds) {
      switch kind {
      case .color?:
        colors.insert(token.name)
        others.remove(token.name)
      case .value(let type)?:
        others.insert(token.name)
        colors.remove(token.name)
        types[token.name] = type
      case .circular?, nil: break
      }
    }
    values = values.with(colors: colors, values: others)
    values.tokens?.types = types
    let broken = Set(zip(tokens, kinds).lazy.filter { $1 == .circular }.map(\.0.name))
    values.tokens?.broken = broken
  }

  private func graph() -> ReferenceGraph {
    ReferenceGraph(list.entries.map(\.name)) { [list, aliases] name in
      let targets = Set(
        (list[name]?.tokens ?? 0..<0).compactMap { aliases[$0] ?? Self.target(of: list.tokens[$0]) })
      return targets.filter { list[$0] != nil }.sorted(by: >)
    }
  }

  /// Finds the tokens that Figma writes with their values and, beside those, with the variables that they refer to.
  private mutating func readAliases() {
    for (number, token) in tokens.enumerated() {
      guard let data = token.source.node["$extensions"]?["com.figma.aliasData"],
        let path = data["targetVariableName"]?.string
      else { continue }
      let name = path.split(separator: "/").joined(separator: ".")
      // A token that is missing in one context could not be referred to there.
      guard name != token.name, let entry = list[name], !entry.numbers.contains(nil) else { continue }
      aliases[number] = name
    }
  }

  /// Refuses tokens of one name that have different types.
  private mutating func requireOneKind(_ numbers: Range<Int>) {
    guard let first = numbers.first, let kind = kinds[first], kind != .circular else { return }
    if values.tokens?.kept.contains(tokens[first].name) == true {
      for number in numbers where kinds[number] != .circular { kinds[number] = .value(.any) }
      return
    }
    for number in numbers.dropFirst() {
      guard let other = kinds[number], other != kind, other != .circular else { continue }
      let (token, place) = (tokens[number], tokens[first].key.place)
      if let (bare, typed) = isUntyped(number) ? (number, first) : isUntyped(first) ? (first, number) : nil {
        add(untyped: tokens[bare], besides: tokens[typed].key.place, kinds[typed] ?? kind)
        kinds[number] = .circular
        continue
      }
      values.decoder.diagnostics.error(
        token.key, "wrong-type",
        "\(Quoted.name(token.name)) is \(other.words) here, and \(kind.words) in \(place.file), line "
          + "\(place.line); a token is of one type.")
      kinds[number] = .circular
    }
  }

  /// Indicates whether nothing says the type of a token.
  private func isUntyped(_ number: Int) -> Bool {
    let token = tokens[number]
    return token.source.type == nil && token.groupType == nil && Self.target(of: token) == nil
  }

  private mutating func add(untyped token: TokenList.Token, besides place: SourceLocation, _ kind: TokenKind)
  {
    guard untyped == nil else {
      untyped?.count += 1
      return
    }
    let word = if case .value(let type) = kind { type.rawValue } else { "color" }
    let message: Message =
      "\(Quoted.name(token.name)) has no type here, and is \(kind.words) in \(place.file), line \(place.line); write "
      + "\"$type\": \"\(word)\" here, or in a group around it."
    untyped = (token.key, message, 1)
  }

  private mutating func reportUntyped() {
    guard let (node, message, count) = untyped else { return }
    values.decoder.diagnostics.error(
      node, "wrong-type", count == 1 ? message : "\(message) And \(count - 1) more like this.")
  }

  /// The token that a token's whole value refers to.
  private static func target(of token: TokenList.Token) -> String? {
    let value = token.value
    if let text = value.string { return TokenNames.name(in: text) }
    guard let steps = value["$ref"]?.string.flatMap({ TokenPointer.steps(of: $0) }) else { return nil }
    return TokenNames.name(at: steps)
  }

  private mutating func kind(of token: TokenList.Token) -> TokenKind {
    let target = Self.target(of: token)
    if let target, values.tokens?.kept.contains(target) == true {
      values.tokens?.kept.insert(token.name)
      return .value(.any)
    }
    let kind = declaredKind(of: token, target)
    guard target == nil, keeps(token.value, kind) else { return kind }
    values.tokens?.kept.insert(token.name)
    values.leniencies.add(.kept, token.value, Self.complaint(about: token, kind))
    return .value(.any)
  }

  private static func complaint(about token: TokenList.Token, _ kind: TokenKind) -> Message {
    let written = token.value.string ?? token.value.number.map { JSONWriter.shortest($0) } ?? ""
    let what = Quoted.name(written)
    let unit = [.value(.dimension): "px", .value(.duration): "ms"][kind]
    if let unit, Double(written) != nil {
      return
        "\(what) has no unit; write { \"value\": \(written), \"unit\": \"\(unit)\" }. It is kept as it stands."
    }
    return
      "\(Quoted.name(token.name)) is \(kind.words), and \(what) is none; it is kept as it stands, for style sheets."
  }

  /// Indicates whether a value is none of a kind, but style sheets can write it.
  private func keeps(_ node: JSONNode, _ kind: TokenKind) -> Bool {
    switch kind {
    case .circular, .value(.any): false
    case .value(.number) where node.kind == .number: false
    case .color: node.kind == .string && values.keeps(node) { $0.color(node, "") != nil }
    case .value(let type): values.keeps(node) { $0.typed(node, type, "") != nil }
    }
  }

  private mutating func declaredKind(of token: TokenList.Token, _ target: String?) -> TokenKind {
    if let own = token.source.type { return kind(own) }
    if let target {
      if let number = list[target]?.tokens.first, let kind = kinds[number] { return kind }
      if values.colors.contains(target) { return .color }
      if let type = inherited[target] { return .value(type) }
    }
    if let group = token.groupType { return kind(group) }
    // Its target does not exist, which is reported when its value is read.
    if target != nil { return .value(.any) }
    values.leniencies.add(
      .type, token.key,
      "\(Quoted.name(token.name)) has no '$type', nor has a group around it; it is kept as it stands.")
    return .value(.any)
  }

  private mutating func kind(_ node: JSONNode) -> TokenKind {
    guard let word = values.decoder.string(node, "'$type'") else { return .circular }
    if let known = TokenKind(word) { return known }
    let near = NearestName.of(word, among: ["color"] + ValueType.allCases.map(\.rawValue))
    values.leniencies.add(
      .type, node,
      "The format has no type \(Quoted.name(word)); such tokens are kept as they stand."
        + (near.map { " Did you mean \(suggesting: $0)?" } ?? ""))
    return .value(.any)
  }

  private mutating func report(_ circle: [String]) {
    for (index, name) in circle.enumerated() {
      guard let own = list[name]?.tokens, let number = own.first, kinds[number] != .circular else { continue }
      for number in own { kinds[number] = .circular }
      let names = (0..<min(8, circle.count)).map { circle[(index + $0) % circle.count].printable }
      let path = (names + (circle.count > 8 ? ["…"] : []) + [names[0]]).joined(separator: " → ")
      values.decoder.diagnostics.error(
        tokens[number].key, "token-cycle", "\(Quoted.reference(name)) refers to itself: \(path).")
    }
  }

  private mutating func readValues() {
    for (number, token) in tokens.enumerated() {
      guard !values.decoder.diagnostics.isFull else { return }
      guard let kind = kinds[number] else { continue }
      values.unknownMembers = []
      if var pointers = values.decoder.pointers as? TokenPointers {
        pointers.choice = token.choice
        values.decoder.pointers = pointers
      }
      let count = values.decoder.diagnostics.problems.count
      contents[number] = alias(number, kind) ?? content(of: token, kind)
      if contents[number] == nil, kind != .circular { leaveOut(token.name, after: count) }
      // Another context's remark is about another value.
      guard number == 0 || tokens[number - 1].name != token.name else { continue }
      let remark = remark(on: token, kind)
      if !remark.isEmpty { remarks[token.name] = remark }
    }
  }

  /// Returns the reference to the token of another variable, if that is of the same kind.
  private func alias(_ number: Int, _ kind: TokenKind) -> TokenContent? {
    guard let name = aliases[number], let target = list[name]?.tokens.first, kinds[target] == kind else {
      return nil
    }
    switch kind {
    case .color: return .color(.reference(name: name, opacity: .opaque))
    case .value(let type): return .value(TypedValue(.reference(name, .whole), type: type))
    case .circular: return nil
    }
  }

  /// The problems of a value by itself. Others are about the document, and refuse it.
  private static let valueProblems: Set = [
    "bad-value", "bad-color", "unknown-color-space", "missing-key", "wrong-kind", "unknown-key", "computes",
  ]

  /// Leaves out a token if no problem of its value is about more than that.
  private mutating func leaveOut(_ name: String, after count: Int) {
    let found = values.decoder.diagnostics.problems.dropFirst(count).filter { $0.severity == .error }
    guard !found.isEmpty, found.allSatisfy({ Self.valueProblems.contains($0.code) }) else { return }
    missing.insert(name)
    values.decoder.diagnostics.lessen(after: count, adding: "\(Quoted.name(name)) is left out.")
    if !leftOut.add(name) { values.decoder.diagnostics.shorten(to: count) }
  }

  /// Leaves out the tokens that refer to tokens which are left out.
  private mutating func leaveOutReferrers() {
    guard !missing.isEmpty, let first = tokens.first else { return }
    let references = tokens.indices.map { (tokens[$0].name, names(referredToBy: $0)) }
    missing = leftOut.addReferrers(to: missing, references, in: &values.decoder.diagnostics) { [list] name in
      list[name].map { list.tokens[$0.tokens.lowerBound].value }
    }
    leftOut.reportOthers(first.key, in: &values.decoder.diagnostics)
  }

  private mutating func content(of token: TokenList.Token, _ kind: TokenKind) -> TokenContent? {
    let name = Quoted.name(token.name)
    switch kind {
    case .circular: return nil
    case .color: return values.color(token.value, name).map { .color($0) }
    case .value(let type):
      return value(token.value, type, name).map { .value(TypedValue($0, type: type)) }
    }
  }

  private mutating func value(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    guard type == .any else { return values.typed(node, type, name) }
    guard !node.isNull else { return values.decoder.wrongKind(node, name, "a value") }
    // A text that is one reference is followed; any other text is a value.
    guard let text = node.string, TokenNames.name(in: text) != nil else {
      return values.typed(node, type, name)
    }
    return values.referenced(text, node).flatMap { values.tokenReference(to: $0, at: node, [type], name) }
  }

  /// Puts the base and the variants of each name together.
  private mutating func assemble(into theme: inout Theme) {
    (theme.colors, theme.values, theme.remarks) = ([:], [:], [:])
    // A dictionary that grows needs its old table and the new one at once.
    let whole = contents.count { $0 != nil }
    let colors = contents.count { $0?.color != nil }
    theme.colors.reserveCapacity(min(colors, list.entries.count))
    theme.values.reserveCapacity(min(whole - colors, list.entries.count))
    for entry in list.entries {
      let numbers = entry.numbers
      // A token without content is reported already.
      guard !missing.contains(entry.name), numbers.allSatisfy({ $0.map { contents[$0] != nil } ?? true }),
        let first = numbers.compactMap(\.self).first
      else {
        remarks[entry.name] = nil
        continue
      }
      switch contents[first] {
      case .color?: theme.colors[entry.name] = list.variants(of: entry) { contents[$0]?.color }
      case .value?: theme.values[entry.name] = list.variants(of: entry) { contents[$0]?.value }
      case nil: break
      }
    }
    theme.remarks = remarks
  }
}

extension TokenReader {
  /// Reports references to tokens that do not exist in some contexts of the reference.
  private mutating func checkPresence() {
    var left = Self.mostCompared
    let partial = Dictionary(
      list.entries.filter { $0.numbers.contains(nil) }.map { ($0.name, $0) }
    ) { $1 }
    guard !partial.isEmpty else { return }
    for entry in list.entries where !values.decoder.diagnostics.isFull && !missing.contains(entry.name) {
      for number in Set(entry.numbers.compactMap(\.self)).sorted() {
        for name in names(referredToBy: number) {
          guard let target = partial[name] else { continue }
          check(entry, number, refersTo: target, &left)
          guard left > 0 else {
            return values.decoder.diagnostics.error(
              tokens[number].value, "too-many-contexts",
              "The tokens of this document refer too often to tokens that are there in some contexts only.")
          }
        }
      }
    }
  }

  /// The most comparisons of contexts with choices.
  private static let mostCompared = 10_000_000

  private func names(referredToBy number: Int) -> [String] {
    switch contents[number] {
    case .color(let color): color.referenced.map { [$0] } ?? []
    case .value(let value): Set(value.content.referredNames).sorted()
    case nil: []
    }
  }

  private mutating func check(
    _ entry: TokenList.Entry, _ number: Int, refersTo target: TokenList.Entry, _ left: inout Int
  ) {
    let token = tokens[number]
    var contexts = entry.contexts
    contexts.add(target.contexts)
    guard let choices = list.modifiers.choices(of: contexts) else {
      return list.modifiers.reportChoices(
        token.key, "\(Quoted.name(token.name)) and \(Quoted.reference(target.name)) depend",
        in: &values.decoder.diagnostics)
    }
    left -= choices.count * (target.sources.count + entry.sources.count)
    let gap = entry.sources.gap(in: target.sources, of: token.source, among: choices)
    guard let gap else { return }
    let words = list.modifiers.words(for: gap.filter { target.contexts[$0.key] != nil })
    values.decoder.diagnostics.error(
      token.value, "unknown-value",
      "There is no token \(Quoted.reference(target.name)) when \(words).")
  }
}

extension Value {
  /// The names of the colors and values that it refers to.
  var referredNames: [String] {
    switch self {
    case .reference(let name, _): [name]
    case .color(let color): color.referenced.map { [$0] } ?? []
    case .list(let items): items.flatMap(\.referredNames)
    case .object(let members): members.flatMap(\.value.referredNames)
    case .blocked, .image, .number, .bool, .string: []
    }
  }
}

extension TokenReader {
  private mutating func remark(on token: TokenList.Token, _ kind: TokenKind) -> Remark {
    let (source, node) = (token.source, token.source.node)
    var unknown = kept(TokenTreeReader.unknown(in: source))
    let names = Set(unknown.map(\.name))
    unknown += values.unknownMembers.filter { !names.contains($0.name) }
    if kind == .value(.any), let word = (source.type ?? token.groupType)?.string,
      TokenKind(word) == nil || values.tokens?.kept.contains(token.name) == true
    {
      unknown.append(Value.ValueMember(name: Remark.foreignType, value: .string(word)))
    }
    let deprecated = token.deprecation.flatMap { values.deprecation($0, "'$deprecated'") }
    return Remark(
      description: node["$description"].flatMap { values.decoder.string($0, "'$description'") },
      deprecation: deprecated?.deprecation,
      extensions: Remark.extensions(extensions(node["$extensions"], with: unknown), deprecated?.details),
      isRoot: source.isRoot)
  }

  private mutating func kept(_ members: [JSONNode.Member]) -> [Value.ValueMember] {
    members.compactMap { member in
      values.anything(member.value, Quoted.name(member.name)).map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
  }

  private mutating func extensions(_ node: JSONNode?, with unknown: [Value.ValueMember]) -> Value? {
    let extensions: Value? = node.flatMap {
      $0.kind == .object
        ? values.anything($0, "'$extensions'") : values.decoder.wrongKind($0, "'$extensions'", "an object")
    }
    guard !unknown.isEmpty else { return extensions }
    return (extensions ?? .object([])).adding(unknown, to: Remark.unknownProperties)
  }

  /// Returns the groups with remarks and the empty ones, by path; the document has an empty path.
  private mutating func readGroups() -> [String: Theme.Group] {
    var found: [String: Theme.Group] = [:]
    for listed in list.groups {
      guard !listed.properties.isEmpty || !listed.unknown.isEmpty || listed.isEmpty else { continue }
      let members = listed.unknown.sorted { $0.key < $1.key }.compactMap { list.standing($0.value) }
      let extensions = extensions(list.standing(listed.properties["$extensions"]), with: kept(members))
      let text = list.standing(listed.properties["$description"])
      let remark = Remark(
        description: text.flatMap { values.decoder.string($0, "'$description'") },
        extensions: listed.path.isEmpty
          ? extensions?.without(Remark.ownExtension) : Self.adding(words(of: listed), to: extensions))
      if !remark.isEmpty || listed.isEmpty {
        found[listed.path] = Theme.Group(remark, at: listed.key.position)
      }
    }
    return found
  }

  private static func adding(_ words: [Value.ValueMember], to extensions: Value?) -> Value? {
    words.isEmpty ? extensions : (extensions ?? .object([])).adding(words, to: Remark.groupWords)
  }

  /// Returns the words of a group that a token document has again.
  private func words(of group: TokenList.Group) -> [Value.ValueMember] {
    func word(_ name: String, _ text: String?) -> [Value.ValueMember] {
      text.map { [Value.ValueMember(name: name, value: .string($0))] } ?? []
    }
    let bases = ["$extends", "$ref"].compactMap { group.properties[$0] }
    let base = bases.count == 1 && bases[0].contexts.isEmpty ? bases[0].first?.string : nil
    let target = base.flatMap { TokenExpansion.path(in: $0) }
    return word("extends", target.map { "{\($0.joined(separator: "."))}" })
      + word("type", list.standing(group.properties["$type"])?.string)
  }
}
