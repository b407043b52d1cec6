#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

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
