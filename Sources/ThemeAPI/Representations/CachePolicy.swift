/// How long caches may show a theme without asking, in seconds, as the settings say; not at all unless they say so.
package struct CachePolicy: Sendable, Hashable {
  package var maxAge = 0
  /// For caches that many share; as long as the others where it is 0.
  package var sharedMaxAge = 0
  package var staleWhileRevalidate = 0
  package var staleIfError = 0

  package init() {}

  /// Whether any cache may show one without asking.
  var lets: Bool { self != CachePolicy() }

  func directives(isPrivate: Bool) -> String {
    var words = ["max-age=\(maxAge)"]
    if sharedMaxAge > 0, !isPrivate { words.append("s-maxage=\(sharedMaxAge)") }
    if staleWhileRevalidate > 0 { words.append("stale-while-revalidate=\(staleWhileRevalidate)") }
    if staleIfError > 0 { words.append("stale-if-error=\(staleIfError)") }
    if staleWhileRevalidate == 0, staleIfError == 0 { words.append("must-revalidate") }
    return words.joined(separator: ", ")
  }
}
