internal import Changes
internal import Synchronization

/// Renderings that take long, each made once beside the workers for all who wait for it.
struct SlowWork: Sendable {
  fileprivate struct Finished: Sendable {
    let key: String
    let themeSet: ThemeSet
    let result: Result<Rendering, Refusal>
  }

  /// What is being rendered or waits for it, by the names under which it is waited for.
  fileprivate var underWay: Set<String> = []
  /// What was finished last: it may be too large to be kept, and those who waited for it have still to get it.
  fileprivate var last: Finished?
}

extension RepresentationCache {
  /// Whether the rendering is there, so that a worker need only send it.
  func holds(_ representation: Representation, compressed: Bool, in snapshot: Snapshot) -> Bool {
    if let result = lastResult(of: representation, in: snapshot) {
      guard case .success(let rendering) = result else { return true }
      return rendering.tag(compressed: compressed) != nil
    }
    return found(representation, in: snapshot)?.tag(compressed: compressed) != nil
  }

  /// What was finished last, where it is this; why not, where it failed.
  func slowRendering(
    _ representation: Representation, in snapshot: Snapshot
  ) throws(Refusal) -> Rendering? {
    guard representation.isSlow else { return nil }
    return try lastResult(of: representation, in: snapshot)?.get()
  }

  private func lastResult(
    of representation: Representation, in snapshot: Snapshot
  ) -> Result<Rendering, Refusal>? {
    slowWork.withLock { work in
      guard let last = work.last, last.key == representation.key, last.themeSet === snapshot.themeSet else {
        return nil
      }
      return last.result
    }
  }

  /// Has it rendered beside the workers, unless it is being rendered already.
  /// - Returns: the name under which to wait for it; nil where too much is waiting already.
  func renderBeside(
    _ representation: Representation, compressed: Bool, in snapshot: Snapshot, _ services: Services
  ) -> String? {
    guard let beside = services.beside else { return nil }
    // No channel has a name with a blank in it.
    let name = "rendering \(representation.key)\(compressed ? " compressed" : "")"
    guard slowWork.withLock({ $0.underWay.insert(name).inserted }) else { return name }
    let isTaken = beside.submit { [self] in
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
      beside.wake(name)
    }
    guard isTaken else {
      _ = slowWork.withLock { $0.underWay.remove(name) }
      return nil
    }
    return name
  }
}
