internal import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as design tokens in the format of the community group's report 2025.10.
package enum ThemeTokens {
  package static func render(_ theme: ResolvedTheme, kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    let document = TokenDocument(theme, kit)
    var json = JSONWriter(options.style)
    json.object { json in
      json.member("$description", theme.about.description ?? theme.title)
      json.member("$extensions") { json in
        json.object { json in
          json.member(Remark.ownExtension) { json in own(theme, document, kit.definition, options, to: &json)
          }
          guard case .object(let others)? = theme.about.extensions else { return }
          for other in others where other.name != Remark.ownExtension {
            json.member(other.name) { other.value.write(to: &$0) }
          }
        }
      }
      document.root.writeMembers(to: &json) { document.reference(to: $0) }
    }
    return json.finished()
  }

  /// What no token says.
  private static func own(
    _ theme: ResolvedTheme, _ document: TokenDocument, _ kit: Kit, _ options: RenderingOptions,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("theme", theme.name)
      json.member("kit", theme.kit)
      json.traits(theme.traits, of: kit)
      let colors = theme.colors.filter { document.nameless.contains($0.name) }
      if !colors.isEmpty {
        json.member("colors") { json in
          json.object { json in for color in colors { json.member(color.name, color.color.hex) } }
        }
      }
      json.member("images") { json in
        json.object { json in
          for image in theme.images {
            json.member(image.name) { json in json.object { $0.image(image, options.origin) } }
          }
        }
      }
      let values = theme.values.filter { $0.type == nil || document.nameless.contains($0.name) }
      if !values.isEmpty {
        json.member("values") { json in
          json.object { json in
            for entry in values { json.member(entry.name) { entry.value.write(to: &$0) } }
          }
        }
      }
      guard !document.unsaid.isEmpty else { return }
      json.member("appearance") { json in
        json.array { json in for rule in document.unsaid { ThemeJSON.write(rule, to: &json) } }
      }
    }
  }
}
