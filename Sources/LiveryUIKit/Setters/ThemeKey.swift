#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// A property with the values of its axes: `titleColor:highlighted+selected`.
  struct ThemeKey {
    let name: String
    let axes: [String]

    init(_ text: String) {
      let parts = text.split(separator: ":").map(String.init)
      name = parts.first ?? ""
      axes = Array(parts.dropFirst())
    }

    /// The state that its first axis names; nil for a word that UIKit has not.
    var state: UIControl.State? {
      guard let words = axes.first?.split(separator: "+") else { return .normal }
      var state = UIControl.State.normal
      for word in words {
        guard let one = Self.states[String(word)] else { return nil }
        state.insert(one)
      }
      return state
    }

    /// The metrics that its last axis names.
    var metrics: UIBarMetrics? { axes.last.map { Self.metrics[$0] } ?? .default }

    private static let states: [String: UIControl.State] = [
      "normal": .normal, "highlighted": .highlighted, "disabled": .disabled, "selected": .selected,
      "focused": .focused,
    ]
    private static let metrics: [String: UIBarMetrics] = [
      "default": .default, "compact": .compact, "defaultPrompt": .defaultPrompt,
      "compactPrompt": .compactPrompt,
    ]
  }
#endif
