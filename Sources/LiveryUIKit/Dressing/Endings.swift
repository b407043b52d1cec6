#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// Ends what its owner began when the owner goes.
  final class Endings: @unchecked Sendable {
    private var tasks: [Task<Void, Never>] = []
    private var observers: [any NSObjectProtocol] = []

    func add(_ task: Task<Void, Never>) { tasks.append(task) }
    func add(_ observer: any NSObjectProtocol) { observers.append(observer) }

    deinit {
      for task in tasks { task.cancel() }
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }
#endif
