/// What is said of a color, another value or a group beside what it is. Nothing that is drawn depends on it.
package struct Remark: Sendable, Hashable {
  package let description: String?
  package let deprecation: Deprecation?
  /// What other tools keep there: an object of any JSON.
  package let extensions: Value?

  package enum Deprecation: Sendable, Hashable {
    case plain
    case because(String)
  }

  package init(description: String? = nil, deprecation: Deprecation? = nil, extensions: Value? = nil) {
    self.description = description
    self.deprecation = deprecation
    self.extensions = extensions
  }

  package var isEmpty: Bool { description == nil && deprecation == nil && extensions == nil }
}
