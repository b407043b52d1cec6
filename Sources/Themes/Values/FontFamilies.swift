internal import Documents

/// Families of fonts in one text, as CSS and design tools write them: `"Avenir Next", Georgia`.
package enum FontFamilies {
  /// Their names, without the quotes that they stand in.
  package static func names(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { unquoted(Substring($0).withoutOuterSpaces) }
      .filter { !$0.isEmpty }
  }

  private static func unquoted(_ name: String) -> String {
    guard let first = name.utf8.first, "\"'".utf8.contains(first), name.utf8.count > 1,
      name.utf8.last == first
    else { return name }
    return String(Substring(name.utf8.dropFirst().dropLast()))
  }
}
