// From the documentation pages "UIAppearance", "UIAppearanceContainer", "appearance(whenContainedInInstancesOf:)" and
// "appearance(for:)", and the archived guide "Customizing the Appearance of Views": a proxy records, a view is
// customized as it enters a window, a value that was set on the view itself stays.

import Foundation

/// A class that can contain others.
@MainActor
public protocol UIAppearanceContainer: NSObjectProtocol {}

/// A class that has appearance proxies.
@MainActor
public protocol UIAppearance: NSObjectProtocol {
  static func appearance() -> Self
  static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
}

/// The part that an object plays: itself, a proxy that records, or an object to which records are being applied.
enum AppearanceRole {
  case object, applying, proxy
}

@MainActor
public protocol AppearanceRecorder: AnyObject {
  /// Records a call on a proxy; false on any other object, which then carries the call out.
  func records(_ key: AnyHashable, _ call: @escaping @MainActor (AnyObject) -> Void) -> Bool
  /// Indicates whether a value that is set now is the object's own, and not that of a proxy.
  var isSetDirectly: Bool { get }
}

/// A property that proxies record. A write by a key path reads it first in builds without optimization, as on Apple's
/// systems; a proxy then returns the value of an object without settings.
@propertyWrapper
public struct Recorded<Value> {
  private var value: Value
  private var isDirect = false

  public init(wrappedValue: Value) { value = wrappedValue }

  @available(*, unavailable, message: "It is a property of a class.")
  public var wrappedValue: Value {
    get { fatalError("It is a property of a class.") }
    set { fatalError("It is a property of a class: \(newValue)") }
  }

  @MainActor
  public static subscript<Owner: AppearanceRecorder>(
    _enclosingInstance owner: Owner, wrapped path: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    get { owner[keyPath: storage].value }
    set {
      if owner.isSetDirectly { owner[keyPath: storage].isDirect = true }
      _ = owner.records(path) { object in
        guard let owner = object as? Owner, !owner[keyPath: storage].isDirect else { return }
        owner[keyPath: path] = newValue
      }
      owner[keyPath: storage].value = newValue
    }
  }
}

/// The values of properties with axes, such as a button's title colors, each recorded by proxies.
struct StatedValues {
  struct Key: Hashable {
    let name: String
    let axes: [Int]
  }

  private var values: [Key: Any] = [:]
  private var direct: Set<Key> = []

  subscript(name: String, axes: [Int]) -> Any? { values[Key(name: name, axes: axes)] }

  func isDirect(_ key: Key) -> Bool { direct.contains(key) }

  mutating func put(_ value: Any?, _ key: Key, isDirect: Bool) {
    if isDirect { direct.insert(key) }
    values[key] = value
  }
}

/// The records of all proxies. Nothing removes one: another call for the same property replaces it, also one with nil.
@MainActor
public enum AppearanceRecords {
  struct Record {
    let type: AnyClass
    let containers: [any UIAppearanceContainer.Type]
    let key: AnyHashable
    let call: @MainActor (AnyObject) -> Void
  }

  private static var records: [Record] = []
  static var proxies: [String: NSObject] = [:]

  /// Begins like a new process: a test calls it.
  public static func forget() {
    records = []
    proxies = [:]
  }

  static func add(_ record: Record) {
    records.removeAll {
      $0.type == record.type && $0.key == record.key
        && $0.containers.map(ObjectIdentifier.init) == record.containers.map(ObjectIdentifier.init)
    }
    records.append(record)
  }

  /// Applies the records for a class and its superclasses, those of superclasses and of fewer containers first.
  static func apply(to object: NSObject, inside containers: [UIResponder]) {
    guard !records.isEmpty else { return }
    var fitting: [(weight: Int, record: Record)] = []
    for record in records {
      guard let depth = depth(of: record.type, above: type(of: object)),
        isInside(record.containers, containers)
      else { continue }
      fitting.append((record.containers.count * 100 - depth, record))
    }
    for (_, record) in fitting.sorted(by: { $0.weight < $1.weight }) { record.call(object) }
  }

  private static func depth(of type: AnyClass, above lower: AnyClass) -> Int? {
    var next: AnyClass? = lower
    var depth = 0
    while let current = next {
      if current == type { return depth }
      (next, depth) = (class_getSuperclass(current), depth + 1)
    }
    return nil
  }

  /// Checks the containers, the innermost first; others may be between them.
  private static func isInside(
    _ wanted: [any UIAppearanceContainer.Type], _ containers: [UIResponder]
  ) -> Bool {
    var rest = containers[...]
    for type in wanted {
      let type: AnyClass = type
      guard let found = rest.firstIndex(where: { depth(of: type, above: Swift.type(of: $0)) != nil })
      else { return false }
      rest = rest[(found + 1)...]
    }
    return true
  }
}
