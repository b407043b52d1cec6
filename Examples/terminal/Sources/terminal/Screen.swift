import Foundation
import LiveryClient

/// A screen of a shop, as an app would draw it with a theme. It looks up the values for the classes of UIKit.
struct Screen {
  private let theme: Theme
  private static let width = 44

  init(_ theme: Theme) { self.theme = theme }

  func draw() {
    let page = look("UIWindow")["backgroundColor"]
    let bar = look("UINavigationBar", in: ["UIWindow"])
    let text = look("UILabel", in: ["UIWindow"])["textColor"]
    let button = look("UIButton.sure", in: ["UIWindow"])
    var lines = ["", "\(theme.title) (\(theme.name))\(theme.isKept ? ", as it was kept" : "")"]
    lines.append(
      line("  Shop", bar["titleTextAttributes"]?["color"] ?? text, on: bar["barTintColor"] ?? page))
    lines.append(line("", text, on: page))
    lines.append(line("  Winter coat", text, on: page))
    lines.append(
      line("  [ Buy ]", button["titleColor:normal"] ?? text, on: button["backgroundColor"] ?? page))
    lines.append(line("", text, on: page))
    for (name, color) in theme.colors.sorted(by: { $0.key < $1.key }) {
      lines.append(paint("      ", nil, on: color) + " \(name) \(color)")
    }
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// Returns the values for a class, with the superclasses that this screen needs.
  private func look(_ target: String, in path: [String] = []) -> [String: ThemeValue] {
    theme.look(of: target, in: path) { name in
      ["UIButton": "UIControl", "UIControl": "UIView", "UIView": "UIResponder"][name]
        ?? (name.hasPrefix("UI") && name != "UIResponder" ? "UIView" : nil)
    }
  }

  private func line(_ text: String, _ color: ThemeValue?, on page: ThemeValue?) -> String {
    paint(text.padding(toLength: Self.width, withPad: " ", startingAt: 0), color?.text, on: page?.text)
  }

  /// The text in colors, where the output is a terminal.
  private func paint(_ text: String, _ color: String?, on page: String?) -> String {
    guard isatty(STDOUT_FILENO) != 0 else { return text }
    return escape(38, color) + escape(48, page) + text + "\u{1b}[0m"
  }

  private func escape(_ plane: Int, _ hex: String?) -> String {
    guard let color = hex.flatMap({ ThemeColor($0) }) else { return "" }
    let parts = [color.red, color.green, color.blue].map { "\(Int(($0 * 255).rounded()))" }
    return "\u{1b}[\(plane);2;\(parts.joined(separator: ";"))m"
  }
}
