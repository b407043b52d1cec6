/// One value or member name on the tape of a document that was read: sixteen bytes, in file order.
package struct JSONToken: Sendable {
  /// The byte offset in the low 28 bits, then whether it is a member's name, the shape in the high three.
  private let startAndShape: UInt32
  /// The tape index after the last descendant of an object or array, otherwise the byte offset after
  /// the text (for a string: of its closing quote).
  private let boundary: UInt32
  private let parentIndex: UInt32
  /// The position among its siblings; of a member's name, a small hash of its bytes.
  private let order: UInt32

  enum Shape: UInt32, Sendable {
    case object, array, string, escapedString, number, bool, null
    /// Text between two tags of XML, entities and all.
    case markup
  }

  /// The parent of the root.
  static let none = Int(UInt32.max)

  init(_ shape: Shape, start: Int, boundary: Int, parent: Int, order: Int, isName: Bool = false) {
    startAndShape = UInt32(truncatingIfNeeded: start) | shape.rawValue << 29 | (isName ? 1 << 28 : 0)
    self.boundary = UInt32(truncatingIfNeeded: boundary)
    parentIndex = UInt32(truncatingIfNeeded: parent)
    self.order = UInt32(truncatingIfNeeded: order)
  }

  package var start: Int { Int(startAndShape & 0x0fff_ffff) }
  package var end: Int { Int(boundary) }
  var parent: Int { Int(parentIndex) }
  var ordinal: Int { Int(order) }
  var isName: Bool { startAndShape & 1 << 28 != 0 }
  var shape: Shape { Shape(rawValue: startAndShape >> 29) ?? .null }
  package var isContainer: Bool { startAndShape >> 29 < Shape.string.rawValue }

  package var kind: JSONNode.Kind {
    switch shape {
    case .object: .object
    case .array: .array
    case .string, .escapedString, .markup: .string
    case .number: .number
    case .bool: .bool
    case .null: .null
    }
  }

  func closed(at boundary: Int) -> JSONToken {
    JSONToken(shape, start: start, boundary: boundary, parent: parent, order: ordinal)
  }
}
