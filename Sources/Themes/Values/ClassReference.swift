/// A class with at most one style, as a rule names it: `UIButton` or `UIButton.sure`.
package struct ClassReference: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let style: String?

  package init(_ name: String, style: String? = nil) {
    self.name = name
    self.style = style
  }

  package var description: String { style.map { "\(name).\($0)" } ?? name }
}
