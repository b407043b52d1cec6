internal import Documents
package import Resolution
package import Themes

/// The pieces that several answers are made of.
extension JSONWriter {
  /// A member with the traits that count, numbers as numbers.
  package mutating func traits(_ traits: TraitValues, of kit: Kit) { self.traits(traits.effective, of: kit) }

  package mutating func traits(_ values: [String: String], of kit: Kit) {
    member("traits") { json in
      json.object { json in
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
          if case .number = kit.traits[name]?.domain, let number = Double(value) {
            json.member(name, number)
          } else {
            json.member(name, value)
          }
        }
      }
    }
  }

  /// A member with the traits that a theme has of its own; nothing where it has none.
  package mutating func ownTraits(_ traits: [String: Kit.Trait]) {
    guard !traits.isEmpty else { return }
    member("traits") { json in
      json.object { json in
        for (name, trait) in traits.sorted(by: { $0.key < $1.key }) {
          guard case .values(let values) = trait.domain else { continue }
          json.member(name) { json in
            json.object { json in
              json.strings("values", values)
              if let standard = trait.defaultValue { json.member("default", standard) }
            }
          }
        }
      }
    }
  }

  /// A member with a look's values by key.
  package mutating func set(_ entries: [Look.KeyedValue]) {
    member("set") { json in
      json.object { json in
        for entry in entries { json.member(entry.key.description) { entry.value.write(to: &$0) } }
      }
    }
  }

  /// The members of an image's answer.
  /// - Parameter origin: what stands before the path of its address.
  package mutating func image(_ image: ImageAnswer, _ origin: String) {
    member("candidates") { json in json.array { json in for name in image.candidates { json.string(name) } } }
    guard let file = image.file else { return }
    member("file", file.name)
    member("url", origin + file.url)
  }

  /// A value, or `null` where nothing is set.
  package mutating func value(_ value: ResolvedValue?) {
    if let value { value.write(to: &self) } else { null() }
  }

  /// The members of a named value: its type, where it has one, and what it is.
  package mutating func value(_ value: ResolvedValue, of type: ValueType?) {
    if let type, type != .any { member("type", type.rawValue) }
    member("value") { value.write(to: &$0) }
  }
}

extension ImageFolder.ImageFile {
  /// The path of an address that names the bytes, so that they can be kept for ever. A file of the folder may be called
  /// anything, and an address holds little of that as it stands.
  package var url: String { "/v1/files/\(fingerprint)/\(name.percentEscaped(keeping: "@"))" }
}
