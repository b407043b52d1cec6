internal import Bindings
internal import Documents
internal import Themes

extension WorkerPool {
  /// A thread for each core, the caller's among them.
  static let allCores = WorkerPool { work in
    // Where a thread can't be had, the others do its part.
    let others = (1..<max(1, ResourceLimits.cores)).compactMap { _ in
      try? SystemThread(named: "livery-pool", work)
    }
    work()
    for other in others { other.join() }
  }
}
