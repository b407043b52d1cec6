internal import Themes

/// A secret that allows writing, with the name that appears beside what is written with it.
package struct AccessToken: Sendable {
  package let name: String
  /// Nil for all.
  package let channels: Set<String>?
  private let digest: [UInt8]

  package init(name: String, secret: String, channels: Set<String>? = nil) {
    self.name = name
    self.channels = channels
    digest = SHA256.hash(Array(secret.utf8))
  }

  var author: Author { Author(name: name, channels: channels) }

  /// Digests are compared, so neither length nor place of a difference shows.
  func matches(digest other: [UInt8]) -> Bool {
    var difference: UInt8 = 0
    for (own, other) in zip(digest, other) { difference |= own ^ other }
    return difference == 0
  }
}
