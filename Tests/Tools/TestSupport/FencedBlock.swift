/// A block between fences in a document of `docs/`, for tests that execute the documents.
package struct FencedBlock: Sendable {
  /// The text after the opening fence: `json themes/sunset.json`.
  package let info: String
  package let text: String
  /// Where the opening fence is, counted from 1.
  package let line: Int

  /// Every block of a file of the project.
  package static func all(in path: String) -> [FencedBlock] {
    var blocks: [FencedBlock] = []
    var open: (info: String, line: Int, lines: [Substring])?
    let lines = ProjectFiles.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let block = open, line == "```" {
        let text = block.lines.joined(separator: "\n") + "\n"
        blocks.append(FencedBlock(info: block.info, text: text, line: block.line))
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 1, [])
      }
    }
    return blocks
  }
}
