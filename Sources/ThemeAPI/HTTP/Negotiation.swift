package import Renderings

/// The choice of a representation by what the client accepts (RFC 9110, section 12.5).
package enum Negotiation {
  /// Returns the media type that the client prefers, of equals the first, or nil if it accepts none.
  package static func mediaType(accept: String?, offered: [MediaType]) -> MediaType? {
    guard let accept, !HeaderList.items(accept).isEmpty else { return offered.first }
    let ranges = HeaderList.items(accept).map(MediaRange.init)
    var best: (type: MediaType, quality: Int)?
    for type in offered {
      let quality = quality(of: type, in: ranges)
      if quality > (best?.quality ?? 0) { best = (type, quality) }
    }
    return best?.type
  }

  /// Indicates whether a client names exactly this type, as browsers name HTML.
  package static func names(_ type: MediaType, accept: String?) -> Bool {
    guard let accept else { return false }
    return HeaderList.items(accept).map(MediaRange.init).contains { $0.name == type.name && $0.quality > 0 }
  }

  /// Indicates whether gzip is accepted and preferred no less than no encoding.
  package static func takesGzip(acceptEncoding: String?) -> Bool {
    guard let acceptEncoding else { return false }
    if acceptEncoding == "gzip" || acceptEncoding.hasPrefix("gzip, deflate") { return true }
    var named: Int?
    var wildcard: Int?
    var identity = 1
    for item in HeaderList.items(acceptEncoding) {
      let (coding, parameters) = HeaderList.parameters(item)
      let quality = HeaderList.quality(parameters)
      switch HeaderList.lower(coding) {
      case "gzip", "x-gzip": named = max(named ?? 0, quality)
      case "*": wildcard = quality
      case "identity": identity = max(quality, 1)
      default: break
      }
    }
    let gzip = named ?? wildcard ?? 0
    return gzip > 0 && gzip >= identity
  }

  private static func quality(of type: MediaType, in ranges: [MediaRange]) -> Int {
    let matching = ranges.compactMap { range in range.specificity(for: type).map { ($0, range.quality) } }
    return matching.max { $0.0 < $1.0 }?.1 ?? 0
  }

  private struct MediaRange {
    let name: String
    let quality: Int

    init(_ item: Substring) {
      let (value, parameters) = HeaderList.parameters(item)
      name = HeaderList.lower(value)
      quality = HeaderList.quality(parameters)
    }

    /// Returns how closely it names a type: 2 for the type itself, 1 for its first half, 0 for any type, nil if it does not.
    func specificity(for type: MediaType) -> Int? {
      if name == type.name { return 2 }
      if name == "*/*" { return 0 }
      return name.hasSuffix("/*") && type.name.hasPrefix(name.dropLast()) ? 1 : nil
    }
  }
}
