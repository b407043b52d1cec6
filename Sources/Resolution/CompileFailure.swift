package import Themes

/// Why themes can't be compiled: something that reading refuses was not refused.
package enum CompileFailure: Error, Sendable, Hashable {
  case libraryHasErrors
  case missingKit(theme: String, kit: String)
  case missingParent(theme: String, parent: String)
  case inheritanceCircle(theme: String)
  case unknownClass(theme: String, name: String)
  case unknownColor(theme: String, name: String)
  case colorCircle(theme: String, name: String)
  case valueCircle(theme: String, name: String)
  case opacityTooLong(theme: String, name: String)
}

extension CompileFailure {
  /// The failure as a problem of the theme's document.
  package func problem(in library: Library) -> Problem {
    let (theme, message) = words
    let file = theme.flatMap { library.sources[$0]?.name } ?? theme ?? ""
    return Problem(
      code: "does-not-compile", place: SourceLocation(file: file, line: 1, column: 1), message: message)
  }

  private var words: (theme: String?, message: String) {
    switch self {
    case .libraryHasErrors: (nil, "The library has errors.")
    case .missingKit(let theme, let kit): (theme, "There is no kit '\(kit)'.")
    case .missingParent(let theme, let parent): (theme, "There is no theme '\(parent)' to extend.")
    case .inheritanceCircle(let theme): (theme, "The theme '\(theme)' extends itself in a circle.")
    case .unknownClass(let theme, let name): (theme, "The kit has no class '\(name)'.")
    case .unknownColor(let theme, let name): (theme, "There is no color '\(name)'.")
    case .colorCircle(let theme, let name): (theme, "The color '\(name)' refers to itself in a circle.")
    case .valueCircle(let theme, let name): (theme, "The value '\(name)' refers to itself in a circle.")
    case .opacityTooLong(let theme, let name):
      (theme, "The opacities that '\(name)' multiplies have too many digits to be kept exact.")
    }
  }
}
