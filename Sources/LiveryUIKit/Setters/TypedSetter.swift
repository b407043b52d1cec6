#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  @MainActor
  protocol ThemeSetter {
    /// Applies a value, or removes the applied value if `value` is nil.
    /// - Parameters:
    ///   - before: The value that the theme before has set here, perhaps by a proxy.
    ///   - worn: The value that was applied before; nil if there is none.
    /// - Returns: The value that is applied now; nil if the object has its own.
    func dress(
      _ object: NSObject, _ key: ThemeKey, _ value: ThemeValue?, _ before: ThemeValue?, _ worn: WornValue?,
      _ pictures: ThemePictures
    ) -> WornValue?

    func dressProxy(
      of type: AnyClass, in containers: [any UIAppearanceContainer.Type], _ key: ThemeKey,
      _ value: ThemeValue?, _ pictures: ThemePictures)
  }

  /// A property with values for its axes: `titleColor:highlighted+selected`.
  struct ThemeKey {
    let name: String
    let axes: [String]

    init(_ text: String) {
      let parts = text.split(separator: ":").map(String.init)
      name = parts.first ?? ""
      axes = Array(parts.dropFirst())
    }

    /// The state that the first axis names; nil if UIKit has no such state.
    var state: UIControl.State? {
      guard let words = axes.first?.split(separator: "+") else { return .normal }
      var state = UIControl.State.normal
      for word in words {
        guard let one = Self.states[String(word)] else { return nil }
        state.insert(one)
      }
      return state
    }

    /// The metrics that the last axis names.
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

  /// A setter whose types are checked by the compiler.
  @MainActor
  struct TypedSetter<Target: NSObject & UIAppearance, Value>: ThemeSetter {
    let kind: ThemeKind<Value>
    /// Indicates whether the property may be set on appearance proxies. A proxy has no properties that are Swift's alone.
    var hasProxy = true
    let get: @MainActor (Target, ThemeKey) -> Value?
    let set: @MainActor (Target, Value?, ThemeKey) -> Void

    func dress(
      _ object: NSObject, _ key: ThemeKey, _ value: ThemeValue?, _ before: ThemeValue?, _ worn: WornValue?,
      _ pictures: ThemePictures
    ) -> WornValue? {
      guard let target = object as? Target else { return worn }
      let now = get(target, key)
      if let worn, !isOurs(now, worn) { return worn }
      guard let value else {
        if let worn { set(target, worn.original as? Value, key) }
        return nil
      }
      guard let next = kind.read(value, pictures) else { return worn }
      var original = worn == nil ? now : worn?.original as? Value
      if worn == nil, let before = before.flatMap({ kind.read($0, pictures) }) {
        // A proxy would have set the value of the theme before. Any other value is the app's own.
        guard hasProxy, kind.isSame(now, before) else { return nil }
        original = nil
      }
      set(target, next, key)
      return WornValue(original: original, put: next, seen: get(target, key))
    }

    /// Indicates whether the app has not changed the value since.
    private func isOurs(_ now: Value?, _ worn: WornValue) -> Bool {
      [worn.put, worn.seen, worn.original].contains { kind.isSame(now, $0 as? Value) }
    }

    func dressProxy(
      of type: AnyClass, in containers: [any UIAppearanceContainer.Type], _ key: ThemeKey,
      _ value: ThemeValue?, _ pictures: ThemePictures
    ) {
      guard hasProxy, let type = type as? Target.Type else { return }
      let next = value.flatMap { kind.read($0, pictures) }
      if value != nil, next == nil { return }
      set(
        containers.isEmpty ? type.appearance() : type.appearance(whenContainedInInstancesOf: containers),
        next, key)
    }
  }

  extension TypedSetter {
    /// A property that may be unset.
    static func plain(
      _ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value?>, hasProxy: Bool = true
    ) -> Self {
      Self(
        kind: kind, hasProxy: hasProxy, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in target[keyPath: path] = value })
    }

    /// A property that is always set.
    static func fixed(
      _ kind: ThemeKind<Value>, _ path: ReferenceWritableKeyPath<Target, Value>, hasProxy: Bool = true
    ) -> Self {
      Self(
        kind: kind, hasProxy: hasProxy, get: { target, _ in target[keyPath: path] },
        set: { target, value, _ in if let value { target[keyPath: path] = value } })
    }

    /// A property with a value for each part that an axis of the key names: a state, or a bar's metrics.
    static func keyed<Part>(
      _ part: @escaping @MainActor (ThemeKey) -> Part?, _ kind: ThemeKind<Value>,
      _ set: @escaping @MainActor (Target, Value?, Part) -> Void,
      _ get: @escaping @MainActor (Target, Part) -> Value?
    ) -> Self {
      Self(
        kind: kind, get: { target, key in part(key).flatMap { get(target, $0) } },
        set: { target, value, key in if let part = part(key) { set(target, value, part) } })
    }
  }

  struct WornValue {
    let original: Any?
    let put: Any?
    /// The value that was read after applying it.
    let seen: Any?
  }

  /// The conversion of a theme's values to a type of UIKit.
  @MainActor
  struct ThemeKind<Value> {
    let read: @MainActor (ThemeValue, ThemePictures) -> Value?
    let isSame: @MainActor (Value?, Value?) -> Bool
  }

  extension ThemeKind where Value: Equatable {
    init(_ read: @escaping @MainActor (ThemeValue, ThemePictures) -> Value?) {
      self.init(read: read, isSame: { $0 == $1 })
    }

    static func word(_ words: [String: Value]) -> Self {
      Self { value, _ in value.text.flatMap { words[$0] } }
    }
  }

  extension ThemeKind where Value == UIColor {
    static var color: Self { Self { value, _ in UIColor(hex: value.text) } }
  }

  extension ThemeKind where Value == UIImage {
    static var image: Self { Self { value, pictures in value.text.flatMap { pictures.image($0) } } }
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
    static var size: Self {
      Self { value, _ in
        guard let width = value["width"]?.number, let height = value["height"]?.number else { return nil }
        return CGSize(width: width, height: height)
      }
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

  extension ThemeKind where Value == UIFont {
    static var font: Self { Self { value, _ in UIFont.ofTheme(value) } }
  }

  extension ThemeKind where Value == [NSAttributedString.Key: Any] {
    static var textAttributes: Self {
      Self(
        read: { value, _ in
          var attributes: Value = [:]
          attributes[.foregroundColor] = UIColor(hex: value["color"]?.text)
          attributes[.font] = value["font"].flatMap { UIFont.ofTheme($0) }
          return attributes.isEmpty ? nil : attributes
        },
        isSame: { one, other in
          guard let one, let other else { return one == nil && other == nil }
          return NSDictionary(dictionary: one).isEqual(to: other)
        })
    }
  }

  extension UIFont {
    /// Returns the font for `{ "textStyle": "body", "weight": "semibold" }` or `{ "size": 15, "family":
    /// "Avenir" }`; nil if there is neither a style nor a size.
    static func ofTheme(_ value: ThemeValue) -> UIFont? {
      let weight = value["weight"]?.text.flatMap { weights[$0] }
      if let style = value["textStyle"]?.text.flatMap({ textStyles[$0] }) {
        let font = UIFont.preferredFont(forTextStyle: style)
        return weight.map {
          UIFontMetrics(forTextStyle: style).scaledFont(for: .systemFont(ofSize: font.pointSize, weight: $0))
        } ?? font
      }
      guard let size = value["size"]?.number.map({ CGFloat($0) }) else { return nil }
      if let family = value["family"]?.text, let font = UIFont(name: family, size: size) { return font }
      return .systemFont(ofSize: size, weight: weight ?? .regular)
    }

    private static let weights: [String: UIFont.Weight] = [
      "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
      "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    private static let textStyles: [String: UIFont.TextStyle] = [
      "largeTitle": .largeTitle, "title1": .title1, "title2": .title2, "title3": .title3,
      "headline": .headline,
      "subheadline": .subheadline, "body": .body, "callout": .callout, "footnote": .footnote,
      "caption1": .caption1, "caption2": .caption2,
    ]
  }
#endif
