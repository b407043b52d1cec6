import Foundation

// The functions of the Objective-C runtime on Apple's systems.

public enum objc_AssociationPolicy {
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC
}

public func class_getSuperclass(_ type: AnyClass?) -> AnyClass? { type.flatMap { _getSuperclass($0) } }

/// Whatever has associations of its own.
protocol Associating: AnyObject {
  var associations: [UnsafeRawPointer: Any] { get set }
}

public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  (object as? any Associating)?.associations[key] = value
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  (object as? any Associating)?.associations[key]
}
