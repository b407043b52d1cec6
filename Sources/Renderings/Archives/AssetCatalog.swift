internal import Documents
internal import Resolution
internal import Themes

/// Writes a theme as an asset catalog, in the format of Apple's "Asset Catalog Format Reference".
package struct AssetCatalog {
  private let question: ArchiveQuestion
  private let appearances: [SystemAppearances.SystemAppearance]
  private var archive: ThemeArchive
  private var names = AssetNames()

  package static func render(_ question: ArchiveQuestion, into archive: ThemeArchive) throws(ArchiveError)
    -> [UInt8]
  {
    var writer = AssetCatalog(question, archive)
    try writer.archive.add("\(folder)/Contents.json", contents { _ in })
    try writer.writeColors()
    if question.hasImages { try writer.writeImages() }
    return writer.archive.finished()
  }

  private init(_ question: ArchiveQuestion, _ archive: ThemeArchive) {
    self.question = question
    self.archive = archive
    appearances =
      SystemAppearances(question.theme, given: question.traits, by: [.scheme, .contrast]).list
  }

  private mutating func writeColors() throws(ArchiveError) {
    let palettes = appearances.map { ($0.toggles, $0.context.resolved().colors) }
    var sets: [String: [(toggles: Set<SchemeToggle>, color: ResolvedColor)]] = [:]
    for (toggles, colors) in palettes {
      for color in colors { sets[color.name, default: []].append((toggles, color.color)) }
    }
    for (name, variants) in sets.sorted(by: { $0.key < $1.key }) {
      // An appearance in which a color is unset has no entry.
      let isVaried = variants.count < palettes.count || variants.contains { $0.color != variants[0].color }
      let content = Self.contents { json in
        json.member("colors") { json in
          json.array { json in
            for (toggles, color) in variants where toggles.isEmpty || isVaried {
              Self.write(color, toggles, to: &json)
            }
          }
        }
      }
      try archive.add("\(Self.folder)/\(names.take(name)).colorset/Contents.json", content)
    }
  }

  private mutating func writeImages() throws(ArchiveError) {
    let folders = appearances.map { ($0.toggles, $0.context.namedImages) }
    for (index, plain) in (folders.first?.1 ?? []).enumerated() {
      let set = AssetImages(folders.map { ($0, $1[index].file?.base) }, in: question.theme.images)
      guard !set.entries.isEmpty else { continue }
      let path = "\(Self.folder)/\(names.take(plain.name)).imageset"
      try archive.add("\(path)/Contents.json", Self.contents { set.write(to: &$0) })
      for file in set.files { try archive.add("\(path)/\(file.name)", file) }
    }
  }

  package static let folder = "Livery.xcassets"

  /// What every folder of a catalog has.
  private static func contents(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      members(&json)
      json.member("info") { json in
        json.object { json in
          json.member("author", "livery")
          json.member("version", 1)
        }
      }
    }
    return json.finished()
  }

  private static func write(
    _ color: ResolvedColor, _ toggles: Set<SchemeToggle>, to json: inout JSONWriter
  ) {
    json.object { json in
      json.appearances(toggles)
      json.member("color") { json in
        json.object { json in
          json.member("color-space", "srgb")
          json.member("components") { json in
            json.object { json in
              // A thousandth tells the 256 steps of an alpha apart.
              json.member("alpha", Self.thousandths(color.alpha))
              json.member("blue", "0x" + color.blue.hexDigits)
              json.member("green", "0x" + color.green.hexDigits)
              json.member("red", "0x" + color.red.hexDigits)
            }
          }
        }
      }
      json.member("idiom", "universal")
    }
  }

  private static func thousandths(_ byte: UInt8) -> String {
    let thousandths = (Int(byte) * 1000 + 127) / 255
    return "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
  }
}

extension JSONWriter {
  /// When an entry of a catalog counts; nothing for the plain one.
  mutating func appearances(_ toggles: Set<SchemeToggle>) {
    guard !toggles.isEmpty else { return }
    member("appearances") { json in
      json.array { json in
        for toggle in SchemeToggle.allCases where toggles.contains(toggle) {
          json.object { json in
            json.member("appearance", toggle == .scheme ? "luminosity" : "contrast")
            json.member("value", toggle == .scheme ? "dark" : "high")
          }
        }
      }
    }
  }
}
