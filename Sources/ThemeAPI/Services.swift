package import Changes
package import Renderings
package import Resolution

/// The settings that matter to responses, and the functions of the process that endpoints call.
/// No member has a default: a function that is left out would silently do nothing.
package struct Services: Sendable {
  /// Returns the current snapshot. It is called once for each request, so that a response is consistent.
  package let now: @Sendable () -> Snapshot
  package let clock: @Sendable () -> Timestamp
  package let zones: Zones
  package let limits: LookUpLimits
  package let uploads: UploadLimits
  package let caching: CachePolicy
  /// The length of the time slots of `Livery-Next` in seconds; 0 if it is off.
  package let crowdSlot: Int
  package var crossOrigin: CrossOrigin
  package var gate: Gate
  /// The version of the server, for the published interface.
  package let version: String
  /// The address at which clients reach this server, without a slash at the end; empty if the settings name none.
  package let publicURL: String
  /// Indicates whether the server speaks TLS itself.
  package let hasTLS: Bool
  package let web: WebResources
  /// Compresses bytes that are sent often, or returns nil if that fails.
  package let gzip: @Sendable ([UInt8]) -> [UInt8]?
  /// Decompresses deflated bytes to the given size, or returns nil for anything else.
  package let inflate: @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]?
  package let image: @Sendable (ImageFolder.ImageFile, Snapshot) -> FileOpening
  /// Stores the bytes of an uploaded image where they can be sent from, or returns nil if there is no room.
  package let hold: @Sendable ([UInt8]) -> (any ImageBytes)?
  /// The publisher if other servers write into its log too; nil otherwise.
  package let sharedLog: Publisher?
  /// Returns how many clients have what a channel shows, or nil if there is no such channel.
  package let clients: @Sendable (String) -> ClientReport?
  package let onWrite: @Sendable (WriteRecord) -> Void
  /// The threads for work outside of the workers; nil in most tests.
  package var background: BackgroundWork?
  /// The channels of hosts; none in most tests.
  package var hosts = Hosts()
  package let representations: RepresentationCache
  package let previews = Previews()
  package let comparisons = DraftComparisons()

  package init(
    now: @escaping @Sendable () -> Snapshot, clock: @escaping @Sendable () -> Timestamp, zones: Zones,
    limits: LookUpLimits, uploads: UploadLimits, caching: CachePolicy, crowdSlot: Int,
    crossOrigin: CrossOrigin, gate: Gate, version: String,
    publicURL: String, hasTLS: Bool, web: WebResources, gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    inflate: @escaping @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]?,
    image: @escaping @Sendable (ImageFolder.ImageFile, Snapshot) -> FileOpening,
    hold: @escaping @Sendable ([UInt8]) -> (any ImageBytes)?, sharedLog: Publisher?,
    clients: @escaping @Sendable (String) -> ClientReport?,
    onWrite: @escaping @Sendable (WriteRecord) -> Void, background: BackgroundWork?
  ) {
    (self.now, self.clock, self.zones, self.limits, self.uploads) = (now, clock, zones, limits, uploads)
    (self.caching, self.crowdSlot, self.crossOrigin, self.gate) = (caching, crowdSlot, crossOrigin, gate)
    (self.version, self.publicURL, self.hasTLS, self.web) = (version, publicURL, hasTLS, web)
    (self.gzip, self.inflate, self.image, self.hold) = (gzip, inflate, image, hold)
    (self.sharedLog, self.clients, self.onWrite, self.background) = (sharedLog, clients, onWrite, background)
    representations = RepresentationCache(limit: limits.cache)
  }

  /// Threads outside of the workers, for work that takes long.
  package struct BackgroundWork: Sendable {
    /// Submits work. Returns false if too much of this client, or of all, is waiting already.
    package let submit: @Sendable (Outcome.Turn, @escaping @Sendable () -> Void) -> Bool
    /// Wakes the clients that wait under this name.
    package let wake: @Sendable (String) -> Void

    package init(
      submit: @escaping @Sendable (Outcome.Turn, @escaping @Sendable () -> Void) -> Bool,
      wake: @escaping @Sendable (String) -> Void
    ) {
      (self.submit, self.wake) = (submit, wake)
    }
  }

  package struct LookUpLimits: Sendable, Hashable {
    /// The nodes of one batch.
    package var nodes = 10_000
    /// The levels of a tree.
    package var depth = 64
    /// The size of the cache of representations, in bytes.
    package var cache = 64 << 20

    package init() {}
  }

  package struct UploadLimits: Sendable, Hashable {
    /// The size of an unpacked package, in bytes.
    package var unpacked = 32 << 20
    /// The size of all uploaded images, in bytes.
    package var images = 64 << 20
    /// Indicates whether uploads may replace files of the config folder.
    package var overFiles = true

    package init() {}
  }
}

/// The services as one object: a client that waits holds a reference instead of all of them.
package final class SharedServices: Sendable {
  package let services: Services

  init(_ services: Services) { self.services = services }
}
