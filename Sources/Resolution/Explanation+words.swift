internal import Themes

extension Reason {
  /// The reason in words, as said of the rule that lost.
  package var words: String {
    switch self {
    case .override: "the client's own value wins over every rule"
    case .style: "a rule with the target's style wins over one without"
    case .nearerClass: "a rule for a class nearer to the target's wins"
    case .outerContainer: "the outermost container wins; at equal positions the longer path"
    case .derivedContainer: "a more derived container wins, then one that names a style"
    case .moreTraits: "more named traits win"
    case .later: "the later rule wins"
    }
  }
}

extension Mismatch {
  /// The cause in words.
  package var words: String {
    switch self {
    case .otherClass(let name): return "the target is no \(name)"
    case .missingStyle(let style): return "the target does not carry the style '\(style)'"
    case .trait(let name, let wanted, let found):
      let found = found.map { "is \($0)" } ?? "is not given"
      return "the trait \(name) \(found), the rule wants \(wanted)"
    case .container(let container): return "no \(container) stands there in the container path"
    }
  }
}
