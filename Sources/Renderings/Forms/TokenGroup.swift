internal import Documents
internal import Themes

/// A group of design tokens, built from paths. A path with a token and members keeps its token as `$root`.
struct TokenGroup: Sendable {
  private var token: DesignToken?
  private var remark: Remark?
  /// The type of its tokens that have none at themselves; nil if the group does not set it.
  private var type: String?
  /// The path of the group that it extends.
  private var base: [String]?
  /// Indicates whether it has its type from the group that it extends, or that a group around it extends.
  private var isInherited = false
  private var names: [String] = []
  /// The members in the order of the names.
  private var members: [TokenGroup] = []
  /// The indices of the names, once there are many. A few are found faster one by one, and most groups have few.
  private var indices: [String: Int] = [:]
  private static let few = 16

  /// Adds a token at a path. Returns false if there is one already.
  mutating func add(_ token: DesignToken, at path: some Collection<String>) -> Bool {
    guard let first = path.first else {
      guard self.token == nil else { return false }
      self.token = token
      return true
    }
    return members[insertedIndex(of: first)].add(token, at: path.dropFirst())
  }

  /// Adds a group at a path, or a remark to it.
  mutating func add(_ remark: Remark, at path: some Collection<String>) {
    guard let first = path.first else {
      (self.remark, type) = (remark.withoutGroupWords, remark.groupWord("type"))
      base = remark.groupWord("extends").map {
        $0.dropFirst().dropLast().split(separator: ".").map(String.init)
      }
      return
    }
    members[insertedIndex(of: first)].add(remark, at: path.dropFirst())
  }

  /// Makes a place for a group or a token, which is written only if one is added.
  mutating func reserve(_ path: some Collection<String>) {
    guard let first = path.first else { return }
    members[insertedIndex(of: first)].reserve(path.dropFirst())
  }

  /// Indicates whether the token at a path is the `$root` of a group.
  func isRoot(_ path: some Collection<String>) -> Bool {
    guard let first = path.first else { return hasRoot }
    return index(of: first).map { members[$0].isRoot(path.dropFirst()) } ?? false
  }

  private var hasRoot: Bool {
    token.map { members.contains(where: \.isWritten) || remark != nil || $0.remark?.isRoot ?? false } ?? false
  }

  private var isWritten: Bool { token != nil || remark != nil || members.contains(where: \.isWritten) }

  private mutating func insertedIndex(of name: String) -> Int {
    if let index = index(of: name) { return index }
    names.append(name)
    members.append(TokenGroup())
    if names.count > Self.few {
      for index in indices.count..<names.count { indices[names[index]] = index }
    }
    return names.endIndex - 1
  }

  private func index(of name: String) -> Int? {
    names.count > Self.few ? indices[name] : names.firstIndex(of: name)
  }

  /// - Parameters:
  ///   - around: the type that the groups around it set.
  ///   - sign: the beginning of the names of a token's members.
  ///   - reference: returns a reference to the token of a name.
  func writeMembers(
    to json: inout JSONWriter, in around: String? = nil, signed sign: String = "$",
    reference: (String) -> String
  ) {
    let type = setType
    if let type, !isInherited { json.member("$type", type) }
    if let base { json.member("$extends", "{\(base.joined(separator: "."))}") }
    remark?.writeMembers(signed: "$", to: &json)
    func write(_ token: DesignToken, to json: inout JSONWriter) {
      token.write(to: &json, in: type ?? around, signed: sign, reference: reference)
    }
    if let token { json.member("$root") { write(token, to: &$0) } }
    for (name, member) in zip(names, members) where member.isWritten {
      json.member(name) { json in
        if let token = member.token, !member.hasRoot {
          write(token, to: &json)
        } else {
          json.object { json in
            member.writeMembers(to: &json, in: type ?? around, signed: sign, reference: reference)
          }
        }
      }
    }
  }
}

/// The parts of groups that they inherit.
extension TokenGroup {
  /// The type, unless one of the tokens has none and would get it.
  private var setType: String? { isTyped ? type : nil }

  private var isTyped: Bool {
    type == nil || (token.map { $0.type != nil } ?? true) && members.allSatisfy(\.hasTypes)
  }

  private var hasTypes: Bool { (token.map { $0.type != nil } ?? true) && members.allSatisfy(\.hasTypes) }

  /// The root without the tokens that groups inherit. A group that differs from the one that it extends keeps all its tokens.
  var withoutInherited: TokenGroup { reduced(in: self, keeping: Set(bases), at: [], around: nil) }

  private var bases: [[String]] { (base.map { [$0] } ?? []) + members.flatMap(\.bases) }

  private func reduced(
    in root: TokenGroup, keeping targets: Set<[String]>, at path: [String], around: String?
  ) -> TokenGroup {
    let type = setType ?? around
    if let base, let found = root.group(at: base, notReaching: path), found.type == type,
      var rest = reduced(by: found.group, keeping: targets, at: path)
    {
      rest.base = base
      rest.remark = rest.remark ?? Remark()
      return rest
    }
    var copy = self
    copy.base = nil
    for (index, name) in names.enumerated() {
      copy.members[index] = members[index].reduced(
        in: root, keeping: targets, at: path + [name], around: type)
    }
    return copy
  }

  /// Returns the group at a path with the type that its tokens get; nil if it extends another one in a circle.
  private func group(
    at path: [String], notReaching own: [String], steps: Int = 64
  ) -> (group: TokenGroup, type: String?)? {
    var (group, type) = (self, setType)
    for name in path {
      guard let index = group.index(of: name) else { return nil }
      group = group.members[index]
      type = group.setType ?? type
    }
    guard steps > 0, !own.starts(with: path), !path.starts(with: own) else { return nil }
    if let next = group.base, self.group(at: next, notReaching: own, steps: steps - 1) == nil { return nil }
    return (group, type)
  }

  /// Returns the group without all that another one has too; nil if it lacks something of that.
  private func reduced(by base: TokenGroup, keeping targets: Set<[String]>, at path: [String]) -> TokenGroup?
  {
    guard setType == base.setType, token == base.token else { return nil }
    var rest = self
    (rest.token, rest.type, rest.isInherited) = (nil, setType, true)
    rest.remark = remark.flatMap { $0.without(base.remark) }
    for (name, other) in zip(base.names, base.members) where other.isWritten {
      guard let index = index(of: name), members[index].isGroup == other.isGroup else { return nil }
      let path = path + [name]
      if !other.isGroup {
        if members[index].token == other.token { rest.members[index] = TokenGroup() }
      } else if !targets.contains(path), members[index].base == other.base,
        var part = members[index].reduced(by: other, keeping: targets, at: path)
      {
        part.base = nil
        rest.members[index] = part
      } else {
        return nil
      }
    }
    return rest
  }

  private var isGroup: Bool { token == nil || hasRoot }
}

extension Remark {
  /// Returns what a group says besides what it inherits; nil for nothing.
  fileprivate func without(_ base: Remark?) -> Remark? {
    let rest = Remark(
      description: description == base?.description ? nil : description, deprecation: deprecation,
      extensions: extensions == base?.extensions ? nil : extensions)
    return rest.isEmpty ? nil : rest
  }
}

struct DesignToken: Sendable, Hashable {
  /// The format's name of the type, such as `color` or `dimension`, or nil if it has none.
  let type: String?
  /// The value, with references by the names of colors and values.
  let value: Value
  var remark: Remark?

  init(type: String?, value: Value) { (self.type, self.value) = (type, value) }

  init(_ type: ValueType, _ value: Value) { self.init(type: type.rawValue, value: value) }

  static func color(_ color: ColorExpression) -> DesignToken {
    DesignToken(type: "color", value: .color(color))
  }

  static func number(_ number: Double) -> DesignToken { DesignToken(.number, .number(number)) }

  /// A length or a time.
  static func quantity(_ number: Double, _ unit: String, _ type: ValueType) -> DesignToken {
    DesignToken(type, .quantity(number, unit))
  }

  /// - Parameters:
  ///   - around: the type that the groups around it set.
  ///   - sign: the beginning of the names of its members.
  ///   - reference: returns a reference to the token of a name.
  func write(
    to json: inout JSONWriter, in around: String?, signed sign: String, reference: (String) -> String
  ) {
    json.object { json in
      if let type, type != around { json.member("\(sign)type", type) }
      json.member("\(sign)value") { Self.write(value, to: &$0, reference) }
      remark?.writeMembers(signed: sign, extensionsSigned: "$", to: &json)
    }
  }

  private static func write(_ value: Value, to json: inout JSONWriter, _ reference: (String) -> String) {
    switch value {
    case .color(.literal(let color)): write(color, to: &json)
    case .color(.exact(let exact)): exact.write(to: &json)
    case .color(.reference(let name, _)), .reference(let name, _): json.string(reference(name))
    case .list(let items): json.array { json in for item in items { write(item, to: &json, reference) } }
    case .object(let members):
      json.object { json in
        for member in members { json.member(member.name) { write(member.value, to: &$0, reference) } }
      }
    case .blocked, .image, .number, .bool, .string: value.write(to: &json)
    }
  }

  private static func write(_ color: Color, to json: inout JSONWriter) {
    json.object { json in
      json.member("colorSpace", ColorSpace.srgb.rawValue)
      json.array("components") { json in
        for channel in [color.red, color.green, color.blue] { json.number(Double(channel) / 255) }
      }
      if color.opacity != .opaque { json.member("alpha", color.opacity.decimal) }
      json.member("hex", Color(red: color.red, green: color.green, blue: color.blue).hex)
    }
  }
}
