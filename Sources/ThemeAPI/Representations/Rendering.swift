package import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Synchronization
internal import Themes

/// The bytes of a representation with their entity tag. They are rendered once, and compressed once when a client first
/// takes gzip.
final class Rendering: Sendable {
  let bytes: [UInt8]
  let type: MediaType
  let tag: EntityTag
  /// Indicates whether more than one client has requested it, as far as is known.
  let isShared: Atomic<Bool>
  private let compressed = Mutex<Compressed>(.untried)

  private enum Compressed {
    case untried
    case tried([UInt8]?)
  }

  init(_ bytes: [UInt8], type: MediaType, isShared: Bool = false) {
    self.bytes = bytes
    self.type = type
    self.isShared = Atomic(isShared)
    tag = EntityTag(of: bytes)
  }

  /// Returns the tag of what is sent, or nil if it is not known yet whether compression is worthwhile.
  func tag(compressed isCompressed: Bool) -> EntityTag? {
    guard isCompressed, bytes.count >= Self.worthwhile, type.isCompressible else { return tag }
    guard case .tried(let shorter) = compressed.withLock({ $0 }) else { return nil }
    return shorter == nil ? tag : tag.compressed
  }

  /// Returns the compressed bytes, or nil if compression is not worthwhile.
  func compressed(by gzip: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    guard bytes.count >= Self.worthwhile, type.isCompressible else { return nil }
    if case .tried(let known) = compressed.withLock({ $0 }) { return known }
    // Outside the lock, since it takes long. Two workers may do it at the same time; one result is kept.
    let shorter = gzip(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    return compressed.withLock { compressed in
      if case .tried(let known) = compressed { return known }
      compressed = .tried(shorter)
      return shorter
    }
  }

  /// Fewer bytes fit in one packet anyway.
  private static let worthwhile = 512
}

/// The entity tag of `GET /v1/theme` without traits. Changes carry it, so that a client that has the representation already
/// need not request it.
package enum DefaultTag {
  /// Returns nil if there is no such theme.
  /// - Parameter origin: the prefix of image paths, as in the response.
  package static func of(theme name: String, in themeSet: ThemeSet, origin: String = "") -> String? {
    guard let theme = themeSet.catalog.themes[name],
      let traits = try? TraitValues([], kit: theme.kit.definition)
    else { return nil }
    let document = ThemeForm.json.render(
      theme.context(traits).resolved(), theme.kit.names, RenderingOptions(origin: origin))
    return EntityTag(of: document).description
  }
}
