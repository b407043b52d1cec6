// From the documentation pages "EnvironmentKey", "EnvironmentValues", "ColorScheme", "accessibilityReduceMotion",
// "Environment" and "State".

import Foundation

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  public var colorScheme = ColorScheme.light
  /// Read-only in SwiftUI; here a test sets it.
  public var accessibilityReduceMotion = false
  var foregroundColor: Color?
  var tint: Color?

  /// The environment of the view whose body is evaluated.
  nonisolated(unsafe) static var current = EnvironmentValues()
}

public enum ColorScheme: Hashable, Sendable {
  case light, dark
}

@propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}

@propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set {
      box.value = newValue
      Screen.stateChanged()
    }
  }
}
