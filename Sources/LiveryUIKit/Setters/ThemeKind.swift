#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The conversion of a theme's values to a type of UIKit.
  @MainActor
  struct ThemeKind<Value> {
    let read: @MainActor (ThemeValue, Fitting) -> Value?
    let isSame: @MainActor (Value?, Value?) -> Bool
    /// Compares with a value that UIKit gave, where no two of them are the same: the looks of bars.
    var isLike: (@MainActor (Value, Value) -> Bool)?
    /// Indicates whether UIKit itself may change the value with the text size: a font.
    var isScaled = false
  }

  extension ThemeKind where Value: Equatable {
    init(_ read: @escaping @MainActor (ThemeValue, Fitting) -> Value?) {
      self.init(read: read, isSame: { $0 == $1 })
    }

    static func word(_ words: [String: Value]) -> Self {
      Self { value, _ in value.text.flatMap { words[$0] } }
    }
  }

  extension ThemeKind where Value: NSObject {
    fileprivate static func object(_ read: @escaping @MainActor (ThemeValue, Fitting) -> Value?) -> Self {
      Self(read: read, isSame: { $0 === $1 || $0 != nil && $0?.isEqual($1) == true })
    }
  }

  extension ThemeKind where Value == UIColor {
    static var color: Self { .object { value, _ in UIColor(hex: value.text) } }
  }

  extension ThemeKind where Value == UIImage {
    static var image: Self {
      .object { value, fitting in value.text.flatMap { fitting.image($0) } }
    }
  }

  extension ThemeKind where Value == UIFont {
    static var font: Self {
      var kind = Self.object { value, fitting in UIFont.ofTheme(value, fitting.traits) }
      kind.isScaled = true
      return kind
    }
  }

  extension ThemeKind where Value == CGFloat {
    static var number: Self { Self { value, _ in value.number.map { CGFloat($0) } } }
  }

  extension ThemeKind where Value == Int {
    static var integer: Self { Self { value, _ in value.number.flatMap { Int(exactly: $0) } } }
  }

  extension ThemeKind where Value == Bool {
    static var bool: Self { Self { value, _ in value.bool } }
  }

  extension ThemeKind where Value == CGSize {
    static var size: Self { Self { value, _ in CGSize(theme: value) } }
  }

  extension CGSize {
    init?(theme value: ThemeValue?) {
      guard let width = value?["width"]?.number, let height = value?["height"]?.number else { return nil }
      self.init(width: width, height: height)
    }
  }

  extension ThemeKind where Value == UIEdgeInsets {
    static var insets: Self {
      Self { value, _ in
        guard let top = value["top"]?.number, let left = value["left"]?.number,
          let bottom = value["bottom"]?.number, let right = value["right"]?.number
        else { return nil }
        return UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
      }
    }
  }

  extension ThemeKind where Value == UIOffset {
    static var offset: Self { Self { value, _ in UIOffset(theme: value) } }
  }

  extension UIOffset {
    init?(theme value: ThemeValue?) {
      guard let horizontal = value?["horizontal"]?.number, let vertical = value?["vertical"]?.number else {
        return nil
      }
      self.init(horizontal: horizontal, vertical: vertical)
    }
  }

  extension ThemeKind where Value == UIVisualEffect {
    static var effect: Self { .object { value, _ in UIBlurEffect(theme: value) } }
  }

  extension UIBlurEffect {
    /// Reads `"systemMaterial"` or `{ "blur": "systemMaterial" }`.
    convenience init?(theme value: ThemeValue?) {
      guard let style = (value?.text ?? value?["blur"]?.text).flatMap({ Self.styles[$0] }) else { return nil }
      self.init(style: style)
    }

    private static let styles: [String: Style] = [
      "extraLight": .extraLight, "light": .light, "dark": .dark, "regular": .regular, "prominent": .prominent,
      "systemUltraThinMaterial": .systemUltraThinMaterial, "systemThinMaterial": .systemThinMaterial,
      "systemMaterial": .systemMaterial, "systemThickMaterial": .systemThickMaterial,
      "systemChromeMaterial": .systemChromeMaterial,
    ]
  }

  extension ThemeKind where Value == UIImage.SymbolConfiguration {
    static var symbol: Self {
      .object { value, fitting in
        var parts: [Value] = []
        if let size = value["pointSize"]?.number { parts.append(Value(pointSize: size)) }
        if let weight = value["weight"]?.text.flatMap({ weights[$0] }) { parts.append(Value(weight: weight)) }
        if let scale = value["scale"]?.text.flatMap({ scales[$0] }) { parts.append(Value(scale: scale)) }
        if let style = value["textStyle"]?.text.flatMap({ UIFont.textStyles[$0] }) {
          parts.append(Value(textStyle: style))
        }
        if let font = value["font"].flatMap({ UIFont.ofTheme($0, fitting.traits) }) {
          parts.append(Value(font: font))
        }
        if let color = UIColor(hex: value["hierarchicalColor"]?.text) {
          parts.append(Value(hierarchicalColor: color))
        }
        let palette = value["paletteColors"]?.list?.compactMap { UIColor(hex: $0.text) } ?? []
        if !palette.isEmpty { parts.append(Value(paletteColors: palette)) }
        if value["multicolor"]?.bool == true { parts.append(Value.preferringMulticolor()) }
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) { $0.applying($1) }
      }
    }

    private static var weights: [String: UIImage.SymbolWeight] {
      [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
        "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
      ]
    }

    private static var scales: [String: UIImage.SymbolScale] {
      ["default": .default, "small": .small, "medium": .medium, "large": .large]
    }
  }

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
