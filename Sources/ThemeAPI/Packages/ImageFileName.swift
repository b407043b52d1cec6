internal import Documents
internal import Resolution
internal import Themes

/// What an uploaded image may be called, and whether it is what its name says.
package enum ImageFileName {
  package static let rule =
    "an image is called by letters, digits, '.', '_', '-', '~' and '@', at most 128, and ends in \(endings)"

  private static let endings = ImageFolder.types.map { ".\($0)" }.joined(separator: ", ")
  private static let longest = 128

  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isAlphanumeric, name.utf8.count <= longest else { return false }
    return name.utf8.allSatisfy { $0.isAlphanumeric || "._-~@".utf8.contains($0) }
      && ImageFolder.isImage(name)
  }

  /// The type that a name ends in, in lower case.
  static func type(of name: String) -> String {
    name.split(separator: ".").last.map { HeaderList.lower($0) } ?? ""
  }

  /// Why the bytes are no image of the type that the name ends in; nil where they are one.
  package static func complaint(about bytes: [UInt8], named name: String) -> String? {
    let type = type(of: name)
    guard ImageSignature.matches(type, bytes) else {
      let found = ImageFolder.types.first { ImageSignature.matches($0, bytes) }
      let what = found.map { "it begins like .\($0)" } ?? "it begins like no image that is known"
      return "is no image of the type that its name ends in: \(what)"
    }
    return nil
  }
}

/// How files of each type begin.
enum ImageSignature {
  static func matches(_ type: String, _ bytes: [UInt8]) -> Bool {
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

  /// A first box `ftyp` that names one of AVIF's brands.
  private static func isAVIF(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let box = bytes[8..<min(max(size, 16), bytes.count, 256)]
    return stride(from: 8, to: box.endIndex - 3, by: 4).contains { place in
      place != 12 && ["avif", "avis"].contains { box[place..<(place + 4)].elementsEqual($0.utf8) }
    }
  }

  /// Text whose first element is `svg`, after what may stand before that.
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

  /// What follows a piece that begins and ends so; nil where none begins here.
  private static func skip(_ begin: String, to end: String, _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard bytes.starts(with: begin.utf8) else { return nil }
    let (rest, mark) = (bytes.dropFirst(begin.utf8.count), Array(end.utf8))
    var place = rest.startIndex
    while place + mark.count <= rest.endIndex {
      if rest[place..<(place + mark.count)].elementsEqual(mark) { return rest[(place + mark.count)...] }
      place += 1
    }
    return nil
  }
}
