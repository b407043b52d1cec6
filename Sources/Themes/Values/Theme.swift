package import Documents

/// A theme as its file says it: checked against its kit, inheritance not yet applied.
package struct Theme: Sendable, Hashable {
  package var name: String
  package var title: String?
  /// The kit as written or inherited; `uikit` where nothing says otherwise.
  package var kit: String
  package var parent: String?
  /// The name of its document; every place in it is there.
  package var file: String
  package var imagePrefix: String?
  package var transition: Transition?
  package var colors: [String: Variants<ColorExpression>] = [:]
  /// Named images: what a rule's image value may stand for, so that a child can replace it.
  package var images: [String: Variants<String>] = [:]
  /// Other named values, such as fonts and numbers, for apps to ask for.
  package var values: [String: Variants<TypedValue>] = [:]
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
