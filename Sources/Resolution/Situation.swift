internal import Themes

/// A theme where certain traits hold: everything that does not depend on class or place is decided.
///
/// Make one for each combination of traits, and ask it about any number of targets.
package struct Situation: Sendable {
  package let theme: CompiledTheme
  package let traits: TraitValues
  let mask: TraitMask
  private let colors: [Color]

  init(_ theme: CompiledTheme, _ traits: TraitValues) {
    self.theme = theme
    self.traits = traits
    mask = theme.traitTable.holding(traits.effective)
    // Compiling has tried every chain of opacities.
    colors = (try? theme.palette.colors(holding: mask)) ?? []
  }

  /// What a setting stands for here; nil where it blocks.
  func resolve(_ value: CompiledValue) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .constant(let value): value
    case .color(let id, let opacity): .color(ResolvedColor(faded(id, opacity)))
    case .image(let id): .image(theme.imageTable.image(id, holding: mask))
    case .composed(let value): resolve(value)
    }
  }

  /// What a value stands for here; nil where it blocks or names what the theme has not.
  func resolve(_ value: Value) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .color(.literal(let color)): .color(ResolvedColor(color))
    case .color(.reference(let name, let opacity)):
      theme.palette.ids[name].map { .color(ResolvedColor(faded($0, opacity))) }
    case .image(let name):
      .image(theme.imageTable.id(of: name).map { theme.imageTable.image($0, holding: mask) } ?? name)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    case .string(let string): .string(string)
    case .list(let items): .list(items.compactMap { resolve($0) })
    case .object(let members):
      .object(
        members.compactMap { member in
          resolve(member.value).map { ResolvedValue.Member(name: member.name, value: $0) }
        })
    }
  }

  private func faded(_ id: Int, _ opacity: Opacity) -> Color {
    if opacity == .opaque { return colors[id] }
    // Compiling has tried this opacity on every form of the colour.
    return (try? colors[id].faded(by: opacity)) ?? colors[id]
  }

  /// One colour of the theme, or why there is none.
  package func color(named name: String) throws(QuestionError) -> ResolvedColor {
    if let id = theme.palette.ids[name] { return ResolvedColor(colors[id]) }
    let hint = NearestName.question(name, among: theme.palette.ids.keys)
    throw QuestionError(.unknownColor, "The theme \(theme.name) has no colour '\(name)'\(hint)")
  }

  /// All colours, in ascending order of their names.
  package var namedColors: [(name: String, color: ResolvedColor)] {
    theme.palette.ids.sorted { $0.key < $1.key }.map { ($0.key, ResolvedColor(colors[$0.value])) }
  }
}
