/// One tag of an XML document: `<dict>`, `</dict>` or `<dict/>`.
struct MarkupTag {
  enum Form {
    case opening, closing, empty
  }

  let name: String
  let form: Form
  /// The offset of its `<`.
  let start: Int

  func isNamed(_ name: String) -> Bool { self.name == name }

  /// As it is written, without attributes.
  var text: String {
    switch form {
    case .opening: "<\(name)>"
    case .closing: "</\(name)>"
    case .empty: "<\(name)/>"
    }
  }
}
