import Changes
import Renderings
import ThemeAPI

extension Services {
  /// The services of a test, which needs few of them.
  init(
    limits: LookUpLimits = LookUpLimits(), web: WebResources, now: @escaping @Sendable () -> Snapshot,
    clock: @escaping @Sendable () -> Timestamp, gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    gate: Gate = Gate(), sharedLog: Publisher? = nil, crowdSlot: Int = 0, zones: Zones = .none
  ) {
    self.init(
      now: now, clock: clock, zones: zones, limits: limits, uploads: UploadLimits(), caching: CachePolicy(),
      crowdSlot: crowdSlot,
      crossOrigin: CrossOrigin("*"), gate: gate, version: "0.0.0", publicURL: "",
      hasTLS: false,
      web: web, gzip: gzip, inflate: { _, _ in nil }, image: { _, _ in .gone }, hold: { _ in nil },
      sharedLog: sharedLog, clients: { _ in nil }, onWrite: { _ in }, background: nil)
  }
}
