/// Everything that can be set on a class: its own properties before inherited ones.
package struct ClassProperties: Sendable {
  /// What each class of the chain declares itself, by name, nearest first; those that declare nothing are left out.
  let declared: [[String: [Kit.Property]]]

  /// The property of this name with this number of axes.
  package func property(_ name: String, axisCount: Int) -> Kit.Property? {
    for properties in declared {
      if let found = properties[name]?.first(where: { $0.axes.count == axisCount }) { return found }
    }
    return nil
  }
}
