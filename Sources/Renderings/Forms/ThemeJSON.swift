package import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as JSON.
package enum ThemeJSON {
  package static func render(
    _ theme: ResolvedTheme, kit: Kit, _ options: RenderingOptions = RenderingOptions()
  ) -> [UInt8] {
    var json = JSONWriter(options.style)
    json.object { json in
      json.member("theme", theme.name)
      json.member("title", theme.title)
      json.member("kit", theme.kit)
      json.traits(theme.traits, of: kit)
      json.member("imagePrefix", theme.imagePrefix)
      json.strings("imagePrefixes", theme.imagePrefixes)
      if let transition = theme.transition {
        json.object("transition") { $0.member("duration", transition.duration) }
      }
      json.colors(theme.colors)
      json.images(theme.images, options.origin)
      if !theme.fonts.isEmpty { json.fonts(theme.fonts, options.origin) }
      json.object("values") { json in
        for entry in theme.values { json.object(entry.name) { $0.value(entry.value, of: entry.type) } }
      }
      json.objects("appearance", for: theme.appearance) { write($1, to: &$0) }
    }
    return json.finished()
  }

  static func write(_ rule: ResolvedTheme.ResolvedRule, to json: inout JSONWriter) {
    json.member("for", rule.target.description)
    if !rule.containers.isEmpty {
      json.member("in", rule.containers.map(\.description).joined(separator: "/"))
    }
    json.object("set") { json in
      for setting in rule.settings { json.member(setting.key.description) { $0.value(setting.value) } }
    }
    let ranked = rule.settings.compactMap { setting in setting.rank.map { (setting.key, $0) } }
    guard !ranked.isEmpty else { return }
    json.object("rank") { json in for (key, rank) in ranked { json.member(key.description, rank) } }
  }
}

/// The members that several responses have.
extension JSONWriter {
  /// Writes the traits of a lookup, numbers as numbers.
  package mutating func traits(_ traits: TraitValues, of kit: Kit) { self.traits(traits.effective, of: kit) }

  package mutating func traits(_ values: [String: String], of kit: Kit) {
    object("traits") { json in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if case .number = kit.traits[name]?.domain, let number = Double(value) {
          json.member(name, number)
        } else {
          json.member(name, value)
        }
      }
    }
  }

  /// Writes the traits that a theme declares itself, if any.
  package mutating func ownTraits(_ traits: [String: Kit.Trait]) {
    guard !traits.isEmpty else { return }
    object("traits") { json in
      for (name, trait) in traits.sorted(by: { $0.key < $1.key }) {
        guard case .values(let values) = trait.domain else { continue }
        json.object(name) { json in
          json.strings("values", values)
          if let standard = trait.defaultValue { json.member("default", standard) }
        }
      }
    }
  }

  /// Writes the values of a look by their keys.
  package mutating func set(_ entries: [Look.KeyedValue]) {
    object("set") { json in
      for entry in entries { json.member(entry.key.description) { entry.value.write(to: &$0) } }
    }
  }

  mutating func colors(_ colors: [ResolvedTheme.NamedColor]) {
    object("colors") { json in for color in colors { json.member(color.name, color.color.hex) } }
  }

  mutating func images(_ images: [ImageAnswer], _ origin: String) {
    object("images") { json in for image in images { json.object(image.name) { $0.image(image, origin) } } }
  }

  mutating func fonts(_ families: [FontFamily], _ origin: String) {
    object("fonts") { json in
      for family in families {
        json.objects(family.name, for: family.faces) { json, face in
          json.font(face.file, origin)
          face.face.writeMembers(to: &json)
        }
      }
    }
  }

  /// Writes the members of a font's file.
  package mutating func font(_ file: ImageFolder.ImageFile, _ origin: String) {
    member("file", file.name)
    member("url", origin + file.url)
    member("sha256", file.fingerprint)
    member("bytes", file.bytes)
  }

  /// - Parameter origin: the prefix of the path of its URL.
  package mutating func image(_ image: ImageAnswer, _ origin: String) {
    array("candidates") { json in for name in image.candidates { json.string(name) } }
    guard let file = image.file else { return }
    member("file", file.name)
    member("url", origin + file.url)
  }

  /// Writes a value, or `null` if there is none.
  package mutating func value(_ value: ResolvedValue?) {
    if let value { value.write(to: &self) } else { null() }
  }

  /// Writes the members of a named value: its type, if it has one, and the value.
  package mutating func value(_ value: ResolvedValue, of type: ValueType?) {
    if let type, type != .any { member("type", type.rawValue) }
    member("value") { value.write(to: &$0) }
  }
}

extension ImageFolder.ImageFile {
  /// The path of a URL that names the bytes, so that caches can keep them permanently.
  package var url: String { "/v1/files/\(fingerprint)/\(name.percentEscaped(keeping: "@"))\(query)" }
}
