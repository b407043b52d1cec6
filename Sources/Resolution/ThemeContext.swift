internal import Themes

/// A theme where certain traits hold: everything that does not depend on class or place is decided.
///
/// Make one for each combination of traits, and ask it about any number of targets.
package struct ThemeContext: Sendable {
  package let theme: CompiledTheme
  package let traits: TraitValues
  let mask: TraitMask
  /// By number; nil for a color that is not there.
  private let colors: [Color?]
  /// What each of the theme's variables stands for here.
  private let variables: [ResolvedValue?]

  init(_ theme: CompiledTheme, _ traits: TraitValues) {
    self.theme = theme
    self.traits = traits
    mask = theme.table.traits.holding(traits.effective)
    // Compiling has tried every chain of opacities.
    colors = (try? theme.table.palette.colors(holding: mask)) ?? []
    var here = ValueResolver(theme: theme, mask: mask, colors: colors)
    theme.table.values.resolve(theme.table.ruleValues, in: &here)
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
    resolver.resolve(value)
  }

  /// One color of the theme, or why there is none.
  package func color(named name: String) throws(LookupError) -> ResolvedColor {
    if let id = theme.table.palette.id(of: name) {
      if let color = colors[id] { return ResolvedColor(color) }
      throw LookupError(
        .unknownColor, "The theme \(theme.name) has no color '\(name)' where these traits hold.")
    }
    let hint = NearestName.question(name, among: theme.table.palette.names)
    throw LookupError(.unknownColor, "The theme \(theme.name) has no color '\(name)'\(hint)")
  }

  /// One of the theme's other values, or why there is none.
  package func value(named name: String) throws(LookupError) -> ResolvedTypedValue {
    let values = theme.table.values
    if let id = values.id(of: name) {
      if let value = values.resolved(id, in: resolver) { return value }
      throw LookupError(
        .unknownValue, "The theme \(theme.name) has no value '\(name)' where these traits hold.")
    }
    let hint = NearestName.question(name, among: values.names)
    throw LookupError(.unknownValue, "The theme \(theme.name) has no value '\(name)'\(hint)")
  }

  /// All other values, in ascending order of their names.
  package var namedValues: [(name: String, value: ResolvedTypedValue)] {
    let values = theme.table.values
    let resolved = values.resolved(in: resolver)
    return values.names.compactMap { name in
      values.id(of: name).flatMap { resolved[$0] }.map { (name, $0) }
    }
  }

  private var resolver: ValueResolver { ValueResolver(theme: theme, mask: mask, colors: colors) }

  /// A color of the theme by its number; nil where it is not there.
  func resolved(color id: Int) -> ResolvedColor? { colors[id].map { ResolvedColor($0) } }
}
