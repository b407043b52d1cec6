internal import Documents
internal import Themes

/// A group of design tokens, built from paths. A path with a token and members keeps its token as `$root`.
struct TokenGroup: Sendable {
  private var token: DesignToken?
  private var remark: Remark?
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

  /// Adds a remark to the group at a path, if there is one.
  mutating func remark(_ remark: Remark, on path: some Collection<String>) {
    guard let first = path.first else { return self.remark = remark }
    if let index = index(of: first) { members[index].remark(remark, on: path.dropFirst()) }
  }

  /// Indicates whether the token at a path is the `$root` of a group.
  func isRoot(_ path: some Collection<String>) -> Bool {
    guard let first = path.first else { return hasRoot }
    return index(of: first).map { members[$0].isRoot(path.dropFirst()) } ?? false
  }

  private var hasRoot: Bool {
    token.map { !members.isEmpty || remark != nil || $0.remark?.isRoot ?? false } ?? false
  }

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

  /// - Parameter reference: returns a reference to the token of a name.
  func writeMembers(to json: inout JSONWriter, reference: (String) -> String) {
    if let token { json.member("$root") { token.write(to: &$0, reference: reference) } }
    remark?.writeMembers(signed: "$", to: &json)
    for (name, member) in zip(names, members) {
      json.member(name) { json in
        if let token = member.token, !member.hasRoot {
          token.write(to: &json, reference: reference)
        } else {
          json.object { member.writeMembers(to: &$0, reference: reference) }
        }
      }
    }
  }
}

/// One design token.
struct DesignToken: Sendable {
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

  /// - Parameter reference: returns a reference to the token of a name.
  func write(to json: inout JSONWriter, reference: (String) -> String) {
    json.object { json in
      if let type { json.member("$type", type) }
      json.member("$value") { Self.write(value, to: &$0, reference) }
      remark?.writeMembers(signed: "$", to: &json)
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
      if color.opacity != .opaque { json.member("alpha", color.opacity.double) }
      json.member("hex", Color(red: color.red, green: color.green, blue: color.blue).hex)
    }
  }
}
