package import Themes

/// Reads a file of named tokens; `Config/schema/tokens.schema.json` describes it.
///
///     { "tokens": [ { "name": "marketing", "token": "…", "roles": ["operate"], "channels": ["main", "kiosk"] },
///                   { "name": "app", "token": "…", "roles": ["read"] },
///                   { "name": "ci", "token": "…" } ] }
package enum TokenFile {
  /// The tokens; or what is wrong, without repeating any secret.
  package static func read(_ file: SourceFile) throws(TokenFileError) -> [AccessToken] {
    let (root, problems) = JSONReader.read(file)
    guard let root, problems.isEmpty else {
      throw TokenFileError("\(file.name): \(problems.first.map(position) ?? "it is not JSON")")
    }
    guard root.kind == .object, let list = root["tokens"], list.kind == .array else {
      throw TokenFileError(
        #"\#(file.name): it should be { "tokens": [ { "name": "ci", "token": "…", "channels": ["main"] } ] }"#
      )
    }
    for member in root.members where !["$schema", "tokens"].contains(member.name) {
      throw TokenFileError(
        "\(file.name): line \(member.key.place.line): it has 'tokens' and no '\(member.name.shown)'")
    }
    var tokens: [AccessToken] = []
    for node in list.items {
      let token = try token(node, in: file)
      guard !tokens.contains(where: { $0.name == token.name }) else {
        throw TokenFileError("\(file.name): line \(node.place.line): the name '\(token.name)' is given twice")
      }
      if let other = tokens.first(where: token.hasSecret) {
        throw TokenFileError(
          "\(file.name): line \(node.place.line): '\(token.name)' has the token of '\(other.name)'; give it its own"
        )
      }
      tokens.append(token)
    }
    return tokens
  }

  package struct TokenFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  private static func token(_ node: JSONNode, in file: SourceFile) throws(TokenFileError) -> AccessToken {
    let line = "\(file.name): line \(node.place.line)"
    for member in node.members where !["name", "token", "roles", "channels"].contains(member.name) {
      throw TokenFileError(
        "\(line): a token has 'name', 'token', 'roles' and 'channels', not '\(member.name.shown)'")
    }
    guard let name = node["name"]?.string, !name.isEmpty else {
      throw TokenFileError("\(line): a token needs a 'name'")
    }
    guard let secret = node["token"]?.string, AccessToken.isStrong(secret) else {
      throw TokenFileError("\(line): the 'token' of '\(name)' must be \(AccessToken.requirement)")
    }
    let channels = try channels(of: node, "\(line): the 'channels' of '\(name)'")
    guard let roles = node["roles"] else {
      return AccessToken(name: name, secret: secret, grants: Grants(withoutRoles: channels))
    }
    let scopes = try scopes(roles, elsewhere: channels, "\(line): the 'roles' of '\(name)'")
    return AccessToken(
      name: name, secret: secret, grants: Grants(scopes), isForReading: scopes[.read] != nil)
  }

  /// The channels that the member names; nil where there is no such member.
  private static func channels(of node: JSONNode, _ place: String) throws(TokenFileError) -> Set<String>? {
    guard let channels = node["channels"] else { return nil }
    let names = channels.items.compactMap(\.string)
    guard channels.kind == .array, names.count == channels.items.reduce(0, { count, _ in count + 1 }) else {
      throw TokenFileError("\(place) should be a list of names")
    }
    return Set(names)
  }

  /// Each role by its word, or as an object with channels of its own.
  private static func scopes(
    _ roles: JSONNode, elsewhere: Set<String>?, _ place: String
  ) throws(TokenFileError) -> [Role: ChannelScope] {
    var scopes: [Role: ChannelScope] = [:]
    for item in roles.items {
      let word = item.string ?? item["role"]?.string ?? ""
      for member in item.members where !["role", "channels"].contains(member.name) {
        throw TokenFileError("\(place): a role has 'role' and 'channels', not '\(member.name.shown)'")
      }
      guard let role = Role(rawValue: word) else {
        let question = NearestName.question(word, among: Role.allCases.map(\.rawValue))
        throw TokenFileError("\(place): there is no role '\(word.shown)'\(question)")
      }
      let channels = try channels(of: item, "\(place): the 'channels' of '\(word)'") ?? elsewhere
      guard scopes.updateValue(channels.map { .some($0) } ?? .all, forKey: role) == nil else {
        throw TokenFileError("\(place): '\(word)' is given twice")
      }
    }
    guard roles.kind == .array, !scopes.isEmpty else {
      throw TokenFileError("\(place) should be a list such as [\"read\", \"operate\"]")
    }
    return scopes
  }

  private static func position(_ problem: Problem) -> String {
    "line \(problem.place.line), column \(problem.place.column): it is not JSON"
  }
}

extension Grants {
  fileprivate init(_ scopes: [Role: ChannelScope]) {
    self.init(
      read: scopes[.read] ?? .none, operate: scopes[.operate] ?? .none, author: scopes[.author] ?? .none)
  }

  /// What a token may that names no roles: all in all channels, or, where it names channels, operate there, read
  /// everything and check documents.
  fileprivate init(withoutRoles channels: Set<String>?) {
    self.init(
      read: .all, operate: channels.map { .some($0) } ?? .all, author: channels == nil ? .all : .some([]))
  }
}
