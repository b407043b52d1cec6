// From the documentation pages "Objective-C Runtime", "objc_setAssociatedObject" and "class_getSuperclass".

import Foundation

public enum objc_AssociationPolicy {
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC
}

/// The line of superclasses ends with `NSObject`, as it does on Apple's systems.
public func class_getSuperclass(_ type: AnyClass?) -> AnyClass? {
  guard let type, type != NSObject.self else { return nil }
  return _getSuperclass(type)
}

/// An object that has associations of its own.
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
