internal import Changes

/// A change with the fingerprint that was written beside it.
struct WrittenChange: Sendable {
  let change: Change
  let fingerprint: Fingerprint
}

extension [WrittenChange] {
  /// Changes in order without a gap, each fingerprint following from the one before; throws where that is not so.
  /// - Parameter revision: the one that the chain begins after. It is the first among these unless it is the floor.
  func chain(after revision: UInt64, floor: LogFloor, limit: Int) throws(StoreError) -> [Change] {
    var last = (revision: revision, fingerprint: floor.fingerprint)
    var rest = self[...]
    if revision > floor.revision {
      guard let first = rest.popFirst(), first.change.revision == revision else {
        throw .corrupt("change \(revision) is missing")
      }
      last.fingerprint = first.fingerprint
    }
    for written in rest {
      guard written.change.revision == last.revision + 1 else {
        throw .corrupt("change \(last.revision + 1) is missing")
      }
      last = (written.change.revision, last.fingerprint.extended(by: written.change))
      guard last.fingerprint == written.fingerprint else {
        throw .corrupt("change \(written.change.revision) is not as it was written")
      }
    }
    return rest.prefix(limit).map(\.change)
  }
}
