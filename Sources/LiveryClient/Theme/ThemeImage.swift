/// Where an image of a theme is found.
public struct ThemeImage: Sendable, Hashable, Decodable {
  /// The names to look for in the app, the best first.
  public let candidates: [String]
  /// The server's file, where it has one.
  public let file: String?
  /// Where the file is, from the server's root. The address names the bytes: what came from it never changes.
  public let url: String?
}
