/// Everything that can be set on a class: its own properties before inherited ones.
package struct ClassProperties: Sendable {
  /// The properties that each class of the chain declares itself, by name, nearest first, without classes that declare none.
  let declared: [[String: [Kit.Property]]]

  /// The property of this name with this number of axes.
  package func property(_ name: String, axisCount: Int) -> Kit.Property? {
    for properties in declared {
      if let found = properties[name]?.first(where: { $0.axes.count == axisCount }) { return found }
    }
    return nil
  }
}
