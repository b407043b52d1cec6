package import Changes
internal import Resolution
internal import Themes

/// The entity tag that `GET /v1/theme` has without traits: changes carry it, so that a client that has the
/// representation already need not ask.
package enum DefaultTag {
  /// Nil where there is no such theme.
  /// - Parameter origin: what stands before the paths of images, as in what is served.
  package static func of(theme name: String, in themeSet: ThemeSet, origin: String = "") -> String? {
    guard let theme = themeSet.catalog.themes[name],
      let traits = try? TraitValues([], kit: theme.kit.definition)
    else { return nil }
    let document = ThemeForm.json.render(
      theme.context(traits).resolved(), theme.kit.names, RenderingOptions(origin: origin))
    return EntityTag(of: document).description
  }
}
