/// A description of a color, another value or a group. Nothing that is drawn depends on it.
package struct Remark: Sendable, Hashable {
  package let description: String?
  package let deprecation: Deprecation?
  /// The data of other tools: an object of any JSON.
  package let extensions: Value?
  /// A Boolean value that indicates whether it belongs to the token that stands for its group, `$root`.
  package let isRoot: Bool

  package enum Deprecation: Sendable, Hashable {
    case plain
    case because(String)
  }

  package init(
    description: String? = nil, deprecation: Deprecation? = nil, extensions: Value? = nil,
    isRoot: Bool = false
  ) {
    self.description = description
    self.deprecation = deprecation
    self.extensions = extensions
    self.isRoot = isRoot
  }

  package var isEmpty: Bool { description == nil && deprecation == nil && extensions == nil && !isRoot }
}

extension Remark {
  /// The extension with members of a token document that the format does not define.
  package static let unknownProperties = "org.livery.unknown"
  /// The member of that extension with a type that the format does not define.
  package static let foreignType = "$type"
  /// The extension of a document that Livery wrote: what it says is made anew.
  package static let ownExtension = "org.livery"

  /// The type of a token that is none of the format's.
  package var tokenType: String? {
    guard case .string(let word)? = extensions?.member(Self.unknownProperties)?.member(Self.foreignType)
    else {
      return nil
    }
    return word
  }

  /// The same remark without the type.
  package var withoutTokenType: Remark {
    guard tokenType != nil, let extensions, let unknown = extensions.member(Self.unknownProperties) else {
      return self
    }
    var rest = extensions.without(Self.unknownProperties)
    if let others = unknown.without(Self.foreignType) {
      rest = (rest ?? .object([])).adding([Value.ValueMember(name: Self.unknownProperties, value: others)])
    }
    return Remark(description: description, deprecation: deprecation, extensions: rest, isRoot: isRoot)
  }
}

extension Value {
  fileprivate func member(_ name: String) -> Value? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// An object without a member; nil where nothing is left.
  package func without(_ name: String) -> Value? {
    guard case .object(let members) = self else { return self }
    let rest = members.filter { $0.name != name }
    return rest.isEmpty ? nil : .object(rest)
  }

  /// An object with more members, in ascending order.
  package func adding(_ more: [ValueMember]) -> Value {
    guard case .object(let members) = self else { return self }
    let names = Set(more.map(\.name))
    let all = members.filter { !names.contains($0.name) } + more
    return .object(all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// An object with more members of the object that is one of its members.
  package func adding(_ more: [ValueMember], to name: String) -> Value {
    let inner = (member(name) ?? .object([])).adding(more)
    return adding([ValueMember(name: name, value: inner)])
  }
}
