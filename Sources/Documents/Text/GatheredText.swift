/// A text that is put together from those of files, and knows where each of them stands in it.
package struct GatheredText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var sections: [SourceSection] = []
  private var line = 1
  private var lineStart = 0

  package init() {}

  package mutating func add(_ text: some Collection<UInt8>) {
    let start = bytes.count
    bytes += text
    for offset in start..<bytes.count where bytes[offset] == UInt8(ascii: "\n") {
      line += 1
      lineStart = offset + 1
    }
  }

  /// - Parameters:
  ///   - name: what stands before it in the whole alone.
  ///   - part: the number of the file that it is from.
  ///   - origin: where it begins in that.
  ///   - depth: how many steps pointers to values in it have more than in that file.
  package mutating func add(
    _ text: some Collection<UInt8>, named name: String = "", of part: Int, from origin: TextPosition = .start,
    depth: Int
  ) {
    let start = end
    add(name.utf8)
    sections.append(SourceSection(part: part, start: start, text: end, origin: origin, depth: depth))
    add(text)
  }

  private var end: TextPosition {
    TextPosition(line: line, column: String(decoding: bytes[lineStart...], as: UTF8.self).count + 1)
  }
}
