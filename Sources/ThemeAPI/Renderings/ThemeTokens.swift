internal import Resolution
internal import Themes

/// Writes a resolved theme as design tokens in the format of the community group's report 2025.10.
enum ThemeTokens {
  static func render(_ theme: ResolvedTheme, kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    let flat = FlatTheme(theme, kit)
    var root = TokenGroup()
    for item in flat.items {
      guard let token = token(item.value) else { continue }
      root.add(token, at: path(item))
    }
    var json = JSONWriter(options.style)
    json.object { json in
      json.member("$description", theme.title)
      json.member("$extensions") { json in
        json.object { json in
          json.member("org.livery") { json in own(theme, kit.definition, options, to: &json) }
        }
      }
      root.writeMembers(to: &json)
    }
    return json.finished()
  }

  /// Groups: the colors' own names, split at dots, since a token's name can't hold one.
  private static func path(_ item: FlatTheme.Item) -> [String] {
    let name = item.name
    let group = name.parts.count == 1 ? group(of: item) : name.parts[0] == "transition" ? "" : "appearance"
    let parts = name.parts.flatMap { part in
      // Bytes are told apart sooner than characters, and hardly any name holds a dot.
      part.utf8.contains(UInt8(ascii: ".")) ? part.split(separator: ".").map(String.init) : [part]
    }
    return (group.isEmpty ? [] : [group]) + parts
  }

  private static func group(of item: FlatTheme.Item) -> String {
    if case .color = item.value { "color" } else { "value" }
  }

  /// What has no type there is left to `$extensions`.
  private static func token(_ value: FlatTheme.Single) -> TokenGroup.Token? {
    switch value {
    case .color(let color): .color(color)
    case .number(let number): .number(number)
    case .duration(let seconds): .duration(seconds)
    case .image, .bool, .string, .edges: nil
    }
  }

  private static func own(
    _ theme: ResolvedTheme, _ kit: Kit, _ options: RenderingOptions, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("theme", theme.name)
      json.member("kit", theme.kit)
      json.traits(theme.traits, of: kit)
      json.member("images") { json in
        json.object { json in
          for image in theme.images {
            json.member(image.name) { json in json.object { $0.image(image, options.origin) } }
          }
        }
      }
      guard !theme.values.isEmpty else { return }
      json.member("values") { json in
        json.object { json in
          for entry in theme.values { json.member(entry.name) { entry.value.write(to: &$0) } }
        }
      }
    }
  }
}
