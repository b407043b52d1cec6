#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// A setter of one property of a class.
  @MainActor
  protocol ThemeSetter {
    /// Prepares a value for all objects that will wear it.
    func piece(_ key: ThemeKey, _ value: ThemeValue, _ fitting: Fitting) -> any DressPiece
  }

  /// A value of a theme that is ready to be set.
  @MainActor
  protocol DressPiece {
    var key: ThemeKey { get }
    /// Sets the value.
    /// - Parameter worn: The value that was set before; nil if there is none.
    /// - Returns: The value that is set now; nil if the object has the app's own.
    func dress(_ object: NSObject, of line: ClassLine, _ worn: (any WornValue)?) -> (any WornValue)?
    /// Indicates whether the value needs an image that has not arrived.
    var isAwaited: Bool { get }
  }

  /// A value that is set on an object, and the one before it.
  @MainActor
  protocol WornValue: AnyObject {
    var key: ThemeKey { get }
    /// Sets the value before the first theme, unless the app has set another since.
    func takeOff(_ object: NSObject, _ fitting: Fitting)
  }

  /// A setter whose types are checked by the compiler.
  @MainActor
  final class TypedSetter<Target: NSObject, Value>: ThemeSetter {
    let kind: ThemeKind<Value>
    let get: @MainActor (Target, ThemeKey) -> Value?
    let set: @MainActor (Target, Value?, ThemeKey) -> Void
    /// Indicates whether the app owns the property of an object whatever its value is.
    let isOwn: (@MainActor (Target) -> Bool)?

    init(
      kind: ThemeKind<Value>, isOwn: (@MainActor (Target) -> Bool)? = nil,
      get: @escaping @MainActor (Target, ThemeKey) -> Value?,
      set: @escaping @MainActor (Target, Value?, ThemeKey) -> Void
    ) {
      (self.kind, self.isOwn, self.get, self.set) = (kind, isOwn, get, set)
    }

    func piece(_ key: ThemeKey, _ value: ThemeValue, _ fitting: Fitting) -> any DressPiece {
      TypedPiece(self, key, value, fitting)
    }

    /// Indicates whether an object that no theme has dressed has the value that UIKit gave it.
    fileprivate func isUntouched(_ target: Target, _ now: Value?, _ key: ThemeKey, _ line: ClassLine) -> Bool
    {
      if isOwn?(target) == true { return false }
      guard let now else { return true }
      let samples = line.untouched.compactMap { $0 as? Target }
      return samples.isEmpty
        || samples.contains { sample in
          guard let usual = get(sample, key) else { return false }
          return kind.isSame(usual, now) || kind.isLike?(usual, now) == true
        }
    }
  }

  @MainActor
  private final class TypedPiece<Target: NSObject, Value>: DressPiece {
    private let setter: TypedSetter<Target, Value>
    let key: ThemeKey
    private let source: ThemeValue
    private let fitting: Fitting
    private var value: Value?
    private(set) var isAwaited = true

    init(
      _ setter: TypedSetter<Target, Value>, _ key: ThemeKey, _ source: ThemeValue, _ fitting: Fitting
    ) {
      (self.setter, self.key, self.source, self.fitting) = (setter, key, source, fitting)
    }

    func dress(_ object: NSObject, of line: ClassLine, _ worn: (any WornValue)?) -> (any WornValue)? {
      guard let target = object as? Target else { return worn }
      if isAwaited {
        let awaited = fitting.awaited
        value = setter.kind.read(source, fitting)
        isAwaited = fitting.awaited != awaited
      }
      guard let value else { return worn }
      let now = setter.get(target, key)
      if let worn = worn as? Worn<Target, Value> {
        guard worn.isOurs(now, fitting) else { return worn }
        worn.source = source
        let isSet =
          setter.kind.isSame(now, value)
          || setter.kind.isSame(value, worn.put)
            && setter.kind.isSame(now, worn.seen)
        if isSet { return worn }
        setter.set(target, value, key)
        (worn.put, worn.seen) = (value, setter.get(target, key))
        return worn
      }
      guard setter.isUntouched(target, now, key, line) else { return nil }
      setter.set(target, value, key)
      return Worn(setter, key, source, original: now, put: value, seen: setter.get(target, key))
    }
  }

  @MainActor
  private final class Worn<Target: NSObject, Value>: WornValue {
    private let setter: TypedSetter<Target, Value>
    let key: ThemeKey
    var source: ThemeValue
    private let original: Value?
    var put: Value
    /// The value that was read after setting it.
    var seen: Value?

    init(
      _ setter: TypedSetter<Target, Value>, _ key: ThemeKey, _ source: ThemeValue,
      original: Value?, put: Value, seen: Value?
    ) {
      (self.setter, self.key, self.source) = (setter, key, source)
      (self.original, self.put, self.seen) = (original, put, seen)
    }

    /// Indicates whether the app has not set another value since.
    func isOurs(_ now: Value?, _ fitting: Fitting) -> Bool {
      let isSame = setter.kind.isSame
      if isSame(now, seen) || isSame(now, put) || isSame(now, original) { return true }
      // UIKit itself may have scaled a font.
      return setter.kind.isScaled && isSame(now, setter.kind.read(source, fitting))
    }

    func takeOff(_ object: NSObject, _ fitting: Fitting) {
      guard let target = object as? Target, isOurs(setter.get(target, key), fitting) else { return }
      setter.set(target, original, key)
    }
  }

  extension ThemeSetter {
    /// A property that may be unset.
    static func plain<Target: NSObject, Value>(
      _ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value?>
    ) -> Self where Self == TypedSetter<Target, Value> {
      TypedSetter(
        kind: kind, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in target[keyPath: path] = value })
    }

    /// A property that is always set.
    static func fixed<Target: NSObject, Value>(
      _ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value>
    ) -> Self where Self == TypedSetter<Target, Value> {
      TypedSetter(
        kind: kind, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in if let value { target[keyPath: path] = value } })
    }
  }
#endif
