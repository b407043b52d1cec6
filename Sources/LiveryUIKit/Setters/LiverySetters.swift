#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The setters by class, then by key with a colon for each axis.
  typealias SetterTable = [String: [String: any ThemeSetter]]

  /// The properties that a theme can set: UIKit's, and the ones that an app adds.
  ///
  /// This is a typed table, so the compiler checks each entry; there is no key-value coding and no selector
  /// made of strings. A key that is not in the table is logged once and skipped.
  @MainActor
  public enum LiverySetters {
    private static var classes: [String: AnyClass] = [:]
    private static var table = uikit()
    private static var noted: Set<String> = []

    /// Adds a color property of an app's own class: `LiverySetters.add("Badge", "dotColor", \Badge.dotColor)`.
    ///
    /// Views of that class are dressed while they are on screen. For a view that is added later, call `badge.livery.dress()`.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor?>
    ) {
      enter(className, View.self, key, .plain(.color, path, hasProxy: false))
    }

    /// Adds a color property that is never nil.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor>
    ) {
      enter(className, View.self, key, .fixed(.color, path, hasProxy: false))
    }

    /// Adds an image property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIImage?>
    ) {
      enter(className, View.self, key, .plain(.image, path, hasProxy: false))
    }

    /// Adds a font property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIFont>
    ) {
      enter(className, View.self, key, .fixed(.font, path, hasProxy: false))
    }

    /// Adds a number property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, CGFloat>
    ) {
      enter(className, View.self, key, .fixed(.number, path, hasProxy: false))
    }

    /// Adds a Boolean property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, Bool>
    ) {
      enter(className, View.self, key, .fixed(.bool, path, hasProxy: false))
    }

    private static func enter<View: UIView, Value>(
      _ className: String, _ type: View.Type, _ key: String, _ setter: TypedSetter<View, Value>
    ) {
      classes[className] = type
      table[className, default: [:]][key] = setter
    }

    /// Adds the setters of one of UIKit's classes.
    static func enter<Target: NSObject & UIAppearance>(
      _ type: Target.Type, into table: inout SetterTable, _ body: (inout SetterList<Target>) -> Void
    ) {
      enter(type)
      var list = SetterList<Target>()
      body(&list)
      table[String(describing: type)] = list.setters
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

  @MainActor
  struct SetterList<Target: NSObject & UIAppearance> {
    private(set) var setters: [String: any ThemeSetter] = [:]

    mutating func set<Value>(_ key: String, _ setter: TypedSetter<Target, Value>) { setters[key] = setter }
  }
#endif
