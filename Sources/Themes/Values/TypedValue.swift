/// A named value as a theme says it, references not yet followed.
package struct TypedValue: Sendable, Hashable {
  /// The type; nil for a value without one: any JSON, as it stands.
  package let type: ValueType?
  package let content: Value

  package init(_ content: Value, type: ValueType? = nil) {
    self.content = content
    self.type = type
  }
}

extension TypedValue {
  /// A value that another one refers to, and what it must be there.
  package struct Use: Sendable, Hashable {
    package let name: String
    /// Any one of them.
    package let types: [ValueType]
    /// A Boolean value that indicates whether it stands for one item of a list.
    package let isItem: Bool
  }

  /// The named values that it refers to.
  package var uses: [Use] {
    guard let type else { return [] }
    var uses: [Use] = []
    Self.collect(content, .value(type), isItem: false, into: &uses)
    return uses
  }

  private static func collect(
    _ content: Value, _ part: ValueType.TypedPart, isItem: Bool, into uses: inout [Use]
  ) {
    switch (content, part) {
    case (.reference(let name, _), .value(.any)):
      uses.append(Use(name: name, types: ValueType.allCases, isItem: false))
    case (.reference(let name, _), .value(let type)):
      uses.append(Use(name: name, types: [type], isItem: isItem))
    case (.reference(let name, _), .height):
      uses.append(Use(name: name, types: [.number, .dimension], isItem: false))
    case (.object(let members), .value(.any)):
      for member in members { collect(member.value, part, isItem: false, into: &uses) }
    case (.list(let items), .dashes):
      for item in items { collect(item, .value(.dimension), isItem: false, into: &uses) }
    case (.list(let items), .value): for item in items { collect(item, part, isItem: true, into: &uses) }
    case (.object(let members), .value(let type)):
      for member in members {
        guard let part = type.part(named: member.name) else { continue }
        collect(member.value, part, isItem: false, into: &uses)
      }
    default: break
    }
  }
}
