#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// A setter whose types the compiler has checked.
  @MainActor
  struct TypedSetter<Target: NSObject & UIAppearance, Value>: ThemeSetter {
    let kind: ThemeKind<Value>
    /// Whether UIKit may be asked to set this on views to come. A property of Swift alone must not: a proxy has none.
    var hasProxy = true
    let get: @MainActor (Target, ThemeKey) -> Value?
    let set: @MainActor (Target, Value?, ThemeKey) -> Void

    func dress(
      _ object: NSObject, _ key: ThemeKey, _ value: ThemeValue?, _ before: ThemeValue?, _ worn: WornValue?,
      _ pictures: ThemePictures
    ) -> WornValue? {
      guard let target = object as? Target else { return worn }
      let now = get(target, key)
      if let worn, !isOurs(now, worn) { return worn }
      guard let value else {
        if let worn { set(target, worn.original as? Value, key) }
        return nil
      }
      guard let next = kind.read(value, pictures) else { return worn }
      var original = worn == nil ? now : worn?.original as? Value
      if worn == nil, let before = before.flatMap({ kind.read($0, pictures) }) {
        // A proxy would have set what the theme before says: anything else is the app's own.
        guard hasProxy, kind.isSame(now, before) else { return nil }
        original = nil
      }
      set(target, next, key)
      return WornValue(original: original, put: next, seen: get(target, key))
    }

    /// Whether nobody else has set it since.
    private func isOurs(_ now: Value?, _ worn: WornValue) -> Bool {
      [worn.put, worn.seen, worn.original].contains { kind.isSame(now, $0 as? Value) }
    }

    func dressProxy(
      of type: AnyClass, in containers: [any UIAppearanceContainer.Type], _ key: ThemeKey,
      _ value: ThemeValue?,
      _ pictures: ThemePictures
    ) {
      guard hasProxy, let type = type as? Target.Type else { return }
      let next = value.flatMap { kind.read($0, pictures) }
      if value != nil, next == nil { return }
      set(
        containers.isEmpty ? type.appearance() : type.appearance(whenContainedInInstancesOf: containers),
        next, key)
    }
  }
#endif
