/// Turns the tokens of a document into colors and values of a theme.
struct TokenReader {
  private var values: ValueReader
  private let tokens: [TokenList.ListedToken]
  private let groups: [String: TokenTree]
  private let numbers: [String: Int]
  private var kinds: [TokenKind?]
  /// What a value of another theme is that these tokens may refer to.
  private let inherited: [String: ValueType]

  private var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private var others: [String: Theme.Variants<TypedValue>] = [:]
  private var remarks: [String: Remark] = [:]

  /// The theme that a document is, over what its companion says of it.
  static func read(
    _ document: JSONNode, over base: Theme, _ surroundings: ThemeSurroundings
  ) -> (theme: Theme, problems: [Problem]) {
    var trees = TokenTreeReader(document)
    let tree = trees.read()
    var expansion = TokenExpansion(tree)
    let list = TokenList(expansion.expand())
    var reader = TokenReader(list, document, surroundings, trees.departures)
    reader.readTypes()
    reader.readValues()
    let groups = reader.readGroups()
    let theme = Theme(
      name: base.name, title: base.title, kit: base.kit, parent: base.parent, file: base.file,
      imagePrefix: base.imagePrefix, transition: base.transition, colors: reader.colors,
      values: reader.others, remarks: reader.remarks, groups: groups.filter { $0.key != "" },
      about: groups[""] ?? Remark())
    reader.values.departures.report(in: &reader.values.form.findings)
    return (
      theme,
      trees.form.findings.problems + expansion.form.findings.problems + list.findings.problems
        + reader.values.form.findings.problems
    )
  }

  private init(
    _ list: TokenList, _ document: JSONNode, _ surroundings: ThemeSurroundings, _ departures: TokenDepartures
  ) {
    tokens = list.tokens
    groups = list.groups
    numbers = Dictionary(list.tokens.enumerated().map { ($1.name, $0) }) { $1 }
    kinds = Array(repeating: nil, count: tokens.count)
    inherited = surroundings.types
    values = ValueReader(colors: surroundings.colors, values: surroundings.values)
    values.departures = departures
    values.form.pointers = TokenPointers(
      document,
      values: Dictionary(
        list.tokens.lazy.map { ($0.name, $0.value) }
      ) { $1 })
    let inherited = list.groups.keys.filter {
      list.groups[$0]?.root == nil || list.groups[$0]?.root?.isRoot ?? false
    }
    values.tokens = TokenNames(
      groups: Set(inherited), roots: Set(list.tokens.lazy.filter(\.source.isRoot).map(\.name)))
  }

  // MARK: Types

  /// Decides what each token is, references followed; tokens that refer to each other in a circle are left out.
  private mutating func readTypes() {
    let graph = ReferenceGraph(tokens.map(\.name)) { [tokens, numbers] name in
      numbers[name].flatMap { Self.target(of: tokens[$0]) }.map { numbers[$0] == nil ? [] : [$0] } ?? []
    }
    for circle in graph.circles { report(circle) }
    for name in graph.order {
      guard let number = numbers[name], kinds[number] == nil else { continue }
      kinds[number] = kind(of: tokens[number])
    }
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
    values.tokens?.broken = Set(zip(tokens, kinds).lazy.filter { $1 == .circular }.map { $0.0.name })
  }

  /// The token that a token's whole value refers to.
  private static func target(of token: TokenList.ListedToken) -> String? {
    let value = token.value
    if let text = value.string { return TokenNames.name(in: text) }
    guard let steps = value["$ref"]?.string.flatMap({ TokenPointer.steps(of: $0) }) else { return nil }
    return TokenNames.name(at: steps)
  }

  private mutating func kind(of token: TokenList.ListedToken) -> TokenKind {
    if let own = token.ownType { return kind(own) }
    let target = Self.target(of: token)
    if let target {
      if let number = numbers[target], let kind = kinds[number] { return kind }
      if values.colors.contains(target) { return .color }
      if let type = inherited[target] { return .value(type) }
    }
    if let group = token.groupType { return kind(group) }
    // What it refers to is not there; that is said when it is read.
    if target != nil { return .value(.any) }
    values.departures.add(
      .type, token.key,
      "\(Quoted.name(token.name)) has no '$type', nor has a group around it; it is kept as it stands.")
    return .value(.any)
  }

  private mutating func kind(_ node: JSONNode) -> TokenKind {
    guard let word = values.form.string(node, "'$type'") else { return .circular }
    if let known = TokenKind(word) { return known }
    let near = NearestName.of(word, among: ["color"] + ValueType.allCases.map(\.rawValue))
    values.departures.add(
      .type, node,
      "The format has no type \(Quoted.name(word)); such tokens are kept as they stand."
        + (near.map { " Did you mean '\($0)'?" } ?? ""))
    return .value(.any)
  }

  private mutating func report(_ circle: [String]) {
    for (index, name) in circle.enumerated() {
      guard let number = numbers[name] else { continue }
      kinds[number] = .circular
      let names = (circle[index...] + circle[..<index]).prefix(8).map(\.printable)
      let path = (names + (circle.count > 8 ? ["…"] : []) + [names[0]]).joined(separator: " → ")
      values.form.findings.error(
        tokens[number].key, "token-cycle", "\(Quoted.reference(name)) refers to itself: \(path).")
    }
  }

  // MARK: Values

  private mutating func readValues() {
    for (number, token) in tokens.enumerated() {
      guard !values.form.findings.isFull else { return }
      guard let kind = kinds[number] else { continue }
      values.unknownMembers = []
      read(token, kind, token.value)
      let remark = remark(on: token, kind)
      if !remark.isEmpty { remarks[token.name] = remark }
    }
  }

  private mutating func read(_ token: TokenList.ListedToken, _ kind: TokenKind, _ node: JSONNode) {
    let (name, place) = (Quoted.name(token.name), token.key.position)
    switch kind {
    case .circular: return
    case .color:
      if let color = values.color(node, name) {
        colors[token.name] = Theme.Variants(base: color, place: place)
      }
    case .value(let type):
      guard let value = value(node, type, name) else { return }
      others[token.name] = Theme.Variants(base: TypedValue(value, type: type), place: place)
    }
  }

  private mutating func value(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    guard type == .any else { return values.typed(node, type, name) }
    if node.isNull { values.form.wrongKind(node, name, "a value") }
    // A whole reference is one, though any other text would do.
    guard let text = node.string, TokenNames.name(in: text) != nil else {
      return node.isNull ? nil : values.typed(node, type, name)
    }
    return values.referenced(text, node).flatMap { values.tokenReference(to: $0, at: node, [type], name) }
  }

  // MARK: Remarks

  private mutating func remark(on token: TokenList.ListedToken, _ kind: TokenKind) -> Remark {
    let properties = token.source.properties
    var unknown = kept(token.source.unknown)
    let names = Set(unknown.map(\.name))
    unknown += values.unknownMembers.filter { !names.contains($0.name) }
    if kind == .value(.any), let word = (token.ownType ?? token.groupType)?.string, TokenKind(word) == nil {
      unknown.append(Value.ValueMember(name: Remark.foreignType, value: .string(word)))
    }
    return Remark(
      description: properties["$description"].flatMap { values.form.string($0, "'$description'") },
      deprecation: token.deprecated.flatMap { deprecation($0) },
      extensions: extensions(properties["$extensions"], with: unknown), isRoot: token.source.isRoot)
  }

  private mutating func kept(_ members: [JSONNode.Member]) -> [Value.ValueMember] {
    members.compactMap { member in
      values.anything(member.value, Quoted.name(member.name)).map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
  }

  private mutating func deprecation(_ node: JSONNode) -> Remark.Deprecation? {
    switch node.kind {
    case .bool: return node.bool == true ? .plain : nil
    case .string: return .because(node.string ?? "")
    default:
      values.form.wrongKind(node, "'$deprecated'", "true, false or a reason in quotes")
      return nil
    }
  }

  /// - Parameter unknown: what stood where the format has nothing of the name.
  private mutating func extensions(_ node: JSONNode?, with unknown: [Value.ValueMember]) -> Value? {
    var extensions: Value?
    if let node {
      if node.kind == .object {
        extensions = values.anything(node, "'$extensions'")
      } else {
        values.form.wrongKind(node, "'$extensions'", "an object")
      }
    }
    guard !unknown.isEmpty else { return extensions }
    return (extensions ?? .object([])).adding(unknown, to: Remark.unknownProperties)
  }

  /// By path; under no path, of the document.
  private mutating func readGroups() -> [String: Remark] {
    var found: [String: Remark] = [:]
    for (path, group) in groups.sorted(by: { $0.key < $1.key }) {
      let extensions = extensions(group.properties["$extensions"], with: kept(group.unknown))
      let remark = Remark(
        description: group.properties["$description"].flatMap { values.form.string($0, "'$description'") },
        extensions: path.isEmpty ? extensions?.without(Remark.ownExtension) : extensions)
      if !remark.isEmpty { found[path] = remark }
    }
    return found
  }
}
