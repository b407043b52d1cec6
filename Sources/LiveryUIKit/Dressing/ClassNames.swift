#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// Classes by the names that themes give them, as far as they have been met.
  @MainActor
  enum ClassNames {
    private static var classes: [String: AnyClass] = [:]

    static func name(of type: AnyClass) -> String {
      let name = String(describing: type)
      if classes[name] == nil { classes[name] = type }
      return name
    }

    static func type(named name: String) -> AnyClass? { classes[name] }

    /// The class of an object with the styles it carries.
    static func styledClass(of object: NSObject) -> StyledClass {
      StyledClass(name(of: Swift.type(of: object)), styles: ViewOutfit.of(object)?.styles ?? [])
    }

    /// The lines of superclasses as the runtime has them.
    static var lineages: Lineages {
      let above: @MainActor (String) -> String? = { name in
        classes[name].flatMap { class_getSuperclass($0) }.map { self.name(of: $0) }
      }
      return Lineages { name in MainActor.assumeIsolated { above(name) } }
    }
  }
#endif
