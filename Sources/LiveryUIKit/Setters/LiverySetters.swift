#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The setters of classes.
  @MainActor
  struct SetterTable {
    /// By class, then by key with a colon for each axis.
    var setters: [String: [String: any ThemeSetter]] = [:]
    /// Objects of UIKit's classes as UIKit makes them, by class.
    private(set) var samples: [String: @MainActor () -> [NSObject]] = [:]

    /// Adds the setters of one of UIKit's classes.
    /// - Parameter samples: Makes objects as UIKit does, one for each look that UIKit itself gives them.
    mutating func enter<Target: NSObject>(
      _ type: Target.Type, like samples: @escaping @MainActor () -> [NSObject] = { [] },
      _ body: (inout SetterList<Target>) -> Void
    ) {
      var list = SetterList<Target>()
      body(&list)
      let name = String(describing: type)
      setters[name] = list.setters
      self.samples[name] = samples
    }
  }

  /// The properties that a theme can set: UIKit's, and the ones that an app adds.
  ///
  /// This is a typed table, so the compiler checks each entry; there is no key-value coding and no selector
  /// made of strings. A key that is not in the table is logged once and skipped.
  @MainActor
  public enum LiverySetters {
    private static var table = uikit()
    private static var noted: Set<String> = []

    /// Adds a color property of an app's own class: `LiverySetters.add("Badge", "dotColor", \Badge.dotColor)`.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor?>
    ) {
      enter(className, key, .plain(.color, path))
    }

    /// Adds a color property that is never nil.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIColor>
    ) {
      enter(className, key, .fixed(.color, path))
    }

    /// Adds an image property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIImage?>
    ) {
      enter(className, key, .plain(.image, path))
    }

    /// Adds a font property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, UIFont>
    ) {
      enter(className, key, .fixed(.font, path))
    }

    /// Adds a number property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, CGFloat>
    ) {
      enter(className, key, .fixed(.number, path))
    }

    /// Adds a Boolean property.
    public static func add<View: UIView>(
      _ className: String, _ key: String, _ path: ReferenceWritableKeyPath<View, Bool>
    ) {
      enter(className, key, .fixed(.bool, path))
    }

    private static func enter(_ className: String, _ key: String, _ setter: some ThemeSetter) {
      table.setters[className, default: [:]][key] = setter
      ClassLine.settersChanged()
    }

    /// The classes of UIKit with their keys, each with a colon for each axis.
    static var keys: [String: Set<String>] { table.setters.mapValues { Set($0.keys) } }

    /// Returns the setter that a class has itself, not by its superclass.
    static func own(_ className: String, _ key: ThemeKey) -> (any ThemeSetter)? {
      table.setters[className]?[key.plain]
    }

    /// Returns a function that makes objects of one of UIKit's classes, as UIKit makes them.
    static func samples(of className: String) -> (@MainActor () -> [NSObject])? { table.samples[className] }

    static func note(_ key: ThemeKey, _ line: ClassLine) {
      guard noted.insert("\(line.id) \(key.plain)").inserted else { return }
      let name = line.names.last ?? ""
      NSLog("%@", "Livery: LiverySetters has no '\(key.plain)' for \(name); it is left as it is.")
    }
  }

  /// The setters of one of UIKit's classes.
  @MainActor
  struct SetterList<Target: NSObject> {
    private(set) var setters: [String: any ThemeSetter] = [:]

    mutating func set<Value>(_ key: String, _ setter: TypedSetter<Target, Value>) { setters[key] = setter }

    /// Adds a property with a value for each part that the axes of the key name. A value that a part only borrows from the
    /// part `plain` reads as unset.
    mutating func keyed<Value, Part: Equatable>(
      _ key: String, _ part: @escaping @MainActor (ThemeKey) -> Part?, _ kind: ThemeKind<Value>,
      plain: Part? = nil, _ set: @escaping @MainActor (Target, Value?, Part) -> Void,
      _ get: @escaping @MainActor (Target, Part) -> Value?
    ) {
      setters[key] = TypedSetter<Target, Value>(
        kind: kind,
        get: { target, key in
          guard let part = part(key), let value = get(target, part) else { return nil }
          if let plain, part != plain, kind.isSame(value, get(target, plain)) { return nil }
          return value
        },
        set: { target, value, key in if let part = part(key) { set(target, value, part) } })
    }

    /// Adds a property with a value for each state of a control.
    mutating func stated<Value>(
      _ key: String, _ kind: ThemeKind<Value>,
      _ set: @escaping @MainActor (Target, Value?, UIControl.State) -> Void,
      _ get: @escaping @MainActor (Target, UIControl.State) -> Value?
    ) { keyed(key, { $0.state }, kind, plain: .normal, set, get) }

    /// Adds a property with a value for each of a bar's metrics.
    mutating func measured<Value>(
      _ key: String, _ kind: ThemeKind<Value>,
      _ set: @escaping @MainActor (Target, Value?, UIBarMetrics) -> Void,
      _ get: @escaping @MainActor (Target, UIBarMetrics) -> Value?
    ) { keyed(key, { $0.metrics }, kind, set, get) }

    mutating func colors(_ paths: KeyValuePairs<String, ReferenceWritableKeyPath<Target, UIColor?>>) {
      for (key, path) in paths { set(key, .plain(.color, path)) }
    }

    mutating func images(_ paths: KeyValuePairs<String, ReferenceWritableKeyPath<Target, UIImage?>>) {
      for (key, path) in paths { set(key, .plain(.image, path)) }
    }

    mutating func numbers(_ paths: KeyValuePairs<String, ReferenceWritableKeyPath<Target, CGFloat>>) {
      for (key, path) in paths { set(key, .fixed(.number, path)) }
    }

    mutating func insets(_ paths: KeyValuePairs<String, ReferenceWritableKeyPath<Target, UIEdgeInsets>>) {
      for (key, path) in paths { set(key, .fixed(.insets, path)) }
    }

    mutating func flags(_ paths: KeyValuePairs<String, ReferenceWritableKeyPath<Target, Bool>>) {
      for (key, path) in paths { set(key, .fixed(.bool, path)) }
    }

    mutating func word<Value: Equatable>(
      _ key: String, _ path: ReferenceWritableKeyPath<Target, Value>, _ words: [String: Value]
    ) {
      set(key, .fixed(.word(words), path))
    }
  }

  /// A class of views or items, with its superclasses according to the runtime.
  ///
  /// Classes are distinguished by identity, because `FooController.Cell` and `BarController.Cell` have the same short
  /// name.
  @MainActor
  final class ClassLine {
    /// The names by which rules may call the class, the most exact first: `Shop_FooController_Cell`, then `Cell`.
    let names: [String]
    let above: ClassLine?
    /// The name for lookups, which no other class has.
    let id: String
    /// Indicates whether UIKit writes to its objects itself, as to the label in a button.
    let isInternal: Bool
    /// The setters that were found for keys, with nil for keys that none takes.
    private var setters: [ThemeKey: (any ThemeSetter)?] = [:]
    /// Objects of the class as UIKit makes them; nil before they are needed.
    private var samples: [NSObject]?

    private static var lines: [ObjectIdentifier: ClassLine] = [:]
    private static var linesByID: [String: ClassLine] = [:]
    private static let internals: Set<String> = [
      "UIButtonLabel", "UISegmentLabel", "UITextFieldLabel", "UITabBarButtonLabel", "UIDateLabel",
    ]

    static func of(_ type: AnyClass) -> ClassLine {
      if let line = lines[ObjectIdentifier(type)] { return line }
      let superclass: AnyClass? = class_getSuperclass(type)
      let short = String(describing: type)
      // The runtime puts such a class under an object that is observed.
      if short.contains("NSKVONotifying_"), let superclass {
        let line = of(superclass)
        lines[ObjectIdentifier(type)] = line
        return line
      }
      let line = ClassLine(
        [String(reflecting: type).split(separator: ".").joined(separator: "_"), short],
        superclass.map { of($0) })
      lines[ObjectIdentifier(type)] = line
      linesByID[line.id] = line
      return line
    }

    private init(_ names: [String], _ above: ClassLine?) {
      self.names = names[0] == names[1] ? [names[1]] : names
      self.above = above
      id = "\(names[1]) \(Self.linesByID.count)"
      isInternal =
        Self.internals.contains(names[1])
        || names[1].hasPrefix("_UI") && !names[1].hasPrefix("_UITableView")
    }

    /// The names of classes that lookups ask for.
    static var lineages: Lineages {
      Lineages(names: { id in
        MainActor.assumeIsolated {
          sequence(first: linesByID[id], next: { $0?.above }).prefix { $0 != nil }.flatMap { $0?.names ?? [] }
        }
      })
    }

    /// Returns the setter of the class or of its nearest superclass.
    func setter(of key: ThemeKey) -> (any ThemeSetter)? {
      if let setter = setters[key] { return setter }
      let found =
        names.lazy.compactMap { LiverySetters.own($0, key) }.first ?? above.flatMap { $0.setter(of: key) }
      setters[key] = .some(found)
      return found
    }

    /// Forgets which setters were found: the app has added one.
    static func settersChanged() { for line in lines.values { line.setters = [:] } }

    /// Returns objects as UIKit makes them, of the class or of its nearest superclass that UIKit has; none for a class
    /// that can't be made.
    var untouched: [NSObject] {
      if let samples { return samples }
      let made =
        names.lazy.compactMap { LiverySetters.samples(of: $0) }.first.map { $0() } ?? above?.untouched ?? []
      samples = made
      return made
    }

    /// Forgets the objects, which may have the fonts of another text size.
    static func samplesChanged() { for line in lines.values { line.samples = nil } }
  }
#endif
