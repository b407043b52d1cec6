package import Themes

extension CompiledKit {
  /// Reads a key as a question names it, for this class: joined axis values are put in the axis's own order.
  package func key(
    parsing text: some StringProtocol, ofClass className: String
  ) throws(LookupError) -> PropertyKey {
    let parts = String(text).split(separator: Character(":"), omittingEmptySubsequences: false).map(
      String.init)
    let name = parts.first ?? ""
    let written = PropertyKey(name, Array(parts.dropFirst()))
    let overloads = properties(ofClass: className).filter { $0.name == name }
    guard let property = overloads.first(where: { $0.axes.count == parts.count - 1 }) else {
      throw mismatch(written, className, overloads)
    }
    var values: [String] = []
    for (axisName, value) in zip(property.axes, parts.dropFirst()) {
      values.append(try axisValue(value, axisName))
    }
    return PropertyKey(name, values)
  }

  private func mismatch(
    _ key: PropertyKey, _ className: String, _ overloads: [Kit.Property]
  ) -> LookupError {
    guard let overload = overloads.first else {
      let names = properties(ofClass: className).map(\.name)
      let hint = NearestName.question(key.name, among: names)
      return LookupError(.unknownProperty, "\(className) has no property '\(key.name)'\(hint)")
    }
    let forms = overloads.map { ([$0.name] + $0.axes.map { "<\($0)>" }).joined(separator: ":") }
    let example = PropertyKey(
      overload.name, overload.axes.map { kit.axes[$0]?.fallback ?? kit.axes[$0]?.values.first ?? "" })
    return LookupError(
      .wrongAxisCount,
      "\(className).\(key.name) is written \(forms.joined(separator: " or ")), such as \(example).")
  }

  private func axisValue(_ text: String, _ axisName: String) throws(LookupError) -> String {
    guard let axis = kit.axes[axisName] else { return text }
    switch axis.canonical(text, axisName) {
    case .success(let canonical): return canonical
    case .failure(let refusal): throw LookupError(.unknownAxisValue, refusal.sentence)
    }
  }

  /// A key, then those that answer for it when nothing sets it, in order: the last axis falls back first, then with
  /// it the one before.
  package func answering(_ key: PropertyKey, ofClass className: String) -> [PropertyKey] {
    let property = properties(ofClass: className).first {
      $0.name == key.name && $0.axes.count == key.axisValues.count
    }
    guard let property else { return [key] }
    var keys = [key]
    var values = key.axisValues
    for index in values.indices.reversed() {
      guard let fallback = kit.axes[property.axes[index]]?.fallback, fallback != values[index] else {
        continue
      }
      values[index] = fallback
      keys.append(PropertyKey(key.name, values))
    }
    return keys
  }
}
