internal import Documents
internal import Themes

/// A sound document of design tokens, made by chance and written by itself, with what each token says.
package struct RandomTokens {
  package struct SampleToken {
    /// With `$root` at the end for the own token of a group.
    package let path: [String]
    package let type: String
    /// As JSON, references in braces.
    package let value: String
    package let description: String?

    /// As a reference writes it.
    var reference: String { "{\(path.joined(separator: "."))}" }
  }

  package private(set) var tokens: [SampleToken] = []
  private var random: SeededGenerator

  package init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    var taken: Set<[String]> = []
    while tokens.count < count {
      let path = path()
      // A path can't be a token and the beginning of another's.
      guard !taken.contains(path), !taken.contains(where: { $0.starts(with: path) || path.starts(with: $0) })
      else { continue }
      taken.insert(path)
      let type = random.pick(Self.types)
      let text = Bool.random(using: &random) ? nil : "About \(path.count)"
      tokens.append(SampleToken(path: path, type: type, value: value(type, depth: 0), description: text))
    }
  }

  private static let types = [
    "color", "dimension", "fontFamily", "fontWeight", "duration", "cubicBezier", "number", "strokeStyle",
    "border", "transition", "shadow", "gradient", "typography",
  ]
  private static let names = [
    "a", "b", "m", "_scale", "1", "border width", "bg/blue", "c~d", "所有字体", "50%",
  ]

  private mutating func path() -> [String] {
    let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(Self.names) }
    return Int.random(in: 0..<6, using: &random) == 0 ? names + ["$root"] : names
  }

  // MARK: Values

  /// A value, or now and then a reference to a token of the type that is there already.
  private mutating func value(_ type: String, depth: Int) -> String {
    let others = tokens.filter { $0.type == type }
    if !others.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
      return "\"\(random.pick(others).reference)\""
    }
    switch type {
    case "color": return color()
    case "dimension": return quantity(["px", "rem"])
    case "duration": return quantity(["ms", "s"])
    case "fontFamily": return random.pick([#""Inter""#, #"["Inter","sans-serif"]"#])
    case "fontWeight": return random.pick(["400", #""semi-bold""#, "1000"])
    case "cubicBezier": return "[\(unit()),\(number()),\(unit()),\(number())]"
    case "number": return number()
    default: return composite(type)
    }
  }

  private mutating func composite(_ type: String) -> String {
    func part(_ name: String, _ type: String) -> (String, String) { (name, value(type, depth: 1)) }
    switch type {
    case "strokeStyle":
      return Bool.random(using: &random)
        ? #""dashed""# : object([("dashArray", "[\(quantity(["px"]))]"), ("lineCap", #""round""#)])
    case "border":
      return object([part("color", "color"), part("width", "dimension"), part("style", "strokeStyle")])
    case "transition":
      return object([
        part("duration", "duration"), part("delay", "duration"), part("timingFunction", "cubicBezier"),
      ])
    case "shadow":
      return object(
        [part("color", "color"), ("inset", "true")]
          + ["offsetX", "offsetY", "blur", "spread"].map { part($0, "dimension") })
    case "gradient":
      return "[\(object([part("color", "color"), ("position", unit())]))]"
    default:
      return object([
        part("fontFamily", "fontFamily"), part("fontSize", "dimension"), part("fontWeight", "fontWeight"),
        part("letterSpacing", "dimension"), part("lineHeight", "number"),
      ])
    }
  }

  private mutating func object(_ members: [(String, String)]) -> String {
    "{\(members.shuffled(using: &random).map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
  }

  private mutating func unit() -> String { random.pick(["0", "0.25", "0.5", "1"]) }
  private mutating func number() -> String { random.pick(["0", "-1.5", "3", "0.125", "1000000"]) }

  private mutating func quantity(_ units: [String]) -> String {
    let (number, unit) = (number(), random.pick(units))
    return object([("value", number), ("unit", "\"\(unit)\"")])
  }

  private mutating func color() -> String {
    let (space, parts) = random.pick([
      ("srgb", [unit(), unit(), unit()]), ("display-p3", [unit(), unit(), "\"none\""]),
      ("oklch", [unit(), "0.1", "40"]), ("hsl", ["359", "50", "25"]), ("lab", ["50", "-20", "30.5"]),
      ("xyz-d50", [unit(), unit(), unit()]),
    ])
    var members = [("colorSpace", "\"\(space)\""), ("components", "[\(parts.joined(separator: ","))]")]
    if Bool.random(using: &random) { members.append(("alpha", random.pick(["0.3", "0.5", "1"]))) }
    return object(members)
  }

  // MARK: Writing

  /// The tokens in groups, their types at themselves or at a group around them.
  package mutating func document() -> String { group([], tokens, type: nil) }

  private mutating func group(_ path: [String], _ tokens: [SampleToken], type: String?) -> String {
    var members: [(String, String)] = []
    var own = type
    if !path.isEmpty, Bool.random(using: &random), let first = tokens.first {
      own = first.type
      members.append(("$type", "\"\(first.type)\""))
    }
    var order: [String] = []
    for token in tokens where !order.contains(token.path[path.count]) { order.append(token.path[path.count]) }
    for name in order {
      let inner = tokens.filter { $0.path[path.count] == name }
      let path = path + [name]
      let isToken = inner.count == 1 && inner[0].path == path
      members.append((name, isToken ? token(inner[0], own) : group(path, inner, type: own)))
    }
    return object(members)
  }

  private mutating func token(_ token: SampleToken, _ type: String?) -> String {
    var members: [(String, String)] = []
    // The type of a reference takes precedence over that of a group.
    let isAlias = token.value.hasPrefix("\"{")
    if token.type != type && !isAlias || Bool.random(using: &random) {
      members.append(("$type", "\"\(token.type)\""))
    }
    if let text = token.description { members.append(("$description", "\"\(text)\"")) }
    if isAlias, Bool.random(using: &random) {
      let steps = token.value.dropFirst(2).dropLast(2).split(separator: ".").map { step in
        String(step).replacing("~", with: "~0").replacing("/", with: "~1").percentEscaped(keeping: "~$")
      }
      let pointer = "\"#/\(steps.joined(separator: "/"))\""
      let whole = "\(pointer.dropLast())/$value\""
      members.append(
        Bool.random(using: &random) ? ("$ref", pointer) : ("$value", "{\"$ref\":\(whole)}"))
    } else {
      members.append(("$value", token.value))
    }
    return object(members)
  }
}
