package import Documents
package import Themes

/// A whole theme for certain traits. Only containers are left for the client to apply.
package struct ResolvedTheme: Sendable, Hashable {
  package let name: String
  package let title: String
  package let kit: String
  /// The traits of the request, and the kit's defaults for the others. A large theme has only those that make a difference to
  /// it, so that it is rendered once for each variant.
  package let traits: [String: String]
  package let imagePrefix: String
  package let imagePrefixes: [String]
  package let transition: Theme.Transition?
  package let colors: [NamedColor]
  package let images: [ImageAnswer]
  package let fonts: [FontFamily]
  package let values: [NamedValue]
  /// An entry for each target in each container path, in the order of their first matching rules, parents first.
  package let appearance: [ResolvedRule]
  /// The remarks on colors and values, if the written form was requested.
  package let remarks: [String: Remark]
  /// The theme after those that it extends, if the written form was requested.
  package let generations: [Theme]
  /// The names that style sheets and resource files write otherwise, since another name has their form.
  package let flatNames: [String: String]

  package struct NamedColor: Sendable, Hashable {
    package let name: String
    package let color: ResolvedColor
    /// The color as the theme writes it for these traits, if requested: some outputs can refer to another color.
    package let written: ColorExpression?
    /// The color as exact as the theme has it, if requested; never a reference.
    package let exact: ColorExpression?
  }

  package struct NamedValue: Sendable, Hashable {
    package let name: String
    package let type: ValueType?
    package let value: ResolvedValue
    /// The value as the theme writes it for these traits, if requested.
    package let written: TypedValue?
    /// The written value with references to other values resolved; references to colors stay.
    package let followed: Value?
  }

  package struct ResolvedRule: Sendable, Hashable {
    package let target: ClassReference
    package let containers: [ClassReference]
    package let settings: [ResolvedSetting]

    package init(target: ClassReference, containers: [ClassReference], settings: [ResolvedSetting]) {
      (self.target, self.containers, self.settings) = (target, containers, settings)
    }
  }

  package struct ResolvedSetting: Sendable, Hashable {
    package let key: PropertyKey
    package let value: ResolvedValue?
    /// The value as the theme writes it, if requested.
    package let written: Value?
    /// A rank, if the order does not decide between entries that differ only in the names of their styles: the
    /// highest rank wins.
    package let rank: Int?
  }
}

extension ThemeContext {
  /// Returns the whole theme for these traits. Rules for the same target in the same containers are merged, and
  /// numbers 5 and 6 of precedence decide their keys.
  /// - Parameter isWritten: whether to include everything as the theme writes it.
  package func resolved(asWritten isWritten: Bool = false) -> ResolvedTheme {
    ResolvedTheme(
      name: theme.name, title: theme.title, kit: theme.kit.definition.name,
      traits: theme.isLarge ? theme.distinguished(traits.effective) : traits.effective,
      imagePrefix: theme.imagePrefix, imagePrefixes: theme.imagePrefixes, transition: theme.transition,
      colors: namedColors(asWritten: isWritten), images: namedImages, fonts: theme.fonts,
      values: namedValues(asWritten: isWritten), appearance: merged(isWritten),
      remarks: isWritten ? theme.table.generations.mergedRemarks : [:],
      generations: isWritten ? theme.table.generations : [], flatNames: theme.flatNames)
  }

  private func namedValues(asWritten isWritten: Bool) -> [ResolvedTheme.NamedValue] {
    let values = theme.table.values
    let followed = isWritten ? values.followed(holding: mask) : []
    return namedValues.map { name, value in
      let id = isWritten ? values.id(of: name) : nil
      return ResolvedTheme.NamedValue(
        name: name, type: value.type, value: value.value,
        written: id.flatMap { values.content(of: $0, holding: mask) }, followed: id.flatMap { followed[$0] })
    }
  }

  private func namedColors(asWritten isWritten: Bool) -> [ResolvedTheme.NamedColor] {
    let palette = theme.table.palette
    let expressions = isWritten ? palette.expressions(holding: mask) : []
    return palette.numbersInOrder.compactMap { id in
      resolved(color: id).map { color in
        ResolvedTheme.NamedColor(
          name: palette.name(of: id), color: color, written: isWritten ? expressions[id].written : nil,
          exact: isWritten ? expressions[id].exact : nil)
      }
    }
  }

  private func merged(_ isWritten: Bool) -> [ResolvedTheme.ResolvedRule] {
    let table = theme.table
    let places = MergedPlaces(table, holding: mask)
    let ranks = places.ranks
    return places.inOrder.map { rule, leaders in
      let settings = leaders.map { leader in
        ResolvedTheme.ResolvedSetting(
          key: table.keys[Int(leader.key)], value: resolve(setting: leader.setting),
          written: isWritten ? table.written(leader.setting, of: leader.claim.order) : nil,
          rank: ranks[leader.setting])
      }
      let source = table.source(of: rule)
      return ResolvedTheme.ResolvedRule(
        target: source.target, containers: source.containers, settings: settings)
    }
  }
}

extension ResolvedTheme {
  /// The theme with the names that style sheets and resource files write.
  package var withFlatNames: ResolvedTheme {
    guard !flatNames.isEmpty else { return self }
    func flat(_ name: String) -> String { flatNames[name] ?? name }
    return ResolvedTheme(
      name: name, title: title, kit: kit, traits: traits, imagePrefix: imagePrefix,
      imagePrefixes: imagePrefixes, transition: transition,
      colors: colors.map {
        NamedColor(
          name: flat($0.name), color: $0.color, written: $0.written?.renamed(flat), exact: $0.exact)
      }, images: images, fonts: fonts,
      values: values.map {
        NamedValue(
          name: flat($0.name), type: $0.type, value: $0.value,
          written: $0.written.map { TypedValue($0.content.renamed(flat), type: $0.type) },
          followed: $0.followed?.renamed(flat))
      },
      appearance: appearance.map { rule in
        ResolvedRule(
          target: rule.target, containers: rule.containers,
          settings: rule.settings.map {
            ResolvedSetting(
              key: $0.key, value: $0.value, written: $0.written?.renamed(flat), rank: $0.rank)
          })
      },
      remarks: Dictionary(remarks.map { (flat($0.key), $0.value) }) { $1 }, generations: generations,
      flatNames: [:])
  }
}

extension Value {
  /// Returns the value with other names in its references.
  fileprivate func renamed(_ rename: (String) -> String) -> Value {
    switch self {
    case .color(let color): .color(color.renamed(rename))
    case .reference(let name, let use): .reference(rename(name), use)
    case .list(let items): .list(items.map { $0.renamed(rename) })
    case .object(let members):
      .object(members.map { ValueMember(name: $0.name, value: $0.value.renamed(rename)) })
    case .blocked, .image, .number, .bool, .string: self
    }
  }
}

extension ColorExpression {
  fileprivate func renamed(_ rename: (String) -> String) -> ColorExpression {
    guard case .reference(let name, let opacity) = self else { return self }
    return .reference(name: rename(name), opacity: opacity)
  }
}

/// A value with all references resolved, ready for an app to draw with.
package enum ResolvedValue: Sendable, Hashable {
  case color(ResolvedColor)
  /// A bare image name, the theme's `images` already applied.
  case image(String)
  case number(Double)
  case bool(Bool)
  case string(String)
  case list([ResolvedValue])
  /// In ascending order of the names' bytes.
  case object([ResolvedMember])

  package struct ResolvedMember: Sendable, Hashable {
    package let name: String
    package let value: ResolvedValue
  }

  package func part(_ path: [String]) -> ResolvedValue? {
    path.reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.name == name }?.value
    }
  }

  /// Writes the value as JSON: colors as hex, images as names.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .color(let color): json.string(color.hex)
    case .image(let name): json.string(name)
    case .number(let number): json.number(number)
    case .bool(let bool): json.bool(bool)
    case .string(let string): json.string(string)
    case .list(let items): json.array { for item in items { item.write(to: &$0) } }
    case .object(let members):
      json.object { for member in members { $0.member(member.name) { member.value.write(to: &$0) } } }
    }
  }
}

/// A color as responses have it: eight bits for each channel, the opacity rounded.
package struct ResolvedColor: Sendable, Hashable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
  package let alpha: UInt8

  package init(_ color: Color) {
    (red, green, blue, alpha) = (color.red, color.green, color.blue, color.opacity.byte)
  }

  /// CSS hex in lower case, with alpha only where it is not 1.
  package var hex: String { Color.hex(red, green, blue, alpha: alpha) }
}

package struct ResolvedTypedValue: Sendable, Hashable {
  package let type: ValueType?
  package let value: ResolvedValue
}
