/// What a theme sets for one class, perhaps of a style, perhaps only inside containers.
public struct ThemeRule: Sendable, Hashable {
  /// `UIButton`, or `UIButton.sure` with a style.
  public let target: StyledClass
  /// What it must stand in, outermost first; empty where it may stand anywhere.
  public let containers: [StyledClass]
  /// The values by key: `tintColor`, or `titleColor:highlighted` with an axis. Nil takes the value away.
  public let set: [String: ThemeValue?]
  /// For keys that another rule sets as strongly: the higher one wins. Else the later rule does.
  let rank: [String: Int]
}

extension ThemeRule: Decodable {
  private enum CodingKeys: String, CodingKey {
    case target = "for"
    case containers = "in"
    case set, rank
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    target = StyledClass(parsing: try members.decode(String.self, forKey: .target))
    let path = try members.decodeIfPresent(String.self, forKey: .containers) ?? ""
    containers = path.split(separator: "/").map { StyledClass(parsing: String($0)) }
    set = try members.decodeIfPresent([String: ThemeValue?].self, forKey: .set) ?? [:]
    rank = try members.decodeIfPresent([String: Int].self, forKey: .rank) ?? [:]
  }
}
