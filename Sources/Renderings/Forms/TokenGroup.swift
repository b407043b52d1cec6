internal import Documents
internal import Themes

/// A group of design tokens, built from paths. What is a token and a group at once keeps its token as `$root`.
struct TokenGroup: Sendable {
  private var token: DesignToken?
  private var remark: Remark?
  private var names: [String] = []
  /// The members of these names.
  private var members: [TokenGroup] = []
  /// The numbers of the names, once there are many.
  private var numbers: [String: Int] = [:]
  /// So many are found sooner one by one, and most groups have no more.
  private static let few = 16

  /// Puts a token at a path; false where there is one already.
  package mutating func add(_ token: DesignToken, at path: some Collection<String>) -> Bool {
    guard let first = path.first else {
      guard self.token == nil else { return false }
      self.token = token
      return true
    }
    let place = place(of: first)
    return members[place].add(token, at: path.dropFirst())
  }

  /// Says something of the group at a path; nothing where there is none.
  package mutating func remark(_ remark: Remark, on path: some Collection<String>) {
    guard let first = path.first else {
      self.remark = remark
      return
    }
    guard let number = number(of: first) else { return }
    members[number].remark(remark, on: path.dropFirst())
  }

  /// Whether there is a token at a path that is a group as well.
  func isRoot(_ path: some Collection<String>) -> Bool {
    guard let first = path.first else { return hasRoot }
    return number(of: first).map { members[$0].isRoot(path.dropFirst()) } ?? false
  }

  /// Whether its token stands in it, and not in its place.
  private var hasRoot: Bool {
    token.map { !members.isEmpty || remark != nil || $0.remark?.isRoot ?? false } ?? false
  }

  private mutating func place(of name: String) -> Int {
    if let number = number(of: name) { return number }
    names.append(name)
    members.append(TokenGroup())
    if names.count > Self.few {
      for number in numbers.count..<names.count { numbers[names[number]] = number }
    }
    return names.endIndex - 1
  }

  private func number(of name: String) -> Int? {
    names.count > Self.few ? numbers[name] : names.firstIndex(of: name)
  }

  /// - Parameter reference: how a token refers to the one of that name.
  package func writeMembers(to json: inout JSONWriter, reference: (String) -> String) {
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
