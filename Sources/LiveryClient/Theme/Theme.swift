import Foundation

/// A theme resolved for certain traits: references followed, variants decided.
public struct Theme: Sendable, Hashable {
  /// What the server calls it: `new-year`.
  public let name: String
  /// What people call it: `New Year`; the name where it has no title.
  public let title: String
  /// The vocabulary that its rules are written in: `uikit`, `web`, `android` or another.
  public let kit: String
  /// The traits it is resolved for, the kit's defaults among them.
  public let traits: [String: String]
  /// Hex by name: `#rrggbb`, or `#rrggbbaa` where it is not opaque. ``ThemeColor`` takes it apart.
  public let colors: [String: String]
  /// By the names that the theme gives them.
  public let images: [String: ThemeImage]
  /// Fonts, numbers, words and whatever else the theme names that is neither a color nor an image.
  public let values: [String: ThemeValue]
  /// What the theme's own images are called before their bare name; may be empty.
  public let imagePrefix: String
  /// That prefix and those of the theme's parents, the nearest first.
  public let imagePrefixes: [String]
  /// How many seconds the change to this theme may take; 0 when it says nothing.
  public let transition: Double
  /// The rules, weakest first where nothing else decides. ``look(of:in:superclass:)`` applies them.
  public let rules: [ThemeRule]
  /// Whether it comes from what was kept, not yet from the server.
  public let isKept: Bool

  /// The rules of each class by their places in `rules`.
  let rulesOfClass: [String: [Int]]

  /// Reads an answer to `GET /v1/theme`. What it does not know is left out.
  public init(json: Data) throws {
    self.init(try JSONDecoder().decode(ThemeDocument.self, from: json), isKept: false)
  }

  /// One that says nothing, for as long as there is no other.
  package static let empty = Theme(ThemeDocument.empty, isKept: true)

  init(_ document: ThemeDocument, isKept: Bool) {
    name = document.theme
    title = document.title ?? document.theme
    kit = document.kit ?? ""
    traits = (document.traits ?? [:]).compactMapValues(\.plainText)
    colors = document.colors ?? [:]
    images = document.images ?? [:]
    values = (document.values ?? [:]).mapValues(\.value)
    imagePrefix = document.imagePrefix ?? ""
    imagePrefixes = document.imagePrefixes ?? []
    transition = document.transition?.duration ?? 0
    rules = document.appearance ?? []
    rulesOfClass = Dictionary(grouping: rules.indices) { [rules] in rules[$0].target.className }
    self.isKept = isKept
  }
}

/// The members of an answer to `GET /v1/theme`.
struct ThemeDocument: Decodable {
  let theme: String
  let title: String?
  let kit: String?
  let traits: [String: ThemeValue]?
  let colors: [String: String]?
  let images: [String: ThemeImage]?
  let values: [String: NamedValue]?
  let imagePrefix: String?
  let imagePrefixes: [String]?
  let transition: Timing?
  let appearance: [ThemeRule]?

  static let empty = ThemeDocument(
    theme: "", title: nil, kit: nil, traits: nil, colors: nil, images: nil, values: nil, imagePrefix: nil,
    imagePrefixes: nil,
    transition: nil, appearance: nil)

  struct Timing: Decodable {
    let duration: Double?
  }

  struct NamedValue: Decodable {
    let value: ThemeValue
  }
}
