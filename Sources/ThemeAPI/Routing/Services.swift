package import Changes
package import Resolution

/// What endpoints are given beside the request: settings that matter to answers, and the things that only the
/// process has, as closures.
package struct Services: Sendable {
  /// What holds now. Asked once for each request, so that an answer is all of one moment.
  package var now: @Sendable () -> Snapshot
  package var limits = Limits()
  package var crossOrigin = CrossOrigin("*")
  package var server = Identity()
  package let web: WebResources
  /// Compresses once what will be sent often; nil where that failed.
  package var gzip: @Sendable ([UInt8]) -> [UInt8]?
  /// The bytes of an image file of the catalog; nil where they are gone.
  package var image: @Sendable (ImageFolder.File) -> [UInt8]? = { _ in nil }
  package var clock: @Sendable () -> Timestamp
  /// Whether a client may do such a thing: nil, or why not.
  package var admit: @Sendable (Request.Peer, _ authorization: String?, Operation.Access) -> Refusal?
  /// Whether reading needs a token, so that ready answers can't be given before `admit` was asked.
  package var guardsReads = false
  package let representations: RepresentationCache

  package struct Limits: Sendable, Hashable {
    /// Nodes in one batch.
    package var nodes = 10_000
    /// Levels of a tree.
    package var depth = 64
    /// What the representations may take together, in bytes.
    package var cache = 64 << 20

    package init() {}
  }

  /// What the published interface says about this server.
  package struct Identity: Sendable, Hashable {
    package var version = "0.0.0"

    package init() {}
  }

  package init(
    limits: Limits = Limits(), web: WebResources, now: @escaping @Sendable () -> Snapshot,
    clock: @escaping @Sendable () -> Timestamp, gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    admit: @escaping @Sendable (Request.Peer, String?, Operation.Access) -> Refusal? = { _, _, _ in nil }
  ) {
    self.limits = limits
    self.web = web
    self.now = now
    self.clock = clock
    self.gzip = gzip
    self.admit = admit
    representations = RepresentationCache(limit: limits.cache)
  }
}
