import Foundation

/// A theme that is resolved for certain traits: references are followed, variants are chosen.
public struct Theme: Sendable, Hashable {
  /// The name on the server: `new-year`.
  public let name: String
  /// The name for users: `New Year`. If the theme has no title, this is its name.
  public let title: String
  /// The vocabulary of its rules: `uikit`, `web`, `android` or another.
  public let kit: String
  /// The traits that it is resolved for, including the defaults of the kit.
  public let traits: [String: String]
  /// The colors by name, as `#rrggbb`, or `#rrggbbaa` if not opaque. ``ThemeColor`` parses them.
  public let colors: [String: String]
  /// The images by their names in the theme.
  public let images: [String: ThemeImage]
  /// The files of fonts by the names of their families. ``Livery/fontFile(_:)`` returns the bytes of one.
  public let fonts: [String: [ThemeFont]]
  /// The fonts, numbers, words and other named values that are neither colors nor images.
  public let values: [String: ThemeValue]
  /// The prefix of the theme's own images, before their bare names; may be empty.
  public let imagePrefix: String
  /// The image prefixes of the theme and its parents, the nearest first.
  public let imagePrefixes: [String]
  /// The number of seconds for the transition to this theme; 0 if the theme sets none.
  public let transition: Double
  /// The rules, weakest first if nothing else decides. ``look(of:in:superclass:)`` applies them.
  public let rules: [ThemeRule]
  /// Indicates whether the theme is a stored one that the server has not confirmed yet.
  public let isKept: Bool

  /// The indices of the rules for each class.
  let rulesOfClass: [String: [Int]]

  /// Parses a response to `GET /v1/theme`. Unknown members are ignored.
  public init(json: Data) throws {
    self.init(try JSONDecoder().decode(ThemeDocument.self, from: json), isKept: false)
  }

  /// A theme that sets nothing, used until there is another.
  package static let empty = Theme(ThemeDocument(theme: ""), isKept: true)

  init(_ document: ThemeDocument, isKept: Bool) {
    name = document.theme
    title = document.title ?? document.theme
    kit = document.kit ?? ""
    traits = (document.traits ?? [:]).compactMapValues(\.plainText)
    colors = document.colors ?? [:]
    images = document.images ?? [:]
    fonts = document.fonts ?? [:]
    values = (document.values ?? [:]).mapValues(\.value)
    imagePrefix = document.imagePrefix ?? ""
    imagePrefixes = document.imagePrefixes ?? []
    transition = document.transition?.duration ?? 0
    rules = document.appearance ?? []
    rulesOfClass = Dictionary(grouping: rules.indices) { [rules] in rules[$0].target.className }
    self.isKept = isKept
  }
}

/// The members of a response to `GET /v1/theme`.
struct ThemeDocument: Decodable {
  var theme: String
  var title: String?
  var kit: String?
  var traits: [String: ThemeValue]?
  var colors: [String: String]?
  var images: [String: ThemeImage]?
  var fonts: [String: [ThemeFont]]?
  var values: [String: NamedValue]?
  var imagePrefix: String?
  var imagePrefixes: [String]?
  var transition: Timing?
  var appearance: [ThemeRule]?

  struct Timing: Decodable {
    let duration: Double?
  }

  struct NamedValue: Decodable {
    let value: ThemeValue
  }
}

/// The files of an image.
public struct ThemeImage: Sendable, Hashable, Decodable {
  /// The names of the image in the app, the best first.
  public let candidates: [String]
  /// The server's file, if it has one.
  public let file: String?
  /// The path of the file on the server. It identifies the bytes: the content of a path never changes.
  public let url: String?
}

/// A color as components, each from 0 to 1.
public struct ThemeColor: Sendable, Hashable {
  /// The red component in sRGB.
  public let red: Double
  /// The green component in sRGB.
  public let green: Double
  /// The blue component in sRGB.
  public let blue: Double
  /// The opacity: 0 is transparent, 1 is opaque.
  public let alpha: Double

  /// Parses `#rrggbb` or `#rrggbbaa`. Nil for any other text.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let word = digits.count == 8 ? number : number << 8 | 0xff
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xff) / 255 }
    (red, green, blue, alpha) = (part(24), part(16), part(8), part(0))
  }
}
