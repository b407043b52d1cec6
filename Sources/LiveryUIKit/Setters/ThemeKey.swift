#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import UIKit

  /// A property with values for its axes: `titleColor:highlighted+selected`. There is one object for each text.
  @MainActor
  final class ThemeKey: Hashable {
    let text: String
    let axes: [String]
    /// The name with a colon for each axis, as the table of setters has it: `titleColor:`.
    let plain: String

    private static var keys: [String: ThemeKey] = [:]

    static func of(_ text: String) -> ThemeKey {
      if let key = keys[text] { return key }
      let key = ThemeKey(text)
      keys[text] = key
      return key
    }

    private init(_ text: String) {
      self.text = text
      let parts = text.split(separator: ":").map(String.init)
      axes = Array(parts.dropFirst())
      plain = "\(parts.first ?? "")" + String(repeating: ":", count: axes.count)
    }

    nonisolated static func == (one: ThemeKey, other: ThemeKey) -> Bool { one === other }
    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The state that the first axis names; nil if UIKit has no such state.
    private(set) lazy var state = state(0)

    /// The state that an axis names; the normal one if there is no such axis.
    func state(_ index: Int) -> UIControl.State? {
      guard axes.count > index else { return .normal }
      var state = UIControl.State.normal
      for word in axes[index].split(separator: "+") {
        guard let one = Self.states[String(word)] else { return nil }
        state.insert(one)
      }
      return state
    }

    /// The metrics that the last axis names.
    private(set) lazy var metrics: UIBarMetrics? = word(axes.count - 1, Self.allMetrics, .default)

    /// The position of a bar that the first axis names.
    var position: UIBarPosition? { word(0, Self.positions, .any) }

    /// The value that an axis names; `missing` if there is no such axis.
    func word<Value>(_ index: Int, _ words: [String: Value], _ missing: Value?) -> Value? {
      axes.indices.contains(index) ? words[axes[index]] : missing
    }

    private static let states: [String: UIControl.State] = [
      "normal": .normal, "highlighted": .highlighted, "disabled": .disabled, "selected": .selected,
      "focused": .focused,
    ]
    private static let allMetrics: [String: UIBarMetrics] = [
      "default": .default, "compact": .compact, "defaultPrompt": .defaultPrompt,
      "compactPrompt": .compactPrompt,
    ]
    private static let positions: [String: UIBarPosition] = [
      "any": .any, "bottom": .bottom, "top": .top, "topAttached": .topAttached,
    ]
  }

  /// Two axes of a key, such as a state and a bar's metrics.
  struct KeyParts<One: Equatable, Other: Equatable>: Equatable {
    let one: One
    let other: Other

    init?(_ one: One?, _ other: Other?) {
      guard let one, let other else { return nil }
      (self.one, self.other) = (one, other)
    }
  }
#endif
