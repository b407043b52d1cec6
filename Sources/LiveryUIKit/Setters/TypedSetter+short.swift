#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// Short ways to write the table.
  extension TypedSetter {
    /// A property that may be unset.
    static func plain(_ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value?>) -> Self {
      Self(
        kind: kind, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in target[keyPath: path] = value })
    }

    /// A property that is always set.
    static func fixed(_ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value>) -> Self {
      Self(
        kind: kind, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in if let value { target[keyPath: path] = value } })
    }

    /// A property for each state of a control.
    static func stated(
      _ kind: ThemeKind<Value>, _ set: @escaping @MainActor (Target, Value?, UIControl.State) -> Void,
      _ get: @escaping @MainActor (Target, UIControl.State) -> Value?
    ) -> Self {
      Self(
        kind: kind, get: { target, key in key.state.flatMap { get(target, $0) } },
        set: { target, value, key in if let state = key.state { set(target, value, state) } })
    }

    /// A property for each of a bar's metrics.
    static func metered(
      _ kind: ThemeKind<Value>, _ set: @escaping @MainActor (Target, Value?, UIBarMetrics) -> Void,
      _ get: @escaping @MainActor (Target, UIBarMetrics) -> Value?
    ) -> Self {
      Self(
        kind: kind, get: { target, key in key.metrics.flatMap { get(target, $0) } },
        set: { target, value, key in if let metrics = key.metrics { set(target, value, metrics) } })
    }
  }
#endif
