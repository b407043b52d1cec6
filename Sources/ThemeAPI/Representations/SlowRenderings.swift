internal import Changes
internal import Synchronization

/// The renderings that take long. Each is made once beside the workers, for all clients that wait for it.
struct SlowWork: Sendable {
  fileprivate struct Finished: Sendable {
    let key: String
    let themeSet: ThemeSet
    let result: Result<Rendering, Refusal>
  }

  /// The renderings that are being made or are queued, by the names under which clients wait for them.
  fileprivate var underWay: Set<String> = []
  /// The last result. It may be too large to be cached, and the clients that waited for it have yet to receive it.
  fileprivate var last: Finished?
}

extension RepresentationCache {
  /// Returns the result that was rendered last, if it is this one.
  func finished(
    _ representation: Representation, in snapshot: Snapshot
  ) -> Result<Rendering, Refusal>? {
    slowWork.withLock { work in
      guard let last = work.last, last.key == representation.key, last.themeSet === snapshot.themeSet else {
        return nil
      }
      return last.result
    }
  }

  /// Renders a representation outside of the workers, unless that is under way.
  /// - Returns: the name under which to wait for it, or nil if too much is waiting already.
  func renderInBackground(
    _ representation: Representation, compressed: Bool, in snapshot: Snapshot, _ services: Services
  ) -> String? {
    guard let background = services.background else { return nil }
    // The name of a channel contains no blank.
    let name = "rendering \(representation.key)\(compressed ? " compressed" : "")"
    guard slowWork.withLock({ $0.underWay.insert(name).inserted }) else { return name }
    let isTaken = background.submit { [self] in
      let result = Result { () throws(Refusal) in
        let rendering = try rendering(representation, in: snapshot)
        if compressed { _ = rendering.compressed(by: services.gzip) }
        return rendering
      }
      let finished = SlowWork.Finished(
        key: representation.key, themeSet: snapshot.themeSet, result: result)
      let gone = slowWork.withLock { work in
        work.underWay.remove(name)
        defer { work.last = finished }
        return work.last
      }
      withExtendedLifetime(gone) {}
      background.wake(name)
    }
    guard isTaken else {
      _ = slowWork.withLock { $0.underWay.remove(name) }
      return nil
    }
    return name
  }
}
