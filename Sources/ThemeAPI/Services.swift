package import Changes
package import Renderings
package import Resolution

/// What endpoints are given beside the request: settings that matter to answers, and the things that only the
/// process has, as closures.
package struct Services: Sendable {
  /// What holds now. Asked once for each request, so that an answer is all of one moment.
  package var now: @Sendable () -> Snapshot
  package var limits = LookUpLimits()
  package var crossOrigin = CrossOrigin("*")
  package var server = Identity()
  /// Where clients reach this server, without a slash at the end; empty where nobody said so.
  package var publicURL = ""
  /// Whether it speaks TLS itself.
  package var hasTLS = false
  package var caching = CachePolicy()
  package let web: WebResources
  /// Compresses once what will be sent often; nil where that failed.
  package var gzip: @Sendable ([UInt8]) -> [UInt8]?
  /// Opens an image file of the catalog.
  package var image: @Sendable (ImageFolder.ImageFile) -> FileOpening = { _ in .gone }
  /// Unpacks what was deflated to so many bytes; nil for anything else.
  package var inflate: @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]? = { _, _ in nil }
  /// Puts the bytes of an uploaded image where they can be sent from; nil where there is no room.
  package var hold: @Sendable ([UInt8]) -> (any ImageBytes)? = { _ in nil }
  /// How much may be uploaded.
  package var uploads = UploadLimits()
  package var clock: @Sendable () -> Timestamp
  /// The publisher where others write into its log too; nil where nobody does.
  package var sharedLog: Publisher?
  /// Who may read and write.
  package var gate: Gate
  package let representations: RepresentationCache
  /// Told of each write, and of each that was refused.
  package var onWrite: @Sendable (WriteRecord) -> Void = { _ in }
  /// The threads for work outside of the workers; nil in most tests.
  package var background: BackgroundWork?

  /// Threads outside of the workers, for work that takes long.
  package struct BackgroundWork: Sendable {
    /// Submits work; false where too much is waiting already.
    package let submit: @Sendable (@escaping @Sendable () -> Void) -> Bool
    /// Wakes those who wait under this name.
    package let wake: @Sendable (String) -> Void

    package init(
      submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool,
      wake: @escaping @Sendable (String) -> Void
    ) {
      self.submit = submit
      self.wake = wake
    }
  }

  package struct LookUpLimits: Sendable, Hashable {
    /// Nodes in one batch.
    package var nodes = 10_000
    /// Levels of a tree.
    package var depth = 64
    /// What the representations may take together, in bytes.
    package var cache = 64 << 20

    package init() {}
  }

  package struct UploadLimits: Sendable, Hashable {
    /// What a package may unpack to, in bytes.
    package var unpacked = 32 << 20
    /// What all uploaded images may take together, in bytes.
    package var images = 64 << 20

    package init() {}
  }

  /// What the published interface says about this server.
  package struct Identity: Sendable, Hashable {
    package var version = "0.0.0"

    package init() {}
  }

  package init(
    limits: LookUpLimits = LookUpLimits(), web: WebResources, now: @escaping @Sendable () -> Snapshot,
    clock: @escaping @Sendable () -> Timestamp, gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    gate: Gate = Gate()
  ) {
    self.limits = limits
    self.web = web
    self.now = now
    self.clock = clock
    self.gzip = gzip
    self.gate = gate
    representations = RepresentationCache(limit: limits.cache)
  }
}

/// The services as one object: a client that waits holds a reference instead of all of them.
package final class SharedServices: Sendable {
  package let services: Services

  init(_ services: Services) { self.services = services }
}
