#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The properties that a theme can set: those of UIKit, and those that an app adds.
  ///
  /// This is a typed table, so the compiler checks each entry; there is no key-value coding and no selector
  /// made of strings. A key that is not in the table is logged once and skipped.
  @MainActor
  public enum LiverySetters {
    private static var classes: [String: AnyClass] = [:]
    /// The setters by class, then by key with a colon for each axis.
    private static var table: [String: [String: any ThemeSetter]] = uikit()
    private static var noted: Set<String> = []

    /// Adds a color property of an app's own class: `LiverySetters.add("Badge", "dotColor",
    /// \Badge.dotColor)`.
    ///
    /// Views of that class are dressed while they are on screen. For a view that is added later, call
    /// `badge.livery.dress()`.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor?>
    ) {
      add(className, key, .color, path)
    }

    /// Adds a color property that is never nil.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor>
    ) {
      add(className, key, .color, path)
    }

    /// Adds an image property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIImage?>
    ) {
      add(className, key, .image, path)
    }

    /// Adds a font property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIFont>
    ) {
      add(className, key, .font, path)
    }

    /// Adds a number property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, CGFloat>
    ) {
      add(className, key, .number, path)
    }

    /// Adds a Boolean property.
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

    /// Adds the setters of one of UIKit's classes.
    static func enter<Target: NSObject & UIAppearance>(
      _ type: Target.Type, _ setters: [String: any ThemeSetter],
      into table: inout [String: [String: any ThemeSetter]]
    ) {
      let name = String(describing: type)
      classes[name] = type
      table[name, default: [:]].merge(setters) { _, new in new }
    }

    /// Lets rules name a class without setters of its own: as a target, or as a container.
    static func enter(_ type: AnyClass) { classes[String(describing: type)] = type }

    static func type(named name: String) -> AnyClass? { classes[name] ?? ClassNames.type(named: name) }

    static func setter(of key: String, for object: NSObject) -> (any ThemeSetter)? {
      setter(of: key, in: Swift.type(of: object))
    }

    /// Returns the setter of the class or of its nearest superclass.
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
