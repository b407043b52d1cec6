/// What can be wrong with a store.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No room. Nothing was written; it may work again when there is room.
  case full(String)
  /// A write or a sync failed: what the disk holds is not known, so nothing more is written until a restart.
  case failed(String)
  /// Written by a Livery that knows more.
  case newerVersion(found: Int, known: Int)
  case corrupt(String)
  /// The place can't be used: not there, not permitted, not a log, or taken by another process.
  case unusable(String)

  /// The engine behind the store can't be reached or does not answer. Nothing was written.
  case away(String)
  /// The engine went away in the midst of a commit: whether it is written is not known.
  case inDoubt(String)

  /// Whether it can pass by itself; else only a restart helps.
  package var mayPass: Bool {
    switch self {
    case .full, .away, .inDoubt: true
    case .failed, .newerVersion, .corrupt, .unusable: false
    }
  }

  /// Whether the engine behind the store is to blame, which others may be able to reach.
  package var isAbsence: Bool {
    switch self {
    case .away, .inDoubt: true
    case .full, .failed, .newerVersion, .corrupt, .unusable: false
    }
  }

  /// Whether it keeps the log from being read: what is known of it is served on.
  package var hidesLog: Bool {
    if case .newerVersion = self { true } else { isAbsence }
  }

  package var description: String {
    switch self {
    case .full(let what): "there is no room to write: \(what)"
    case .failed(let what): "writing failed: \(what)"
    case .newerVersion(let found, let known):
      "it was written by a newer Livery (format \(found), this one knows up to \(known))"
    case .corrupt(let what): "it is damaged: \(what)"
    case .unusable(let what): what
    case .away(let what): "it can't be reached: \(what)"
    case .inDoubt(let what): "it went away while it committed: \(what)"
    }
  }
}
