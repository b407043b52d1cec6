#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The properties that a theme can set: UIKit's, and those that an app adds.
  ///
  /// A typed table, so that the compiler checks each; no key-value coding, no selectors made of strings. A key that is
  /// not in it is noted once and skipped.
  @MainActor
  public enum LiverySetters {
    private static var classes: [String: AnyClass] = [:]
    /// By class, then by key without axes and their number.
    private static var table: [String: [String: any ThemeSetter]] = uikit()
    private static var noted: Set<String> = []

    /// Tells of a color of an app's own class: `LiverySetters.add("Badge", "dotColor", \Badge.dotColor)`.
    ///
    /// A view of that class is dressed while it is on screen. One that comes later says `badge.livery.dress()`.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor?>
    ) {
      add(className, key, .color, path)
    }

    /// The same for a color that is always there.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor>
    ) {
      add(className, key, .color, path)
    }

    /// The same for an image.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIImage?>
    ) {
      add(className, key, .image, path)
    }

    /// The same for a font.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIFont>
    ) {
      add(className, key, .font, path)
    }

    /// The same for a number.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, CGFloat>
    ) {
      add(className, key, .number, path)
    }

    /// The same for what is on or off.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, Bool>
    ) {
      add(className, key, .bool, path)
    }

    private static func add<View: UIView, Value>(
      _ className: String, _ key: String, _ kind: ThemeKind<Value>,
      _ path: ReferenceWritableKeyPath<View, Value?>
    ) {
      let setter = TypedSetter<View, Value>(
        kind: kind, hasProxy: false, get: { view, _ in view[keyPath: path] },
        set: { view, value, _ in view[keyPath: path] = value })
      enter(className, View.self, key, setter)
    }

    private static func add<View: UIView, Value>(
      _ className: String, _ key: String, _ kind: ThemeKind<Value>,
      _ path: ReferenceWritableKeyPath<View, Value>
    ) {
      let setter = TypedSetter<View, Value>(
        kind: kind, hasProxy: false, get: { view, _ in view[keyPath: path] },
        set: { view, value, _ in if let value { view[keyPath: path] = value } })
      enter(className, View.self, key, setter)
    }

    private static func enter(
      _ className: String, _ type: AnyClass, _ key: String, _ setter: any ThemeSetter
    ) {
      classes[className] = type
      table[className, default: [:]][key] = setter
    }

    /// Enters setters of one of UIKit's classes.
    static func enter<Target: NSObject & UIAppearance>(
      _ type: Target.Type, _ setters: [String: any ThemeSetter],
      into table: inout [String: [String: any ThemeSetter]]
    ) {
      let name = String(describing: type)
      classes[name] = type
      table[name, default: [:]].merge(setters) { _, new in new }
    }

    /// Lets rules name a class that has no setters of its own: as a target, or as a container.
    static func enter(_ type: AnyClass) { classes[String(describing: type)] = type }

    static func type(named name: String) -> AnyClass? { classes[name] ?? ClassNames.type(named: name) }

    static func setter(of key: String, for object: NSObject) -> (any ThemeSetter)? {
      setter(of: key, in: Swift.type(of: object))
    }

    /// The setter that the class has, or the nearest above it.
    static func setter(of key: String, in type: AnyClass) -> (any ThemeSetter)? {
      let parts = key.split(separator: ":")
      let plain = "\(parts.first ?? "")" + String(repeating: ":", count: max(parts.count - 1, 0))
      var next: AnyClass? = type
      while let type = next {
        if let setter = table[ClassNames.name(of: type)]?[plain] { return setter }
        next = class_getSuperclass(type)
      }
      if noted.insert(plain).inserted {
        NSLog("%@", "Livery: LiverySetters has no '\(plain)' for \(type); it is left as it is.")
      }
      return nil
    }
  }
#endif
