internal import Resolution
internal import Service

/// Adds color to text, as far as the terminal supports it.
struct Paint {
  enum Ink: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  var depth = ColorDepth.ofOutput

  func callAsFunction(_ text: String, _ inks: Ink...) -> String {
    guard depth > .none, !text.isEmpty else { return text }
    return "\u{1b}[\(inks.map { "\($0.rawValue)" }.joined(separator: ";"))m\(text)\u{1b}[0m"
  }

  /// Returns two cells in the color, on white and on black, and a space; nothing if the terminal can't show the color.
  func swatch(_ color: ResolvedColor) -> String {
    guard depth >= .palette else { return "" }
    return cell(color, on: 255) + cell(color, on: 0) + "\u{1b}[0m "
  }

  private func cell(_ color: ResolvedColor, on ground: Int) -> String {
    func mix(_ channel: UInt8) -> Int {
      (Int(channel) * Int(color.alpha) + ground * (255 - Int(color.alpha)) + 127) / 255
    }
    let (red, green, blue) = (mix(color.red), mix(color.green), mix(color.blue))
    let code = depth == .full ? "2;\(red);\(green);\(blue)" : "5;\(Self.nearest(red, green, blue))"
    return "\u{1b}[48;\(code)m "
  }

  /// Returns the nearest of the 240 colors that all terminals with 256 colors share: a cube and a row of grays.
  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func step(_ value: Int) -> Int {
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let (r, g, b) = (step(red), step(green), step(blue))
    let gray = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + gray * 10
    let isGrayNearer = distance(level, level, level) < distance(levels[r], levels[g], levels[b])
    return isGrayNearer ? 232 + gray : 16 + 36 * r + 6 * g + b
  }
}

enum ColorDepth: Int, Comparable {
  case none, sixteen, palette, full

  /// The depth for standard output.
  static let ofOutput = ColorDepth(
    isTerminal: Console.outputIsTerminal, variables: ProcessEnvironment.variables)

  /// `NO_COLOR` disables colors; `CLICOLOR_FORCE` enables them even if the output is no terminal.
  init(isTerminal: Bool, variables: [String: String]) {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isForced = isSet("CLICOLOR_FORCE") && variables["CLICOLOR_FORCE"] != "0"
    let terminal = variables["TERM"] ?? ""
    guard !isSet("NO_COLOR"), isForced || (isTerminal && !["", "dumb"].contains(terminal)) else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]) || terminal.hasSuffix("-direct") {
      self = .full
    } else {
      self = terminal.contains("256color") ? .palette : .sixteen
    }
  }

  static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }
}
