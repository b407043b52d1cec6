/// What a change tells about the theme that it ends in.
package struct ThemeSummary: Sendable, Hashable {
  package let name: String
  /// Differs when the theme says something else.
  package let digest: UInt64
  package let transition: Double?
  /// The validator of the theme's default representation.
  package let etag: String?

  package init(name: String, digest: UInt64, transition: Double?, etag: String?) {
    self.name = name
    self.digest = digest
    self.transition = transition
    self.etag = etag
  }
}
