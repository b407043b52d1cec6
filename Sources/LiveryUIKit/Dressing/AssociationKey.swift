#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// An address under which an object keeps another.
  final class AssociationKey: Sendable {
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif
