internal import Resolution
internal import Themes

/// A resolved theme as one list of names and single values: what forms without structure are written from.
///
/// Rules with containers are not in it, since a name can't say where a thing stands.
struct FlatTheme: Sendable {
  /// One value, its name in parts: each form joins them in its own way.
  struct Item: Sendable, Hashable {
    let name: FlatName
    let value: Single
  }

  enum Single: Sendable, Hashable {
    case color(ResolvedColor)
    case image(ImageAnswer)
    case number(Double)
    case bool(Bool)
    case string(String)
    /// Seconds.
    case duration(Double)
  }

  private(set) var items: [Item] = []
  private let images: [String: ImageAnswer]

  init(_ theme: ResolvedTheme) {
    images = Dictionary(theme.images.map { ($0.name, $0) }) { first, _ in first }
    for color in theme.colors { items.append(Item(name: .color(color.name), value: .color(color.color))) }
    for entry in theme.values {
      switch entry.value {
      // What has several parts has no form of its own without a type.
      case .list, .object: continue
      case .color, .image, .number, .bool, .string: add(entry.value, named: .value(entry.name))
      }
    }
    for image in theme.images { items.append(Item(name: .image(image.name), value: .image(image))) }
    if let transition = theme.transition {
      items.append(Item(name: .transition, value: .duration(transition.duration)))
    }
    for entry in theme.appearance where entry.containers.isEmpty {
      for setting in entry.settings {
        guard let value = setting.value else { continue }
        add(value, named: .setting(entry.target, setting.key))
      }
    }
  }

  private mutating func add(_ value: ResolvedValue, named name: FlatName) {
    switch value {
    case .color(let color): items.append(Item(name: name, value: .color(color)))
    case .image(let image):
      items.append(Item(name: name, value: images[image].map { .image($0) } ?? .string(image)))
    case .number(let number): items.append(Item(name: name, value: .number(number)))
    case .bool(let bool): items.append(Item(name: name, value: .bool(bool)))
    case .string(let string): items.append(Item(name: name, value: .string(string)))
    case .list(let list):
      for (index, item) in list.enumerated() { add(item, named: name.member(String(index))) }
    case .object(let members):
      for member in members { add(member.value, named: name.member(member.name)) }
    }
  }
}
