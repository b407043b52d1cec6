package import Documents

/// The values that a trait can have, in their canonical form.
package enum TraitValue {
  /// Returns the canonical form of a value given as text, or why it is none. Numbers read as in JSON: `2`, `1.5`.
  package static func canonical(_ text: String, _ domain: Kit.Trait.Domain) -> Result<String, ValueRefusal> {
    switch domain {
    case .values(let values):
      values.contains(text) ? .success(text) : .failure(unknown(text, values))
    case .number:
      if let number = number(text) {
        .success(JSONWriter.shortest(number))
      } else {
        refuse("should be a number, not \(Quoted.name(text)).")
      }
    case .text:
      isText(text)
        ? .success(text) : refuse("should have 1 to 64 characters, none of them a control character.")
    }
  }

  private static func refuse(_ sentence: Message) -> Result<String, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-value", sentence: sentence))
  }

  /// Returns the same for a value in a JSON document, where a number has no quotes.
  package static func read(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> Result<String, ValueRefusal> {
    switch (domain, node.kind) {
    case (.number, .number):
      node.number.map { .success(JSONWriter.shortest($0)) } ?? refuse("is too large a number.")
    case (.number, _): .failure(wrongKind("a number", node))
    case (_, .string): canonical(node.string ?? "", domain)
    default: .failure(wrongKind("a string", node))
    }
  }

  package static func isText(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= 64
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
  }

  /// Reads a number of JSON: no `nan`, no hexadecimal digits, no spaces.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 32, text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
    let (root, problems) = JSONReader.read(SourceFile(name: "", bytes: Array(text.utf8)))
    return problems.isEmpty ? root?.number : nil
  }

  private static func wrongKind(_ wanted: String, _ node: JSONNode) -> ValueRefusal {
    ValueRefusal(code: "wrong-kind", sentence: "should be \(wanted), not \(ObjectDecoder.kind(node)).")
  }

  private static func unknown(_ text: String, _ values: [String]) -> ValueRefusal {
    let advice: Message =
      NearestName.of(text, among: values).map { "did you mean \(suggesting: $0)?" }
      ?? "it can be \(Quoted.choice(values.prefix(12).map { "'\($0)'" }))."
    return ValueRefusal(code: "unknown-value", sentence: "can't be \(Quoted.name(text)); \(advice)")
  }
}

extension Kit.Trait {
  /// Returns the canonical form of a value that a request gives, or why it is none.
  package func canonical(_ text: String) -> Result<String, ValueRefusal> {
    if isOwn, case .values(let values) = domain,
      let value = values.first(where: { $0.lowercased() == text.lowercased() })
    {
      return .success(value)
    }
    return TraitValue.canonical(text, domain)
  }
}
