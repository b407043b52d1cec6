package import Themes

/// Reads a file of named tokens; `Config/schema/tokens.schema.json` describes it.
///
///     { "tokens": [ { "name": "marketing", "token": "…", "channels": ["main", "kiosk"] },
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
    for member in node.members where !["name", "token", "channels"].contains(member.name) {
      throw TokenFileError("\(line): a token has 'name', 'token' and 'channels', not '\(member.name)'")
    }
    guard let name = node["name"]?.string, !name.isEmpty else {
      throw TokenFileError("\(line): a token needs a 'name'")
    }
    guard let secret = node["token"]?.string, AccessToken.isStrong(secret) else {
      throw TokenFileError("\(line): the 'token' of '\(name)' must be \(AccessToken.requirement)")
    }
    guard let channels = node["channels"] else { return AccessToken(name: name, secret: secret) }
    let names = channels.items.compactMap(\.string)
    guard channels.kind == .array, names.count == channels.items.reduce(0, { count, _ in count + 1 }) else {
      throw TokenFileError("\(line): the 'channels' of '\(name)' should be a list of names")
    }
    return AccessToken(name: name, secret: secret, channels: Set(names))
  }

  private static func position(_ problem: Problem) -> String {
    "line \(problem.place.line), column \(problem.place.column): it is not JSON"
  }
}
