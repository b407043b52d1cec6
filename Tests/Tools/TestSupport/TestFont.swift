/// A font that has nothing but the tables which describe it.
package enum TestFont {
  /// - Parameter axes: the ranges of a variable font's axes.
  package static func bytes(
    _ family: String = "Brand", weight: Int = 400, isItalic: Bool = false, axes: [(String, Int, Int)] = [],
    signature: [UInt8] = [0, 1, 0, 0]
  ) -> [UInt8] {
    let tables = tables(family, weight, isItalic, axes)
    var head = signature + words(tables.count, 0, 0, 0)
    var body: [UInt8] = []
    for (tag, content) in tables {
      let start = 12 + tables.count * 16 + body.count
      head += Array(tag.utf8) + [long(0), long(start), long(content.count)].joined()
      body += content
    }
    return head + body
  }

  /// The same as a woff whose tables are not compressed.
  package static func woff(_ family: String = "Brand", weight: Int = 400) -> [UInt8] {
    let tables = tables(family, weight, false, [])
    var directory: [UInt8] = []
    var body: [UInt8] = []
    for (tag, content) in tables {
      let start = 44 + tables.count * 20 + body.count
      directory += Array(tag.utf8)
      directory += [long(start), long(content.count), long(content.count), long(0)].joined()
      body += content
    }
    let length = 44 + directory.count + body.count
    let head = Array("wOFF".utf8) + words(1, 0) + long(length) + words(tables.count)
    return head + [UInt8](repeating: 0, count: 30) + directory + body
  }

  /// The header of a woff2 with packed bytes that are none.
  package static var woff2: [UInt8] {
    let head = Array("wOF2".utf8) + words(1, 0, 0, 64, 2, 0, 0, 200, 0, 16)
    return head + [UInt8](repeating: 0, count: 64 - head.count)
  }

  private static func tables(
    _ family: String, _ weight: Int, _ isItalic: Bool, _ axes: [(String, Int, Int)]
  ) -> [(String, [UInt8])] {
    let text = family.utf16.flatMap { words(Int($0)) }
    let name = words(0, 1, 18, 3, 1, 0x409, 1, text.count, 0)
    let metrics = words(4, 0, weight) + [UInt8](repeating: 0, count: 56) + words(isItalic ? 1 : 0x40)
    let list = axes.flatMap { tag, low, high in Array(tag.utf8) + words(low, 0, low, 0, high, 0, 0, 256) }
    let variations = words(1, 0, 16, 2, axes.count, 20, 0, 0) + list
    return [("OS/2", metrics)] + (axes.isEmpty ? [] : [("fvar", variations)])
      + [("head", [UInt8](repeating: 0, count: 54)), ("name", name + text)]
  }

  private static func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
  }

  private static func long(_ number: Int) -> [UInt8] { words(number >> 16, number) }
}
