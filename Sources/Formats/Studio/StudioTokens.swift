internal import Documents
internal import Themes

/// The tokens of all sets by name: what each set says of them.
struct StudioTokens {
  /// In the order in which the sets name them first.
  private(set) var names: [String] = []
  /// By name, its number.
  private var numbers: [String: Int32] = [:]
  /// What the sets say, in the order in which they do.
  private(set) var tokens: [StudioToken] = []
  /// Of each name, by its number, the number of what the last set says that has it.
  private(set) var last: [Int32] = []
  /// What the sets say of groups, by path.
  private(set) var groups: [String: Remark] = [:]
  private(set) var findings = Diagnostics()
  private var isFull = false

  private static let most = 20_000
  /// What Tokens Studio keeps beside a token stands under this name.
  static let ownExtension = "studio.tokens"

  init(_ sets: [StudioDocument.StudioSet]) {
    for (number, set) in sets.enumerated() { add(set.node, path: "", type: nil, set: number) }
  }

  /// A value, with or without the sign; a group may have a token called `value`.
  static func isToken(_ node: JSONNode) -> Bool {
    if node["$value"] != nil { return true }
    guard let value = node["value"] else { return false }
    return value.kind != .object || isQuantity(value) || value["value"] == nil && value["$value"] == nil
  }

  /// A number beside its unit, as the community group's format has lengths and times.
  static func isQuantity(_ node: JSONNode) -> Bool {
    node.count == 2 && node["value"]?.kind == .number && node["unit"]?.kind == .string
  }

  /// Whoever read the document has bounded how deep this goes.
  private mutating func add(_ group: JSONNode, path: String, type: JSONNode?, set: Int) {
    let type = Self.member("type", of: group).flatMap { $0.kind == .string ? $0 : nil } ?? type
    if groups[path] == nil, !path.isEmpty, let text = Self.member("description", of: group)?.string {
      groups[path] = Remark(description: text)
    }
    for member in group.members {
      guard !isFull, !findings.isFull else { return }
      let name = member.name
      guard name.utf8.first != UInt8(ascii: "$"), member.value.kind == .object else {
        reportNoToken(member, in: group)
        continue
      }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if Self.isToken(member.value) {
        add(member, named: path, type, set)
      } else {
        add(member.value, path: path, type: type, set: set)
      }
    }
  }

  /// What describes a group stands beside its tokens.
  private mutating func reportNoToken(_ member: JSONNode.Member, in group: JSONNode) {
    let name = member.name
    guard name.utf8.first != UInt8(ascii: "$"), !["type", "description", "inheritTypeLevel"].contains(name)
    else {
      return
    }
    findings.warning(
      member.value, "left-out",
      "\(Quoted.name(name)) is neither a group nor a token but \(ObjectDecoder.kind(member.value)); it is left out."
    )
  }

  private mutating func add(_ member: JSONNode.Member, named name: String, _ type: JSONNode?, _ set: Int) {
    guard Name.isEntry(name) else {
      findings.error(member.key, "bad-name", "\(Quoted.name(name)) can't name a token: \(Name.entryRule)")
      return
    }
    guard tokens.count < Self.most else {
      isFull = true
      findings.error(
        member.key, "too-many-tokens", "A document has at most \(Self.most) tokens, those of all sets.")
      return
    }
    guard let value = Self.member("value", of: member.value) else { return }
    let below = numbers[name].map { last[Int($0)] }
    if let below, tokens[Int(below)].set == set {
      return findings.error(
        member.key, "duplicate-key",
        "\(Quoted.name(name)) is given twice in a set: its keys join to the same name.")
    }
    note(name, Int32(tokens.count))
    tokens.append(
      StudioToken(
        member, value: value, type: Self.member("type", of: member.value) ?? type, set: set, below: below))
  }

  private mutating func note(_ name: String, _ token: Int32) {
    if let number = numbers[name] { return last[Int(number)] = token }
    numbers[name] = Int32(names.count)
    names.append(name)
    last.append(token)
  }

  static func member(_ name: String, of node: JSONNode) -> JSONNode? {
    node["$" + name] ?? node[name]
  }

  func number(of name: String) -> Int? { numbers[name].map { Int($0) } }
}
