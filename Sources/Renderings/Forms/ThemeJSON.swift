package import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as JSON.
package enum ThemeJSON {
  package static func render(
    _ theme: ResolvedTheme, kit: Kit, _ options: RenderingOptions = RenderingOptions()
  )
    -> [UInt8]
  {
    var json = JSONWriter(options.style)
    json.object { json in
      json.member("theme", theme.name)
      json.member("title", theme.title)
      json.member("kit", theme.kit)
      json.traits(theme.traits, of: kit)
      json.member("imagePrefix", theme.imagePrefix)
      json.strings("imagePrefixes", theme.imagePrefixes)
      if let transition = theme.transition {
        json.member("transition") { json in json.object { $0.member("duration", transition.duration) } }
      }
      json.member("colors") { json in
        json.object { json in for color in theme.colors { json.member(color.name, color.color.hex) } }
      }
      json.member("images") { json in
        json.object { json in
          for image in theme.images {
            json.member(image.name) { json in json.object { $0.image(image, options.origin) } }
          }
        }
      }
      json.member("values") { json in
        json.object { json in
          for entry in theme.values {
            json.member(entry.name) { json in
              json.object { $0.value(entry.value, of: entry.type) }
            }
          }
        }
      }
      json.member("appearance") { json in
        json.array { json in for entry in theme.appearance { write(entry, to: &json) } }
      }
    }
    return json.finished()
  }

  package static func write(_ entry: ResolvedTheme.ResolvedRule, to json: inout JSONWriter) {
    json.object { json in
      json.member("for", entry.target.description)
      if !entry.containers.isEmpty {
        json.member("in", entry.containers.map(\.description).joined(separator: "/"))
      }
      json.member("set") { json in
        json.object { json in
          for setting in entry.settings {
            json.member(setting.key.description) { $0.value(setting.value) }
          }
        }
      }
      let ranked = entry.settings.compactMap { setting in setting.rank.map { (setting.key, $0) } }
      guard !ranked.isEmpty else { return }
      json.member("rank") { json in
        json.object { json in for (key, rank) in ranked { json.member(key.description, rank) } }
      }
    }
  }
}
