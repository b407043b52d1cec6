package import Documents

/// A theme as its file says it: checked against its kit, inheritance not yet applied.
package struct Theme: Sendable, Hashable {
  package typealias Colors = [String: Variants<ColorExpression>]
  package typealias Values = [String: Variants<TypedValue>]

  package var name: String
  package var title: String?
  /// The kit as written or inherited; `uikit` where nothing says otherwise.
  package var kit: String
  package var parent: String?
  /// The name of its document; every place in it is there.
  package var file: String
  package var imagePrefix: String?
  package var transition: Transition?
  package var colors: Colors = [:]
  /// Named images: what a rule's image value may stand for, so that a child can replace it.
  package var images: [String: Variants<String>] = [:]
  /// Other named values, such as fonts and numbers, for apps to ask for.
  package var values: Values = [:]
  /// Properties that the theme adds to classes of its kit, because a format knows them and the kit does not.
  /// Rules set them like any other; a question may name such a key when the theme sets it.
  package var addedProperties: [String: [Kit.Property]] = [:]
  /// Traits that the theme adds to its kit: they count for it, and for what is built on it.
  package var ownTraits: [String: Kit.Trait] = [:]
  package var rules: [Rule] = []
  /// The remarks on its colors and other values, by name.
  package var remarks: [String: Remark] = [:]
  /// The remarks on groups of them, by the part of the names that they share.
  package var groups: [String: Remark] = [:]
  /// The remark on the theme itself.
  package var about = Remark()

  /// Creates a theme without a title or content; `ThemeWriter` writes all that is set afterwards, and
  /// fingerprints follow from what it writes.
  package init(name: String, kit: String, parent: String? = nil, file: String = "") {
    self.name = name
    self.kit = kit
    self.parent = parent
    self.file = file
  }

  package struct Transition: Sendable, Hashable {
    /// Seconds.
    package let duration: Double

    package init(duration: Double) { self.duration = duration }
  }

  /// A value and what replaces it where traits match.
  package struct Variants<Content: Sendable & Hashable>: Sendable, Hashable {
    /// The value without traits; nil if there is only one where a variant holds.
    package let base: Content?
    /// The variants in file order: at an equal number of traits, the later wins.
    package let variants: [Variant]
    package let place: TextPosition

    package struct Variant: Sendable, Hashable {
      package let traits: [String: String]
      /// The content, or nil if the value is absent there.
      package let content: Content?
      package let place: TextPosition

      package init(traits: [String: String], content: Content?, place: TextPosition) {
        self.traits = traits
        self.content = content
        self.place = place
      }
    }

    /// Whatever it may be.
    package var contents: [Content] {
      // Most have no variant, and their contents are looked at for each theme that is compiled.
      variants.isEmpty ? base.map { [$0] } ?? [] : ([base] + variants.map(\.content)).compactMap(\.self)
    }

    package init(base: Content?, variants: [Variant] = [], place: TextPosition) {
      self.base = base
      self.variants = variants
      self.place = place
    }
  }
}

/// One entry of a theme's `appearance`.
package struct Rule: Sendable, Hashable {
  package let target: ClassReference
  /// Outermost first; empty for a rule without containers.
  package let containers: [ClassReference]
  /// Values in canonical form: a number as `Double` prints it, without a trailing `.0`.
  package let traits: [String: String]
  /// The settings in ascending order of the keys' bytes.
  package let settings: [RuleSetting]
  package let place: TextPosition

  package struct RuleSetting: Sendable, Hashable {
    package let key: PropertyKey
    package let value: Value
    package let place: TextPosition
    /// False for what the library that the file is for gives to nothing on the screen: nobody has to read it.
    package let isShown: Bool

    package init(key: PropertyKey, value: Value, place: TextPosition, isShown: Bool = true) {
      self.key = key
      self.value = value
      self.place = place
      self.isShown = isShown
    }
  }

  package init(
    target: ClassReference, containers: [ClassReference] = [], traits: [String: String] = [:],
    settings: [RuleSetting], place: TextPosition
  ) {
    self.target = target
    self.containers = containers
    self.traits = traits
    self.settings = settings
    self.place = place
  }
}

extension Theme.Variants<ColorExpression> {
  /// The colors that any of its values refers to. Not generic: what is, is looked up at run time by other targets,
  /// which was a fifth of the instructions that compiling a theme took.
  package var references: [String] { contents.compactMap(\.referenced) }
}

extension Theme.Variants<TypedValue> {
  /// The type of all its contents; nil if they have none.
  package var type: ValueType? { contents.lazy.compactMap(\.type).first }
}

extension PersistentMap<String, Theme> {
  /// The theme itself, then its parent, and so on, as far as they are known; a circle ends where it closes.
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
  package var mergedColors: [String: Theme.Variants<ColorExpression>] {
    dropFirst().reduce(into: first?.colors ?? [:]) { $0.merge($1.colors) { $1 } }
  }

  /// The remarks on their entries: a child that defines a name again replaces the parent's remark, too.
  package var mergedRemarks: [String: Remark] {
    var merged: [String: Remark] = [:]
    for theme in self {
      if !merged.isEmpty {
        for name in merged.keys where theme.colors[name] != nil || theme.values[name] != nil {
          merged[name] = nil
        }
      }
      merged.merge(theme.remarks) { $1 }
    }
    return merged
  }

  /// The remarks on groups; a child's replaces its parents'.
  package var mergedGroups: [String: Remark] { reduce(into: [:]) { $0.merge($1.groups) { $1 } } }

  /// Their other values, likewise.
  package var mergedValues: [String: Theme.Variants<TypedValue>] {
    dropFirst().reduce(into: first?.values ?? [:]) { $0.merge($1.values) { $1 } }
  }
}

extension Theme {
  /// The maximum number of colors, images, values and rules: outputs and memory grow with them.
  package static let mostNames = 65_536

  /// The number of these that it has itself.
  var nameCount: Int { colors.count + images.count + values.count + rules.count }

  static func tooManyNames(_ name: String, count: Int, withParents: Bool) -> Message {
    "'\(name)' has \(count) colors, images, values and rules\(withParents ? " with those of its parents" : ""); at most "
      + "\(mostNames) are served. Drop what is not used, or make several themes of it."
  }
}

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
