package import Themes

/// A whole theme where certain traits hold, only containment left to whoever gets it.
package struct ResolvedTheme: Sendable, Hashable {
  package let name: String
  package let title: String
  package let kit: String
  /// The traits that count, the kit's defaults among them.
  package let traits: [String: String]
  package let imagePrefix: String
  package let imagePrefixes: [String]
  package let transition: Theme.Transition?
  package let colors: [NamedColor]
  package let images: [ImageAnswer]
  package let values: [NamedValue]
  /// One entry for each target in each container path, in the order of their first matching rules, parents first.
  package let appearance: [ResolvedRule]
  /// What is said of its colors and values, and of groups of them, where what is written was asked for.
  package let remarks: [String: Remark]
  package let groups: [String: Remark]
  package let about: Remark

  package struct NamedColor: Sendable, Hashable {
    package let name: String
    package let color: ResolvedColor
    /// The color as it is written for these traits, where that was asked for: some outputs can refer to another one.
    package let written: ColorExpression?
    /// The color as exact as the theme has it, where that was asked for: it refers to none.
    package let exact: ColorExpression?
  }

  package struct NamedValue: Sendable, Hashable {
    package let name: String
    /// Nil for what has none.
    package let type: ValueType?
    package let value: ResolvedValue
    /// The value as it is written for these traits, where that was asked for.
    package let written: TypedValue?
    /// The same with other values followed, so that references to colors are all that is left.
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
    /// Nil where a rule blocks.
    package let value: ResolvedValue?
    /// The value as the theme says it, where that was asked for.
    package let written: Value?
    /// Where the order of entries does not say which of several wins that differ in the names of their styles alone:
    /// the higher one does.
    package let rank: Int?
  }
}

extension ThemeContext {
  /// Everything of the theme that these traits leave: the rules that match them, those for the same target in
  /// the same containers made one, their keys decided by numbers 5 and 6.
  /// - Parameter isWritten: whether everything is wanted as the theme writes it, too.
  package func resolved(asWritten isWritten: Bool = false) -> ResolvedTheme {
    ResolvedTheme(
      name: theme.name, title: theme.title, kit: theme.kit.definition.name, traits: traits.effective,
      imagePrefix: theme.imagePrefix, imagePrefixes: theme.imagePrefixes, transition: theme.transition,
      colors: namedColors(asWritten: isWritten), images: namedImages,
      values: namedValues(asWritten: isWritten), appearance: merged(isWritten),
      remarks: isWritten ? theme.table.generations.mergedRemarks : [:],
      groups: isWritten ? theme.table.generations.mergedGroups : [:],
      about: isWritten ? theme.table.generations.last?.about ?? Remark() : Remark())
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
    let exact = isWritten ? palette.exactColors(holding: mask) : []
    return palette.names.enumerated().sorted { $0.element < $1.element }.compactMap { id, name in
      resolved(color: id).map { color in
        ResolvedTheme.NamedColor(
          name: name, color: color, written: isWritten ? palette.expression(of: id, holding: mask) : nil,
          exact: isWritten ? exact[id] : nil)
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
          key: table.keys[Int(leader.key)], value: resolve(table.settingValues[Int(leader.setting)]),
          written: isWritten ? table.written(leader.setting, of: leader.claim.order) : nil,
          rank: ranks[leader.setting])
      }
      let source = table.source(of: rule)
      return ResolvedTheme.ResolvedRule(
        target: source.target, containers: source.containers, settings: settings)
    }
  }
}
