internal import Synchronization

/// Bytes rendered once, with their validator; compressed once, when somebody first asks.
final class Document: Sendable {
  let bytes: [UInt8]
  let type: MediaType
  let tag: EntityTag
  private let compressed = Mutex<Compressed>(.untried)

  private enum Compressed {
    case untried
    case tried([UInt8]?)
  }

  init(_ bytes: [UInt8], type: MediaType) {
    self.bytes = bytes
    self.type = type
    tag = EntityTag(of: bytes)
  }

  /// Shorter bytes; nil where compressing is not worth it.
  func compressed(by gzip: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    guard bytes.count >= Self.worthwhile, type.isCompressible else { return nil }
    return compressed.withLock { compressed in
      if case .tried(let bytes) = compressed { return bytes }
      let shorter = gzip(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
      compressed = .tried(shorter)
      return shorter
    }
  }

  /// Less than this fits a packet anyway.
  private static let worthwhile = 512
}
