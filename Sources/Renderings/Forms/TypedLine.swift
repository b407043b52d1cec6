internal import Documents
internal import Resolution
internal import Themes

/// Writes a value with parts as CSS has it in one line.
struct TypedLine: Sendable {
  package let colors: ColorSpelling

  /// Nil for what has no such line.
  package func text(_ content: TypedContent) -> String? {
    guard case .value(let type) = content.part else { return simple(content) }
    switch type {
    case .dimension, .duration, .number, .fontWeight, .fontFamily, .any: return simple(content)
    case .cubicBezier:
      return content.items.flatMap { joined($0, ", ") }.map { "cubic-bezier(\($0))" }
    case .strokeStyle: return content.members.isEmpty ? simple(content) : "dashed"
    case .border: return members(["width", "style", "color"], of: content)
    case .transition: return members(["duration", "delay", "timingFunction"], of: content)
    case .shadow: return content.items.map { list($0, shadow) } ?? shadow(content)
    case .gradient: return content.items.map { list($0, stop) } ?? stop(content)
    case .typography: return typography(content)
    }
  }

  /// A value without parts, or the lengths of dashes.
  private func simple(_ content: TypedContent) -> String? {
    if content.part == .value(.fontFamily) { return CSSText.fonts(content.families) }
    if content.part == .dashes { return content.items.flatMap { joined($0, " ") } }
    if let (number, unit) = content.quantity { return JSONWriter.shortest(number) + unit }
    switch content.value {
    case .color(let color): return colors.text(color, content.expression)
    case .number(let number): return JSONWriter.shortest(number)
    case .string(let word): return CSSText.written(word, as: .bare)
    case .image, .bool, .list, .object: return nil
    }
  }

  private func members(_ names: [String], of content: TypedContent) -> String? {
    let members = names.compactMap { content.member($0) }
    return members.count == names.count ? joined(members, " ") : nil
  }

  private func joined(_ parts: [TypedContent], _ joint: String) -> String? {
    let texts = parts.compactMap { text($0) }
    return texts.count == parts.count ? texts.joined(separator: joint) : nil
  }

  private func list(_ items: [TypedContent], _ text: (TypedContent) -> String?) -> String? {
    let texts = items.compactMap(text)
    return texts.count == items.count ? texts.joined(separator: ", ") : nil
  }

  private func shadow(_ content: TypedContent) -> String? {
    let isInside = content.member("inset")?.value == .bool(true)
    return members(["offsetX", "offsetY", "blur", "spread", "color"], of: content)
      .map { isInside ? "inset \($0)" : $0 }
  }

  /// A color and its place, in per cent of the way.
  private func stop(_ content: TypedContent) -> String? {
    guard let color = content.member("color").flatMap({ text($0) }),
      case .number(let position)? = content.member("position")?.value
    else { return nil }
    return "\(color) \(JSONWriter.shortest((position * 1e11).rounded() / 1e9))%"
  }

  private func typography(_ content: TypedContent) -> String? {
    guard let font = members(["fontWeight", "fontSize"], of: content),
      let family = content.member("fontFamily").flatMap({ text($0) })
    else { return nil }
    let height = content.member("lineHeight").flatMap { text($0) }.map { "/" + $0 } ?? ""
    return "\(font)\(height) \(family)"
  }
}
