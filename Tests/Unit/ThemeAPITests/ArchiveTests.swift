import Changes
import Documents
import Foundation
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Tests the contents of a theme's archives. Their bytes are read back by others in Scripts/read-back and Scripts/android.
@Suite struct `An archive` {
  /// Files stand in it as they are, so that its text can be looked at.
  private static var archive: ThemeArchive {
    ThemeArchive(gzip: { _ in nil }) { .open(TestImage(Array("bytes of \($0.name);".utf8))) }
  }

  private struct Question {
    let theme: CompiledTheme
    let traits: [String: String]
    let hasImages: Bool

    func render(_ form: ArchiveForm, into archive: ThemeArchive) throws(ArchiveError) -> [UInt8] {
      try form.render(theme, traits, hasImages: hasImages, into: archive)
    }
  }

  private static func question(
    _ text: String, _ traits: [String: String] = [:], images: [String] = [], hasImages: Bool = true
  ) throws -> Question {
    let source = SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    let digests = Dictionary(
      uniqueKeysWithValues: images.map { ($0, FileDigest(sha256: "of-\($0)", bytes: 1)) })
    let catalog = try Catalog(library, images: ImageFolder(digests: digests))
    return Question(
      theme: try #require(catalog.themes["trial"]), traits: traits, hasImages: hasImages)
  }

  private static let theme = """
    { "colors": {
        "accent": { "value": "#102030", "when": [
          { "traits": { "userInterfaceStyle": "dark" }, "value": "#405060" },
          { "traits": { "accessibilityContrast": "high" }, "value": "#000000" } ] },
        "plain": "#fedcba4d" },
      "images": { "mark": { "value": "logo", "when": [ { "traits": { "userInterfaceStyle": "dark" }, "value": "moon" } ] } },
      "appearance": [ { "for": "UIButton", "set": { "image:normal": "star", "backgroundColor": "{accent}" } } ] }
    """

  private static let images = [
    "logo.png", "logo@2x.png", "logo@3x~pad.png", "moon@2x.jpg", "moon@2x.png", "star.webp", "star.svg",
  ]

  private static func android(_ question: Question) throws -> String {
    String(decoding: try question.render(.android, into: archive), as: UTF8.self)
  }

  private static func assets(_ question: Question) throws -> String {
    String(decoding: try question.render(.appleAssets, into: archive), as: UTF8.self)
  }

  @Test func `has the checksum that every reader works out`() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xcbf4_3926)
    #expect(CRC32.of([]) == 0)
  }

  @Test func `is the same for the same theme, and ends where its directory says`() throws {
    let question = try Self.question(Self.theme, images: Self.images)
    let bytes = try question.render(.android, into: Self.archive)
    #expect(try question.render(.android, into: Self.archive) == bytes)
    let end = Array(bytes.suffix(22))
    func number(at place: Int, _ count: Int) -> Int {
      end[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(Array(end.prefix(4)) == Array("PK\u{5}\u{6}".utf8))
    #expect(number(at: 8, 2) == number(at: 10, 2))
    #expect(number(at: 12, 4) + number(at: 16, 4) + 22 == bytes.count)
  }

  @Test func `takes deflated bytes only where they are shorter`() throws {
    let content = [UInt8](repeating: 7, count: 100)
    for (packed, isShorter) in [(50, true), (100, false), (200, false)] {
      var zip = ZipArchive { _ in [UInt8](repeating: 1, count: packed + 18) }
      try zip.add("a", content)
      let bytes = zip.finished()
      #expect(bytes[8] == (isShorter ? 8 : 0))
      #expect(bytes.count == 30 + 1 + (isShorter ? packed : 100) + 46 + 1 + 22)
    }
  }

  @Test func `refuses what no reader could take in`() throws {
    var zip = ZipArchive { _ in nil }
    for number in 0..<ZipArchive.mostEntries { try zip.add("\(number)", []) }
    #expect(throws: ArchiveError.self) { try zip.add("one more", []) }
    var large = ZipArchive { _ in nil }
    #expect(throws: ArchiveError.self) {
      try large.add("large", [UInt8](repeating: 0, count: ZipArchive.mostBytes + 1))
    }
  }

  @Test func `for Android says at night what differs, with drawables by density`() throws {
    let text = try Self.android(Self.question(Self.theme, images: Self.images))
    for part in [
      "values/livery.xml", "<color name=\"accent\">#FF102030</color>",
      "<color name=\"plain\">#4DFEDCBA</color>",
      "values-night/livery.xml", "<color name=\"accent\">#FF405060</color>",
      "drawable-mdpi/image__mark.pngbytes of logo.png;",
      "drawable-xhdpi/image__mark.pngbytes of logo@2x.png;",
      "drawable-night-xhdpi/image__mark.pngbytes of moon@2x.png;", "drawable-mdpi/image__star.webp",
      "<item name=\"ui_button__image__normal\" type=\"drawable\">@drawable/image__star</item>",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(text.components(separatedBy: "<color name=\"plain\">").count == 2)
    for part in ["pad", "svg", "moon@2x.jpg", "<string"] { #expect(!text.contains(part), "\(part)") }
  }

  @Test func `for Android holds one scheme where the question names it`() throws {
    let text = try Self.android(
      Self.question(Self.theme, ["userInterfaceStyle": "dark"], images: Self.images, hasImages: false))
    #expect(text.contains("<color name=\"accent\">#FF405060</color>"))
    #expect(text.contains("<string name=\"image__mark\" translatable=\"false\">moon</string>"))
    for part in ["values-night", "#FF102030", "drawable"] { #expect(!text.contains(part), "\(part)") }
  }

  @Test func `for Xcode has a set for each color, with the appearances that differ`() throws {
    let text = try Self.assets(Self.question(Self.theme))
    let sets = text.components(separatedBy: "Livery.xcassets/")
    let accent = try #require(sets.first { $0.hasPrefix("accent.colorset/Contents.json{") })
    let plain = try #require(sets.first { $0.hasPrefix("plain.colorset/Contents.json{") })
    #expect(accent.components(separatedBy: "\"idiom\": \"universal\"").count == 5)
    for part in [
      "\"appearance\": \"luminosity\",\n          \"value\": \"dark\"",
      "\"appearance\": \"contrast\",\n          \"value\": \"high\"", "\"red\": \"0x10\"",
      "\"red\": \"0x40\"",
      "\"red\": \"0x00\"", "\"color-space\": \"srgb\"",
    ] { #expect(accent.contains(part), "\(part)") }
    #expect(!plain.contains("appearances"))
    #expect(plain.contains("\"alpha\": \"0.302\""))
  }

  @Test func `for Xcode has the lengths, fonts and shadows as source code`() throws {
    let text = try Self.assets(
      Self.question(
        ##"""
        { "colors": { "ink": { "light": "#000000", "dark": "#ffffff" } },
          "values": {
            "gap.old": { "type": "dimension", "value": { "value": 1.5, "unit": "rem" }, "deprecated": "Too wide." },
            "title": { "type": "typography", "value": {
              "fontFamily": "Georgia", "fontSize": "{gap.old}", "fontWeight": 650 } },
            "lift": { "type": "shadow", "value": { "color": "{ink}", "offsetX": { "value": 0, "unit": "px" },
              "offsetY": { "value": 4, "unit": "px" }, "blur": { "value": 8, "unit": "px" },
              "spread": { "value": 0, "unit": "px" } } } } }
        """##))
    for part in [
      "Livery.swift",
      "    @available(*, deprecated, message: \"Too wide\")\n    public static let gapOld: CGFloat = 24",
      "public static var title: UIFont { UIFont.livery(\"Georgia\", 24, 700) }",
      "UIColor(red: 0.0, green: 0.0, blue: 0.0, alpha: 1.0),\n        x: 0, y: 4, blur: 8),",
      "UIColor(red: 1.0, green: 1.0, blue: 1.0, alpha: 1.0),",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `for Xcode has no entry for an appearance in which a color is unset`() throws {
    let text = try Self.assets(
      Self.question(
        """
        { "colors": {
            "day": { "light": "#102030", "dark": null }, "night": { "light": null, "dark": "#405060" },
            "same": "#708090" } }
        """))
    let sets = text.components(separatedBy: "Livery.xcassets/").dropFirst()
    func entries(_ name: String) -> [String] {
      let set = sets.first { $0.hasPrefix("\(name).colorset/Contents.json{") } ?? ""
      return set.components(separatedBy: "\"color\": {").dropLast().map {
        $0.contains("luminosity") ? "dark" : "any"
      }
    }
    #expect(entries("day") == ["any"])
    #expect(entries("night") == ["dark"])
    #expect(entries("same") == ["any"])
    for red in ["0x10", "0x40", "0x70"] {
      #expect(text.components(separatedBy: "\"red\": \"\(red)\"").count == 2)
    }
  }

  @Test func `for Xcode has a set for each image, by scale, idiom and appearance`() throws {
    let text = try Self.assets(Self.question(Self.theme, images: Self.images))
    for part in [
      "mark.imageset/logo.pngbytes of logo.png;", "mark.imageset/logo@3x~pad.png", "\"idiom\": \"ipad\"",
      "\"filename\": \"moon@2x.png\"", "\"scale\": \"3x\"", "star.imageset/star.svg",
      "\"preserves-vector-representation\": true",
    ] { #expect(text.contains(part), "\(part)") }
    for part in ["star.webp", "moon@2x.jpg"] { #expect(!text.contains(part), "\(part)") }
    #expect(
      !(try Self.assets(Self.question(Self.theme, images: Self.images, hasImages: false))).contains(
        "imageset"))
  }

  @Test func `is refused where an image has changed since it was looked at`() throws {
    let question = try Self.question(Self.theme, images: Self.images)
    let gone = ThemeArchive(gzip: { _ in nil }) { _ in .gone }
    let changed = #expect(throws: ArchiveError.self) { try question.render(.appleAssets, into: gone) }
    #expect(changed.map { Refusal($0).code } == .busy)
    let heavy = ThemeArchive(gzip: { _ in nil }) { _ in .open(TestImage([], count: ZipArchive.mostBytes + 1))
    }
    let large = #expect(throws: ArchiveError.self) { try question.render(.android, into: heavy) }
    #expect(large.map { Refusal($0).code } == .archiveTooLarge)
    #expect(large.map { Refusal($0).detail.contains("images=false") } == true)
  }

  @Test func `names its folders apart where capitals count for nothing`() {
    var names = AssetNames()
    #expect(
      ["Accent", "accent", "ACCENT", "accent-2", "../x", "a/b", ".hidden"].map { names.take($0) } == [
        "Accent", "accent-2", "ACCENT-3", "accent-2-2", "-.-x", "a-b", "-hidden",
      ])
  }
}

/// An image that is in no folder.
private final class TestImage: HeldFile {
  private let content: [UInt8]
  let count: Int

  init(_ content: [UInt8], count: Int? = nil) {
    self.content = content
    self.count = count ?? content.count
  }

  func bytes() -> [UInt8]? { content }
}
