internal import Themes

/// A group of design tokens, built from paths. What is a token and a group at once keeps its token as `$root`.
struct TokenGroup: Sendable {
  private var token: DesignToken?
  private var remark: Remark?
  private var members: [(name: String, group: TokenGroup)] = []
  private var numbers: [String: Int] = [:]

  /// Puts a token at a path; false where there is one already.
  mutating func add(_ token: DesignToken, at path: some Collection<String>) -> Bool {
    guard let first = path.first else {
      guard self.token == nil else { return false }
      self.token = token
      return true
    }
    let place = place(of: first)
    return members[place].group.add(token, at: path.dropFirst())
  }

  /// Says something of the group at a path; nothing where there is none.
  mutating func remark(_ remark: Remark, on path: some Collection<String>) {
    guard let first = path.first else {
      self.remark = remark
      return
    }
    guard let place = numbers[first] else { return }
    members[place].group.remark(remark, on: path.dropFirst())
  }

  /// Whether there is a token at a path that is a group as well.
  func isRoot(_ path: some Collection<String>) -> Bool {
    guard let first = path.first else { return hasRoot }
    return numbers[first].map { members[$0].group.isRoot(path.dropFirst()) } ?? false
  }

  /// Whether its token stands in it, and not in its place.
  private var hasRoot: Bool {
    token.map { !members.isEmpty || remark != nil || $0.remark?.isRoot ?? false } ?? false
  }

  private mutating func place(of name: String) -> Int {
    if let place = numbers[name] { return place }
    numbers[name] = members.endIndex
    members.append((name, TokenGroup()))
    return members.endIndex - 1
  }

  /// - Parameter reference: how a token refers to the one of that name.
  func writeMembers(to json: inout JSONWriter, reference: (String) -> String) {
    if let token { json.member("$root") { token.write(to: &$0, reference: reference) } }
    remark?.writeMembers(signed: "$", to: &json)
    for member in members {
      json.member(member.name) { json in
        if let token = member.group.token, !member.group.hasRoot {
          token.write(to: &json, reference: reference)
        } else {
          json.object { member.group.writeMembers(to: &$0, reference: reference) }
        }
      }
    }
  }
}
