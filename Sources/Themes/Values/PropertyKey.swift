/// A property with its axis values, `name:axis:axis`, joined values in the axis's own order.
package struct PropertyKey: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let axisValues: [String]

  package init(_ name: String, _ axisValues: [String] = []) {
    self.name = name
    self.axisValues = axisValues
  }

  package var description: String { axisValues.reduce(name) { $0 + ":" + $1 } }
}
