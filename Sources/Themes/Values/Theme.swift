package import Documents

/// A theme of one document: checked against its kit, inheritance not yet applied.
package struct Theme: Sendable, Hashable {
  package typealias Colors = [String: Variants<ColorExpression>]
  package typealias Values = [String: Variants<TypedValue>]

  package var name: String
  package var title: String?
  /// The kit as written or inherited; `uikit` by default.
  package var kit: String
  package var parent: String?
  /// The name of its document; every place in it is there.
  package var file: String
  package var imagePrefix: String?
  package var transition: Transition?
  package var colors: Colors = [:]
  /// The named images, which rules refer to and a child can replace.
  package var images: [String: Variants<String>] = [:]
  /// The faces of fonts by family. A family without any is taken away from the parents'.
  package var fonts: [String: [FontFace]] = [:]
  package var values: Values = [:]
  /// The properties that the theme adds to classes of its kit, because a format has them and the kit does not.
  package var addedProperties: [String: [Kit.Property]] = [:]
  /// The traits that the theme adds to its kit, for itself and for the themes that extend it.
  package var ownTraits: [String: Kit.Trait] = [:]
  package var rules: [Rule] = []
  package var remarks: [String: Remark] = [:]
  /// The groups of them that have remarks or are empty, by the part of the names that they share.
  package var groups: [String: Group] = [:]
  package var about = Remark()

  /// Creates a theme without a title or content; `ThemeWriter` writes all that is set afterwards, and
  /// fingerprints follow from what it writes.
  package init(name: String, kit: String, parent: String? = nil, file: String = "") {
    (self.name, self.kit, self.parent, self.file) = (name, kit, parent, file)
  }

  package struct Group: Sendable, Hashable {
    package let remark: Remark
    package let place: TextPosition

    package init(_ remark: Remark, at place: TextPosition) { (self.remark, self.place) = (remark, place) }
  }

  package struct Transition: Sendable, Hashable {
    /// Seconds.
    package let duration: Double

    package init(duration: Double) { self.duration = duration }
  }

  /// A value and what replaces it where traits match.
  package struct Variants<Content: Sendable & Hashable>: Sendable, Hashable {
    /// The value without traits; nil if there are only variants.
    package let base: Content?
    /// The variants in file order: at an equal number of traits, the later wins.
    package let variants: [Variant]
    package let place: TextPosition

    package struct Variant: Sendable, Hashable {
      package let traits: [String: String]
      package let content: Content?
      package let place: TextPosition

      package init(traits: [String: String], content: Content?, place: TextPosition) {
        (self.traits, self.content, self.place) = (traits, content, place)
      }
    }

    /// All contents that it may have.
    package var contents: [Content] {
      // Most have no variant, and the contents are needed for each theme that is compiled.
      variants.isEmpty ? base.map { [$0] } ?? [] : ([base] + variants.map(\.content)).compactMap(\.self)
    }

    package init(base: Content?, variants: [Variant] = [], place: TextPosition) {
      (self.base, self.variants, self.place) = (base, variants, place)
    }
  }
}

package struct Rule: Sendable, Hashable {
  package let target: ClassReference
  /// Outermost first; empty for a rule without containers.
  package let containers: [ClassReference]
  /// Values in canonical form: a number as `Double` prints it, without a trailing `.0`.
  package let traits: [String: String]
  package let settings: [RuleSetting]
  package let place: TextPosition

  package struct RuleSetting: Sendable, Hashable {
    package let key: PropertyKey
    package let value: Value
    package let place: TextPosition
    /// False for a setting that the file's library applies to nothing on the screen, so its contrast does not matter.
    package let isShown: Bool

    package init(key: PropertyKey, value: Value, place: TextPosition, isShown: Bool = true) {
      (self.key, self.value, self.place, self.isShown) = (key, value, place, isShown)
    }
  }

  package init(
    target: ClassReference, containers: [ClassReference] = [], traits: [String: String] = [:],
    settings: [RuleSetting], place: TextPosition
  ) {
    (self.target, self.containers, self.traits) = (target, containers, traits)
    (self.settings, self.place) = (settings, place)
  }
}

extension Theme.Variants<ColorExpression> {
  /// The colors that any of its values refers to. Not generic: the run-time lookups of a generic one from other targets took
  /// a fifth of the instructions of compiling a theme.
  package var references: [String] { contents.compactMap(\.referenced) }
}

extension Theme.Variants<TypedValue> {
  package var type: ValueType? { contents.lazy.compactMap(\.type).first }
}

extension PersistentMap<String, Theme> {
  /// Returns the theme, then its parent, and so on, as far as they are known; a circle ends where it closes.
  func lineage(of name: String) -> [Theme] {
    var lineage: [Theme] = []
    var seen: Set<String> = []
    var next: String? = name
    while let name = next, let theme = self[name], seen.insert(name).inserted {
      lineage.append(theme)
      next = theme.parent
    }
    return lineage
  }
}

extension Collection<Theme> {
  /// The colors of generations, the oldest first: a child's definition replaces its parents'.
  package var mergedColors: Theme.Colors {
    dropFirst().reduce(into: first?.colors ?? [:]) { $0.merge($1.colors) { $1 } }
  }

  /// The remarks on entries: a child that defines a name again replaces the parent's remark, too.
  package var mergedRemarks: [String: Remark] {
    reduce(into: [:]) { merged, theme in
      for name in merged.keys where theme.colors[name] != nil || theme.values[name] != nil {
        merged[name] = nil
      }
      merged.merge(theme.remarks) { $1 }
    }
  }

  package var mergedGroups: [String: Theme.Group] { reduce(into: [:]) { $0.merge($1.groups) { $1 } } }

  /// The names of colors, values and groups in the order of the documents, the oldest generation first.
  package var namesInOrder: [String] {
    var seen: Set<String> = []
    return flatMap(\.namesInOrder).filter { seen.insert($0).inserted }
  }

  /// The families with their faces: a child's family replaces its parents'.
  package var mergedFonts: [String: [FontFace]] {
    reduce(into: [:]) { $0.merge($1.fonts) { $1 } }.filter { !$0.value.isEmpty }
  }

  package var mergedValues: Theme.Values {
    dropFirst().reduce(into: first?.values ?? [:]) { $0.merge($1.values) { $1 } }
  }
}

extension Theme {
  /// A name that a group inherits has its place elsewhere in the document, and follows the group's.
  fileprivate var namesInOrder: [String] {
    let placed =
      groups.map { ($0.key, $0.value.place) } + colors.map { ($0.key, $0.value.place) }
      + values.map { ($0.key, $0.value.place) }
    let names = placed.map { name, place in
      let dots = groups.isEmpty ? [] : name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }
      // The own token of a group, its `$root`, has the name of the group.
      let above = (dots.map { String(name[..<$0]) } + [name]).compactMap { groups[$0]?.place }
      let around = above.max() ?? place
      return (name: name, group: Swift.max(around, place), own: place)
    }
    return names.sorted { ($0.group, $0.own, $0.name) < ($1.group, $1.own, $1.name) }.map(\.name)
  }

  /// The maximum number of colors, images, values and rules, since outputs and memory grow with them.
  package static let mostNames = 65_536

  var nameCount: Int { colors.count + images.count + values.count + rules.count }

  static func tooManyNames(_ name: String, count: Int, withParents: Bool) -> Message {
    "'\(name)' has \(count) colors, images, values and rules\(withParents ? " with those of its parents" : ""); at most "
      + "\(mostNames) are served. Drop what is not used, or make several themes of it."
  }
}

/// A description of a color, another value or a group, on which nothing that is drawn depends.
package struct Remark: Sendable, Hashable {
  package let description: String?
  package let deprecation: Deprecation?
  /// The data of other tools: an object of any JSON.
  package let extensions: Value?
  /// Indicates whether it belongs to the token that stands for its group, `$root`.
  package let isRoot: Bool

  package enum Deprecation: Sendable, Hashable {
    case plain
    case because(String)
  }

  package init(
    description: String? = nil, deprecation: Deprecation? = nil, extensions: Value? = nil,
    isRoot: Bool = false
  ) {
    (self.description, self.deprecation) = (description, deprecation)
    (self.extensions, self.isRoot) = (extensions, isRoot)
  }

  package var isEmpty: Bool { description == nil && deprecation == nil && extensions == nil && !isRoot }

  /// The extension with members of a token document that the format does not define.
  package static let unknownProperties = "org.livery.unknown"
  /// The member of that extension with a type that the format does not define.
  package static let foreignType = "$type"
  /// The extension of a document that Livery wrote, whose content is computed again.
  package static let ownExtension = "org.livery"

  package var tokenType: String? {
    let path = [Self.unknownProperties, Self.foreignType]
    guard case .string(let word)? = extensions?.part(path) else { return nil }
    return word
  }

  /// The extension of a group with the type that it sets for its tokens, and the group that it extends. A theme does not
  /// depend on them; a token document is written with them as it was.
  package static let groupWords = "org.livery.group"

  /// Returns a word of that extension: `type` or `extends`.
  package func groupWord(_ name: String) -> String? {
    guard case .string(let word)? = extensions?.part([Self.groupWords, name]) else { return nil }
    return word
  }

  /// The remark without that extension.
  package var withoutGroupWords: Remark {
    Remark(
      description: description, deprecation: deprecation, extensions: extensions?.without(Self.groupWords),
      isRoot: isRoot)
  }

  /// The extension of something deprecated with its replacement, and the version since which it is.
  package static let lifecycle = "org.livery.deprecated"

  /// Returns extensions with those details of a deprecation.
  package static func extensions(_ extensions: Value?, _ details: [Value.ValueMember]?) -> Value? {
    guard let details, !details.isEmpty else { return extensions }
    return (extensions ?? .object([])).adding(details, to: lifecycle)
  }

  /// The reason for the deprecation with the version and the replacement, without a period; nil for what is not deprecated.
  package var deprecationWords: String? {
    var words: [String] = []
    switch deprecation {
    case nil: return nil
    case .plain: break
    case .because(let reason): words = ["\(reason.prefix(200).printable)"]
    }
    if words.first?.hasSuffix(".") ?? false { words[0].removeLast() }
    words += detail("since").map { ["since \($0.prefix(200).printable)"] } ?? []
    words += replacement.map { ["use {\($0.prefix(200).printable)}"] } ?? []
    return words.joined(separator: "; ")
  }

  /// The name of what to use instead.
  package var replacement: String? {
    detail("replacedBy").map {
      $0.hasPrefix("{") && $0.hasSuffix("}") ? String($0.dropFirst().dropLast()) : $0
    }
  }

  private func detail(_ name: String) -> String? {
    guard case .string(let text)? = extensions?.part([Self.lifecycle, name]) else { return nil }
    return text
  }

  /// Indicates whether the text of a value without a type is no more than text. A style sheet can write what a token document
  /// has in place of a length, a time or another quantity as it is.
  package var isText: Bool {
    tokenType.map { type in type != "color" && !ValueType.allCases.contains { $0.rawValue == type } } ?? true
  }

  package var withoutTokenType: Remark {
    guard tokenType != nil, let extensions, let unknown = extensions.part([Self.unknownProperties]) else {
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
  /// Returns an object without a member; nil if nothing is left.
  package func without(_ name: String) -> Value? {
    guard case .object(let members) = self else { return self }
    let rest = members.filter { $0.name != name }
    return rest.isEmpty ? nil : .object(rest)
  }

  /// Returns an object with more members, in ascending order.
  package func adding(_ more: [ValueMember]) -> Value {
    guard case .object(let members) = self else { return self }
    let names = Set(more.map(\.name))
    let all = members.filter { !names.contains($0.name) } + more
    return .object(all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  package func adding(_ more: [ValueMember], to name: String) -> Value {
    let inner = (part([name]) ?? .object([])).adding(more)
    return adding([ValueMember(name: name, value: inner)])
  }
}
