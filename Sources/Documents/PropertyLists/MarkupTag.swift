/// One tag of an XML document: `<dict>`, `</dict>` or `<dict/>`.
struct MarkupTag {
  enum Form {
    case opening, closing, empty
  }

  package let name: String
  package let form: Form
  /// The offset of its `<`.
  package let start: Int

  package func isNamed(_ name: String) -> Bool { self.name == name }

  /// As it is written, without attributes.
  package var text: String {
    switch form {
    case .opening: "<\(name)>"
    case .closing: "</\(name)>"
    case .empty: "<\(name)/>"
    }
  }
}
