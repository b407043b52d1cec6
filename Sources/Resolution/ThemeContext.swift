internal import Themes

/// A theme where certain traits hold: everything that does not depend on class or place is decided.
///
/// Make one for each combination of traits, and ask it about any number of targets.
package struct ThemeContext: Sendable {
  package let theme: CompiledTheme
  package let traits: TraitValues
  let mask: TraitMask
  private let colors: [Color]
  /// What each of the theme's variables stands for here.
  private let variables: [ResolvedValue?]

  init(_ theme: CompiledTheme, _ traits: TraitValues) {
    self.theme = theme
    self.traits = traits
    mask = theme.table.traits.holding(traits.effective)
    // Compiling has tried every chain of opacities.
    colors = (try? theme.table.palette.colors(holding: mask)) ?? []
    let here = ValueResolver(theme: theme, mask: mask, colors: colors)
    variables = theme.table.variables.map { here.resolve($0) }
  }

  /// What a setting stands for here; nil where it blocks.
  @inline(__always)
  func resolve(_ value: CompiledValue) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .constant(let value): value
    case .variable(let id): variables[Int(id)]
    }
  }

  /// What a value that the client gives stands for here; nil where it blocks or names what the theme has not.
  func resolve(_ value: Value) -> ResolvedValue? {
    ValueResolver(theme: theme, mask: mask, colors: colors).resolve(value)
  }

  /// One color of the theme, or why there is none.
  package func color(named name: String) throws(LookupError) -> ResolvedColor {
    if let id = theme.table.palette.id(of: name) { return ResolvedColor(colors[id]) }
    let hint = NearestName.question(name, among: theme.table.palette.names)
    throw LookupError(.unknownColor, "The theme \(theme.name) has no color '\(name)'\(hint)")
  }

  /// One of the theme's other values, or why there is none.
  package func value(named name: String) throws(LookupError) -> ResolvedValue {
    let values = theme.table.values
    if let value = values.id(of: name).flatMap({ resolve(values.content(of: $0, holding: mask)) }) {
      return value
    }
    let hint = NearestName.question(name, among: values.names)
    throw LookupError(.unknownValue, "The theme \(theme.name) has no value '\(name)'\(hint)")
  }

  /// All other values, in ascending order of their names.
  package var namedValues: [(name: String, value: ResolvedValue)] {
    let values = theme.table.values
    return values.names.compactMap { name in
      values.id(of: name).flatMap { resolve(values.content(of: $0, holding: mask)) }.map { (name, $0) }
    }
  }

  /// A color of the theme by its number.
  func resolved(color id: Int) -> ResolvedColor { ResolvedColor(colors[id]) }
}
