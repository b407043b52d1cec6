import Bindings
import Documents
import Formats
@testable import Renderings
import Testing
import Themes

@testable import ThemeAPI

/// Zip files that a client may send. The zip files of systems and tools are tested over real sockets.
@Suite struct `A package` {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]
  private static let theme = Array(##"{ "colors": { "accent": "#ff8800" } }"##.utf8)

  private static func zip(_ entries: [(String, [UInt8])], stored: Bool = false) -> [UInt8] {
    var zip = ZipArchive { stored ? nil : Gzip.compress($0) }
    for (name, content) in entries { try? zip.add(name, content) }
    return zip.finished()
  }

  private static func read(_ bytes: [UInt8], atMost limit: Int = 1 << 20) throws(PackageProblem)
    -> ThemePackage
  {
    try ThemePackage(bytes, in: .all, within: .init(bytes: limit)) { Inflation.bytes(of: $0, count: $1) }
  }

  private static func problem(_ bytes: [UInt8], atMost limit: Int = 1 << 20) -> PackageProblem? {
    do throws(PackageProblem) {
      _ = try read(bytes, atMost: limit)
      return nil
    } catch { return error }
  }

  @Test(arguments: [false, true]) func `has one document and images, in whatever folders`(isStored: Bool)
    throws
  {
    let long = [UInt8](repeating: 0x20, count: 5000) + Self.theme
    let package = try Self.read(
      Self.zip(
        [
          ("new-year/images/logo@2x~pad.png", Self.png), ("new-year/theme.json", long),
          ("__MACOSX/new-year/._theme.json", [1]), ("new-year/.DS_Store", [1]),
        ], stored: isStored))
    #expect(package.document.name == "theme.json" && package.document.bytes == long)
    #expect(package.images.map(\.name) == ["logo@2x~pad.png"] && package.images[0].bytes == Self.png)
  }

  @Test func `has a resolver document with its files, which goes on as one document`() throws {
    let resolver =
      #"{ "version": "2025.10", "resolutionOrder": [{ "name": "s", "type": "set", "sources": [{ "$ref": "a/x.json" }, { "$ref": "b/x.json" }] }] }"#
    let entries = [
      ("shop/t.resolver.json", Array(resolver.utf8)), ("shop/a/x.json", Array("{}".utf8)),
      ("shop/b/x.json", Array("{}".utf8)), ("shop/logo.png", Self.png),
    ]
    let package = try Self.read(Self.zip(entries))
    #expect(package.document.name == "t.resolver.json")
    let root = JSONReader.read(SourceFile(name: "", bytes: package.document.bytes)).root
    #expect(root?["$defs"]?.members.map(\.name) == ["a/x.json", "b/x.json"])
    #expect(package.images.map(\.name) == ["logo.png"])
    let more = try #require(Self.problem(Self.zip(entries + [("shop/c/x.json", Array("{}".utf8))])))
    #expect(more.entry == "shop/c/x.json" && more.what == "is a second document; a package has one theme")
  }

  @Test func `has a folder of Tokens Studio, which goes on as one document`() throws {
    let set = Array(#"{ "n": { "type": "number", "value": 1 } }"#.utf8)
    for (root, name) in [("", "tokens"), ("export/", "export"), ("a/shop.tokensstudio/", "shop")] {
      let package = try Self.read(
        Self.zip([
          ("\(root)$themes.json", Array("[]".utf8)), ("\(root)core/a.json", set), ("\(root)b.json", set),
          ("\(root)logo.png", Self.png),
        ]))
      #expect(package.document.name == "\(name).tokensstudio")
      let root = JSONReader.read(SourceFile(name: "", bytes: package.document.bytes)).root
      #expect(root?.members.map(\.name) == ["b", "core/a", "$themes", "$metadata"])
      #expect(package.images.map(\.name) == ["logo.png"])
    }
  }

  @Test(arguments: [
    ("../theme.json", "leads out"), ("/theme.json", "leads out"), ("a/../theme.json", "leads out"),
    ("a//theme.json", "leads out"), ("./theme.json", "leads out"), ("a\\theme.json", "backslash"),
    ("theme\u{0}.json", "control character"), ("theme\n.json", "control character"),
    (String(repeating: "a", count: 600) + ".json", "longer than"),
  ])
  func `has no entry whose name leads out or deceives`(_ name: String, _ what: String) throws {
    let found = try #require(Self.problem(Self.zip([(name, Self.theme)])))
    #expect(found.code == .refusedPackage && found.what.contains(what), "\(found)")
    #expect(found.entry != nil)
  }

  @Test(
    arguments: [
      ("run.sh", Array("#!/bin/sh".utf8), .unsupportedMediaType, "neither"),
      ("logo.png", Array("GIF89a".utf8), .unsupportedMediaType, "begins like .gif"),
      ("logo.svg", Array("<html><svg/></html>".utf8), .unsupportedMediaType, "begins like no image"),
      ("a/theme.JSON", Self.theme, .refusedPackage, "name of another entry"),
      ("other.json", Self.theme, .refusedPackage, "second document"),
      ("b/theme.json", Self.theme, .refusedPackage, "name of another entry"),
      ("b/Theme.json", Self.theme, .refusedPackage, "name of another entry"),
      ("my logo.png", Self.png, .refusedPackage, "can't be served"),
      ("logo?.png", Self.png, .refusedPackage, "can't be served"),
    ] as [(String, [UInt8], RefusalCode, String)])
  func `has nothing in it but what a theme needs, each once`(
    _ name: String, _ content: [UInt8], _ kind: RefusalCode, _ what: String
  ) throws {
    let found = try #require(Self.problem(Self.zip([("theme.json", Self.theme), (name, content)])))
    #expect(found.code == kind && found.what.contains(what) && found.entry == name, "\(found)")
  }

  @Test func `needs a document`() throws {
    #expect(Self.problem(Self.zip([("logo.png", Self.png)]))?.what.contains("no theme's document") == true)
    #expect(Self.problem(Self.zip([]))?.what.contains("no theme's document") == true)
  }

  @Test func `is bound in entries, in bytes and in how far each unpacks`() throws {
    let many = (0..<1001).map { ("\($0).png", Self.png) }
    #expect(Self.problem(Self.zip(many))?.code == .bodyTooLarge)
    let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) }
    let large = [("theme.json", noise), ("more.png", noise)]
    let found = try #require(Self.problem(Self.zip(large), atMost: 5999))
    #expect(found.code == .bodyTooLarge && found.entry == "more.png" && found.what.contains("packageBytes"))
    let bomb = Self.zip([("theme.json", [UInt8](repeating: 0x20, count: 1 << 19))])
    #expect(bomb.count < 4096)
    let ratio = try #require(Self.problem(bomb))
    #expect(ratio.code == .refusedPackage && ratio.what.contains("200 times"))
  }

  /// Where a number of the first entry stands in its own head, and in the directory.
  private enum Field {
    case flags, method, checksum, packedSize, size

    var own: Int {
      switch self {
      case .flags: 6
      case .method: 8
      case .checksum: 14
      case .packedSize: 18
      case .size: 22
      }
    }
  }

  /// A package with one entry, in which one number is changed.
  private static func altered(
    _ field: Field, _ value: [UInt8], inOwnHead: Bool = true, inDirectory: Bool = true
  ) throws -> [UInt8] {
    var bytes = zip([("theme.json", theme)], stored: true)
    let directory = try #require(place(of: [0x50, 0x4b, 1, 2], in: bytes))
    for (index, byte) in value.enumerated() {
      if inOwnHead { bytes[field.own + index] = byte }
      if inDirectory { bytes[directory + field.own + 2 + index] = byte }
    }
    return bytes
  }

  private static func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }

  @Test func `that is encrypted, compressed otherwise or of the large form is named as that`() throws {
    for (bytes, what) in [
      (try Self.altered(.flags, [1, 8]), "encrypted"), (try Self.altered(.flags, [0x40, 8]), "encrypted"),
      (try Self.altered(.method, [12, 0]), "method 12"),
      (try Self.altered(.packedSize, [255, 255, 255, 255]), "zip64"),
    ] {
      let found = try #require(Self.problem(bytes))
      #expect(
        found.code == .unsupportedMediaType && found.what.contains(what) && found.entry == "theme.json",
        "\(found)")
    }
    var large = Self.zip([("theme.json", Self.theme)])
    large[large.count - 12] = 255
    large[large.count - 11] = 255
    #expect(
      Self.problem(large)?.code == .unsupportedMediaType || Self.problem(large)?.code == .refusedPackage)
  }

  @Test func `whose two accounts of an entry differ is damaged`() throws {
    for bytes in [
      try Self.altered(.flags, [8, 8], inDirectory: false),
      try Self.altered(.method, [8, 0], inOwnHead: false),
      try Self.altered(.checksum, [1, 2, 3, 4]), try Self.altered(.checksum, [1, 2, 3, 4], inOwnHead: false),
      try Self.altered(.size, [1, 0, 0, 0]), try Self.altered(.size, [1, 0, 0, 0], inDirectory: false),
      try Self.altered(.packedSize, [1, 0, 0, 0], inDirectory: false),
    ] {
      #expect(Self.problem(bytes)?.code == .refusedPackage)
    }
  }

  @Test func `whose declared size is not the real one is damaged, and takes no more memory than declared`()
    throws
  {
    let content = [UInt8](repeating: 0x20, count: 60_000)
    let packed = try #require(Gzip.compress(content))[10...].dropLast(8)
    for count in [0, 1, 59_999, 60_001, 1 << 20] {
      #expect(Inflation.bytes(of: packed, count: count) == nil, "\(count)")
    }
    #expect(Inflation.bytes(of: packed, count: 60_000) == content)
    #expect(Inflation.bytes(of: packed.dropLast(), count: 60_000) == nil)
    #expect(Inflation.bytes(of: packed + [0], count: 60_000) == nil)
    #expect(Inflation.bytes(of: [], count: 0) == nil)
  }

  @Test func `whose entries share bytes is refused`() throws {
    var bytes = Self.zip([("theme.json", Self.theme), ("theme.jsom", Self.theme)], stored: true)
    let first = try #require(Self.place(of: [0x50, 0x4b, 1, 2], in: bytes))
    let second = first + 46 + 10
    // The second entry of the directory points at the first file's head, under its name.
    for index in 0..<4 { bytes[second + 42 + index] = 0 }
    bytes[second + 46 + 9] = UInt8(ascii: "n")
    let found = try #require(Self.problem(bytes))
    #expect(found.code == .refusedPackage && found.what.contains("shares its bytes"), "\(found)")
  }

  @Test func `that holds a link is refused`() throws {
    var bytes = Self.zip([("theme.json", Self.theme)], stored: true)
    let directory = try #require(Self.place(of: [0x50, 0x4b, 1, 2], in: bytes))
    // The upper byte of the mode of a symbolic link, 0o120000.
    bytes[directory + 41] = 0xa0
    #expect(Self.problem(bytes)?.what.contains("is a link") == true)
  }

  @Test func `that was cut off, or has any byte changed, is refused or read as it says`() throws {
    let bytes = Self.zip([("a/theme.json", Self.theme), ("logo.png", Self.png)])
    for end in bytes.indices { #expect(Self.problem(Array(bytes[..<end])) != nil, "cut off at \(end)") }
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x11
      guard let package = try? Self.read(other) else { continue }
      // A date, a version or a letter of a name.
      #expect(package.document.bytes == Self.theme && package.images.allSatisfy { $0.bytes == Self.png })
    }
  }
}

@Suite struct `The beginning of an image` {
  @Test(
    arguments: [
      ("a.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ("a.jpg", [0xff, 0xd8, 0xff, 0xe0]),
      ("a.JPEG", [0xff, 0xd8, 0xff]), ("a.gif", Array("GIF87a".utf8)), ("a.pdf", Array("%PDF-1.7".utf8)),
      ("a.webp", Array("RIFF1234WEBP".utf8)),
      ("a.avif", [0, 0, 0, 0x1c] + Array("ftypmif1....miafavif".utf8)),
      ("a.svg", Array("<svg/>".utf8)),
      ("a.svg", [0xef, 0xbb, 0xbf] + Array("\n<?xml?><!DOCTYPE svg><!-- <a> -->\r<s:svg >".utf8)),
    ] as [(String, [UInt8])])
  func `agrees with its name`(_ name: String, _ bytes: [UInt8]) {
    #expect(AssetKind.image.complaint(about: bytes, named: name) == nil)
  }

  @Test(
    arguments: [
      ("a.png", [UInt8]()), ("a.png", [0x89, 0x50]), ("a.webp", Array("RIFF1234WAVE".utf8)),
      ("a.avif", [0, 0, 0, 0x14] + Array("ftypheic....mif1".utf8)),
      ("a.avif", [0, 0, 0, 0x10] + Array("ftypxxxxavif".utf8)),
      ("a.svg", Array("<svgx/>".utf8)), ("a.svg", Array("<!-- <svg>".utf8)), ("a.svg", Array("svg".utf8)),
      ("a.svg", [0xff, 0xfe] + Array("<svg/>".utf8)), ("a.jpg", Array("GIF89a".utf8)),
    ] as [(String, [UInt8])])
  func `that is another's, or nobody's, is told`(_ name: String, _ bytes: [UInt8]) {
    #expect(AssetKind.image.complaint(about: bytes, named: name) != nil)
  }

  @Test func `stands under a name that can be served`() {
    for name in ["logo.png", "logo@2x~pad.png", "a_b-c.1.SVG"] {
      #expect(AssetKind.image.isValid(name), "\(name)")
    }
    for name in ["", ".png", "logo", "logo.txt", "a b.png", "ä.png", "a/b.png", "-a.png", "a%2Fb.png"] {
      #expect(!AssetKind.image.isValid(name), "\(name)")
    }
    #expect(!AssetKind.image.isValid(String(repeating: "a", count: 125) + ".png"))
  }
}
