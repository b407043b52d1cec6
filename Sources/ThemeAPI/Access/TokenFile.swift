internal import Changes
package import Documents
internal import Resolution
internal import Themes

/// A secret with its grants, and the name under which its writes are logged.
package struct AccessToken: Sendable, Hashable {
  package let name: String
  /// The name of the person whose token it is; its own name if the file names nobody.
  package let person: String
  package let grants: Grants
  /// Indicates whether it is meant for reading. If any token is, reading needs a token.
  let isForReading: Bool
  /// Indicates whether it is meant for watching alone. If any token is, watching needs a token.
  let isForWatching: Bool
  private let digest: [UInt8]

  package init(
    name: String, secret: String, person: String? = nil, grants: Grants = Grants(operate: .all, author: .all),
    isForReading: Bool = false, isForWatching: Bool = false
  ) {
    (self.name, self.person, self.grants) = (name, person ?? name, grants)
    (self.isForReading, self.isForWatching) = (isForReading, isForWatching)
    digest = SHA256.hash(Array(secret.utf8))
  }

  /// Indicates whether a secret is hard to guess and fits in a header unchanged.
  package static func isStrong(_ secret: String) -> Bool {
    secret.utf8.count >= 16 && secret.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  /// The requirement for a secret, as it follows "must be".
  package static let requirement = "16 characters or more, of ASCII and without spaces"

  var principal: Principal { Principal(name: name, person: person, grants: grants) }

  var isForWriting: Bool { principal.mayWrite }

  func hasSecret(of other: AccessToken) -> Bool { matches(digest: other.digest) }

  /// Compares digests, so that the time shows neither the length nor the place of a difference.
  func matches(digest other: [UInt8]) -> Bool {
    var difference: UInt8 = 0
    for (own, other) in zip(digest, other) { difference |= own ^ other }
    return difference == 0
  }
}

/// Reads a file of named tokens; `Config/schema/tokens.schema.json` describes it.
///
///     { "tokens": [ { "name": "marketing", "token": "…", "roles": ["operate"], "channels": ["main", "kiosk"] },
///                   { "name": "app", "token": "…", "roles": ["read"] },
///                   { "name": "ci", "token": "…", "person": "mara" } ],
///       "approval": { "main": "another" } }
package struct TokenFile: Sendable {
  package let tokens: [AccessToken]
  /// The approvals that it gives for some channels.
  package let approvals: [String: Approval]

  /// Throws an error that repeats no secret.
  package static func read(_ file: SourceFile) throws(TokenFileError) -> TokenFile {
    let (root, problems) = JSONReader.read(file)
    guard let root, problems.isEmpty else {
      let place = problems.first.map { "line \($0.place.line), column \($0.place.column): " } ?? ""
      throw TokenFileError("\(file.name): \(place)it is not JSON")
    }
    guard root.kind == .object, let list = root["tokens"], list.kind == .array else {
      throw TokenFileError(
        #"\#(file.name): it should be { "tokens": [ { "name": "ci", "token": "…", "channels": ["main"] } ] }"#
      )
    }
    for member in root.members where !["$schema", "tokens", "approval"].contains(member.name) {
      throw TokenFileError(
        "\(file.name): line \(member.key.place.line): it has 'tokens' and 'approval' and no '\(member.name.shown)'"
      )
    }
    var tokens: [AccessToken] = []
    for node in list.items {
      let line = "\(file.name): line \(node.place.line)"
      let token = try token(node, file.name, line)
      guard !tokens.contains(where: { $0.name == token.name }) else {
        throw TokenFileError("\(line): the name '\(token.name)' is given twice")
      }
      if let other = tokens.first(where: token.hasSecret) {
        throw TokenFileError("\(line): '\(token.name)' has the token of '\(other.name)'; give it its own")
      }
      tokens.append(token)
    }
    return TokenFile(tokens: tokens, approvals: try approvals(in: root, file.name))
  }

  private static func approvals(
    in root: JSONNode, _ file: String
  ) throws(TokenFileError) -> [String: Approval] {
    guard let node = root["approval"] else { return [:] }
    guard node.kind == .object else {
      throw TokenFileError(#"\(file): line \(node.place.line): 'approval' should be { "main": "another" }"#)
    }
    var approvals: [String: Approval] = [:]
    for member in node.members {
      guard Name.isValid(member.name), let approval = member.value.string.flatMap(Approval.init(rawValue:))
      else {
        throw TokenFileError(
          "\(file): line \(member.key.place.line): 'approval' has names of channels, each with 'none' or 'another'"
        )
      }
      approvals[member.name] = approval
    }
    return approvals
  }

  package struct TokenFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  private static func token(
    _ node: JSONNode, _ file: String, _ line: String
  ) throws(TokenFileError) -> AccessToken {
    for member in node.members
    where !["name", "token", "person", "roles", "channels", "themes"].contains(member.name) {
      throw TokenFileError(
        "\(line): a token has 'name', 'token', 'person', 'roles', 'channels' and 'themes', not '\(member.name.shown)'"
      )
    }
    guard let name = node["name"]?.string, !name.isEmpty else {
      throw TokenFileError("\(line): a token needs a 'name'")
    }
    guard let secret = node["token"]?.string, AccessToken.isStrong(secret) else {
      throw TokenFileError("\(line): the 'token' of '\(name)' must be \(AccessToken.requirement)")
    }
    let person = node["person"]?.string
    guard node["person"] == nil || person?.isEmpty == false else {
      throw TokenFileError("\(line): the 'person' of '\(name)' should be a name")
    }
    let channels = try channels(of: node, "\(line): the 'channels' of '\(name)'")
    var names = try names(of: node, file, "of '\(name)'")
    guard let roles = node["roles"] else {
      return AccessToken(
        name: name, secret: secret, person: person, grants: Grants(withoutRoles: channels, names))
    }
    let place = "\(line): the 'roles' of '\(name)'"
    let scopes = try scopes(roles, elsewhere: channels, place)
    for item in roles.items where item["themes"] != nil {
      guard item["role"]?.string == Role.author.rawValue else {
        throw TokenFileError("\(place): 'themes' limits what an 'author' writes; no other role takes it")
      }
      names = try self.names(of: item, file, "of the role 'author' of '\(name)'")
    }
    return AccessToken(
      name: name, secret: secret, person: person, grants: Grants(scopes, names),
      isForReading: scopes[.read] != nil,
      isForWatching: scopes[.watch] != nil)
  }

  /// Returns the names that a member `themes` allows, or nil if there is no such member.
  /// - Parameter owner: the owner of the member, as it follows its name.
  private static func names(
    of node: JSONNode, _ file: String, _ owner: String
  ) throws(TokenFileError) -> NamePatterns? {
    guard let list = node["themes"] else { return nil }
    let place = "\(file): line \(list.place.line): the 'themes' \(owner)"
    guard list.kind == .array else { throw TokenFileError("\(place) should be a list such as [\"ios-*\"]") }
    var texts: [String] = []
    for item in list.items {
      guard let text = item.string, NamePatterns.isPattern(text) else {
        throw TokenFileError(
          "\(file): line \(item.place.line): the 'themes' \(owner) are names, or beginnings of names with a '*', such as "
            + "'ios-*'; \(item.string.map { "'\($0.shown)' is" } ?? "this is") neither")
      }
      texts.append(text)
    }
    guard texts.count <= NamePatterns.limit else {
      throw TokenFileError("\(place) are \(texts.count); the limit is \(NamePatterns.limit)")
    }
    return NamePatterns(texts: texts)
  }

  /// Returns the channels that the member names, or nil if there is no such member.
  private static func channels(of node: JSONNode, _ place: String) throws(TokenFileError) -> Set<String>? {
    guard let channels = node["channels"] else { return nil }
    let names = channels.items.compactMap(\.string)
    guard channels.kind == .array, names.count == channels.items.reduce(0, { count, _ in count + 1 }) else {
      throw TokenFileError("\(place) should be a list of names")
    }
    return Set(names)
  }

  /// Reads roles, each written as a word or as an object with channels of its own.
  private static func scopes(
    _ roles: JSONNode, elsewhere: Set<String>?, _ place: String
  ) throws(TokenFileError) -> [Role: ChannelScope] {
    var scopes: [Role: ChannelScope] = [:]
    for item in roles.items {
      let word = item.string ?? item["role"]?.string ?? ""
      for member in item.members where !["role", "channels", "themes"].contains(member.name) {
        throw TokenFileError(
          "\(place): a role has 'role', 'channels' and 'themes', not '\(member.name.shown)'")
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
}

extension Grants {
  fileprivate init(_ scopes: [Role: ChannelScope], _ names: NamePatterns?) {
    self.init(
      read: scopes[.read] ?? .none, watch: scopes[.watch] ?? .none, operate: scopes[.operate] ?? .none,
      author: scopes[.author] ?? .none, names: names)
  }

  /// The grants of a token without roles. Without channels it may do everything. With channels it may operate there, read
  /// everything, and check documents.
  fileprivate init(withoutRoles channels: Set<String>?, _ names: NamePatterns?) {
    self.init(
      read: .all, operate: channels.map { .some($0) } ?? .all, author: channels == nil ? .all : .some([]),
      names: names)
  }
}

/// The names of the themes and image files that an author may write: each one name, or the beginning of names before a `*`.
package struct NamePatterns: Sendable, Hashable {
  package static let limit = 100

  /// The patterns as the tokens file has them.
  let texts: [String]

  /// Returns whether a text is a name, or the beginning of names before a `*`.
  static func isPattern(_ text: String) -> Bool {
    let name = text.hasSuffix("*") ? text.dropLast() : text[...]
    // An image's file name has more characters than a theme's name.
    return name.utf8.count <= 128 && !text.isEmpty
      && name.utf8.allSatisfy { $0.isAlphanumeric || "._-~@".utf8.contains($0) }
  }

  func match(_ name: String) -> Bool {
    texts.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
  }

  /// Indicates whether they match an image's file: its whole name, or the image's name without scale, idiom and ending.
  func match(image file: String) -> Bool {
    match(file) || ImageFolder.bareName(of: file).map { match($0) } ?? false
  }
}

extension Principal {
  /// Throws if it may not write a theme of this name.
  func check(nameOf theme: String) throws(Publisher.DocumentError) {
    if let sentence = lacking(theme, where: { $0.match(theme) }) { throw .forbidden(sentence) }
  }

  func check(images files: some Sequence<String>) throws(Publisher.DocumentError) {
    for file in files {
      if let sentence = lacking(file, where: { $0.match(image: file) }) { throw .forbidden(sentence) }
    }
  }

  /// Throws if it may not write a theme whose document a change replaces.
  /// - Parameter next: the themes after the change.
  func check(namesOf snapshot: Snapshot, _ next: ThemeSet) throws(Publisher.DocumentError) {
    guard grants.names != nil else { return }
    let sources = next.library.sources
    for theme in sources.changedKeys(since: snapshot.themeSet.library.sources, where: ==).sorted() {
      if let sentence = lacking(theme, where: { $0.match(theme) }) { throw .forbidden(sentence) }
    }
  }

  private func lacking(_ name: String, where matches: (NamePatterns) -> Bool) -> String? {
    guard let names = grants.names, !matches(names) else { return nil }
    let patterns = names.texts.isEmpty ? "nothing" : names.texts.map { "'\($0)'" }.joined(separator: ", ")
    return "'\(self.name)' may write what is called \(patterns), not '\(name.shown)'"
  }
}
