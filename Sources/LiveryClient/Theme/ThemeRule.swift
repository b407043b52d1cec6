/// The values that a theme sets for one class, optionally with a style, optionally only inside containers.
public struct ThemeRule: Sendable, Hashable {
  /// `UIButton`, or `UIButton.sure` with a style.
  public let target: StyledClass
  /// The containers that the class must be in, outermost first; empty for any place.
  public let containers: [StyledClass]
  /// The values by key: `tintColor`, or `titleColor:highlighted` with an axis. Nil removes the value.
  public let set: [String: ThemeValue?]
  /// The ranks of keys for which the precedence of two rules is equal: the higher one wins. Without ranks, the later rule wins.
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

/// A class with its styles: `UIButton.sure.big`. A rule names one style at most.
public struct StyledClass: Sendable, Hashable, CustomStringConvertible {
  /// The class alone: `UIButton`.
  public let className: String
  /// The styles in their written order.
  public let styles: [String]

  /// Parses `Class` or `Class.style.style`.
  public init(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    className = parts.first ?? ""
    styles = Array(parts.dropFirst())
  }

  package init(_ className: String, styles: [String]) {
    self.className = className
    self.styles = styles
  }

  public var description: String { ([className] + styles).joined(separator: ".") }
}
