internal import Synchronization

/// The bytes of a representation, rendered once, with their validator; compressed once, when somebody first asks.
final class Rendering: Sendable {
  let bytes: [UInt8]
  let type: MediaType
  let tag: EntityTag
  /// Whether more than one client has asked for it, as far as is known.
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

  /// The tag of what goes out; nil where it is not known yet whether compressing is worth it.
  func tag(compressed isCompressed: Bool) -> EntityTag? {
    guard isCompressed, bytes.count >= Self.worthwhile, type.isCompressible else { return tag }
    guard case .tried(let shorter) = compressed.withLock({ $0 }) else { return nil }
    return shorter == nil ? tag : tag.compressed
  }

  /// Shorter bytes; nil where compressing is not worth it.
  func compressed(by gzip: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    guard bytes.count >= Self.worthwhile, type.isCompressible else { return nil }
    if case .tried(let known) = compressed.withLock({ $0 }) { return known }
    // Outside the lock, since it takes long: two who come at once do it twice, and one result is kept.
    let shorter = gzip(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    return compressed.withLock { compressed in
      if case .tried(let known) = compressed { return known }
      compressed = .tried(shorter)
      return shorter
    }
  }

  /// Less than this fits a packet anyway.
  private static let worthwhile = 512
}
