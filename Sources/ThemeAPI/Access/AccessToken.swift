internal import Themes

/// A secret with what it allows, and the name that appears beside what is written with it.
package struct AccessToken: Sendable, Equatable {
  package let name: String
  package let grants: Grants
  /// Whether it is there for reading: then reading needs a token.
  let isForReading: Bool
  private let digest: [UInt8]

  package init(
    name: String, secret: String, grants: Grants = Grants(operate: .all, author: .all),
    isForReading: Bool = false
  ) {
    self.name = name
    self.grants = grants
    self.isForReading = isForReading
    digest = SHA256.hash(Array(secret.utf8))
  }

  /// Whether a secret is one that is hard to guess and that a header carries as it is.
  package static func isStrong(_ secret: String) -> Bool {
    secret.utf8.count >= 16 && secret.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  /// What a secret must be, as it follows "must be".
  package static let requirement = "16 characters or more, of ASCII and without spaces"

  var author: Author { Author(name: name, grants: grants) }

  /// Whether it allows anything that changes something.
  var isForWriting: Bool { author.mayWrite }

  /// Whether both are shown by the same secret.
  func hasSecret(of other: AccessToken) -> Bool { matches(digest: other.digest) }

  /// Digests are compared, so neither length nor place of a difference shows.
  func matches(digest other: [UInt8]) -> Bool {
    var difference: UInt8 = 0
    for (own, other) in zip(digest, other) { difference |= own ^ other }
    return difference == 0
  }
}
