internal import Documents
internal import Resolution
internal import Themes

/// A kind of file that themes name and that is uploaded by itself or in a package.
package enum AssetKind: String, Sendable, Hashable {
  case image, font

  /// Returns the kind of a file by the end of its name; nil for other files.
  package init?(ofFile name: String) {
    if FontFormat(ofFile: name) != nil {
      self = .font
    } else if ImageFolder.isImage(name) {
      self = .image
    } else {
      return nil
    }
  }

  /// The collection on the server, and the folder of a config folder.
  package var place: String { rawValue + "s" }

  /// The kind with its article.
  var phrase: String { self == .image ? "an image" : "a font" }

  package var rule: String {
    let endings = self == .image ? ImageFolder.types : FontFormat.allCases.map(\.rawValue)
    return
      "\(phrase) is called by letters, digits, '.', '_', '-', '~' and '@', at most \(Self.longest), and ends in "
      + endings.map { ".\($0)" }.joined(separator: ", ")
  }

  private static let longest = 128

  package func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isAlphanumeric, name.utf8.count <= Self.longest else {
      return false
    }
    return name.utf8.allSatisfy { $0.isAlphanumeric || "._-~@".utf8.contains($0) }
      && AssetKind(ofFile: name) == self
  }

  /// Returns the reason why the bytes are not of the kind and the type in the name, or nil if they are.
  package func complaint(about bytes: [UInt8], named name: String) -> String? {
    switch self {
    case .image: Self.complaint(aboutImage: bytes, named: name)
    case .font: Self.complaint(aboutFont: bytes, named: name)
    }
  }

  private static func complaint(aboutFont bytes: [UInt8], named name: String) -> String? {
    guard AssetKind.font.isValid(name) else {
      return "has a name that can't be served: \(AssetKind.font.rule)"
    }
    do throws(FontFile.Flaw) {
      let format = try FontFile(bytes).format
      return format == FontFormat(ofFile: name)
        ? nil : "is no font of the type that its name ends in: it begins like .\(format.rawValue)"
    } catch { return error.what }
  }

  private static func complaint(aboutImage bytes: [UInt8], named name: String) -> String? {
    let type = name.split(separator: ".").last.map { HeaderList.lower($0) } ?? ""
    guard !isImage(bytes, of: type) else { return nil }
    let found = ImageFolder.types.first { isImage(bytes, of: $0) }
    let what = found.map { "it begins like .\($0)" } ?? "it begins like no image that is known"
    return "is no image of the type that its name ends in: \(what)"
  }

  private static func isImage(_ bytes: [UInt8], of type: String) -> Bool {
    switch type {
    case "png": bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    case "jpg", "jpeg": bytes.starts(with: [0xff, 0xd8, 0xff])
    case "gif": bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    case "webp": bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    case "avif": isAVIF(bytes)
    case "pdf": bytes.starts(with: "%PDF-".utf8)
    case "svg": isSVG(bytes)
    default: false
    }
  }

  /// Requires a first box `ftyp` that names one of AVIF's brands.
  private static func isAVIF(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let box = bytes[8..<min(max(size, 16), bytes.count, 256)]
    return stride(from: 8, to: box.endIndex - 3, by: 4).contains { place in
      place != 12 && ["avif", "avis"].contains { box[place..<(place + 4)].elementsEqual($0.utf8) }
    }
  }

  /// Requires text whose first element is `svg`, after declarations and comments.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var rest = bytes[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
      if let after = skip("<?", to: "?>", rest) ?? skip("<!--", to: "-->", rest)
        ?? skip("<!DOCTYPE", to: ">", rest)
      {
        rest = after
        continue
      }
      guard rest.first == UInt8(ascii: "<") else { return false }
      let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      return name.elementsEqual("svg".utf8) || name.suffix(4).elementsEqual(":svg".utf8)
    }
  }

  /// Returns the bytes after a piece with this begin and end, or nil if they do not start with such a piece.
  private static func skip(_ begin: String, to end: String, _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard bytes.starts(with: begin.utf8) else { return nil }
    return bytes.dropFirst(begin.utf8.count).firstRange(of: Array(end.utf8)).map { bytes[$0.upperBound...] }
  }
}
