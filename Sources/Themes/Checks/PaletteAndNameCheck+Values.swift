internal import Documents

/// The references between named values: their types, their circles, and the size of what they write out.
extension PaletteAndNameCheck {
  /// The maximum number of bytes that the values of a theme and its parents take with their references followed.
  private static let mostWritten = 32 << 20

  mutating func checkValues() {
    let values = lineage.reversed().mergedValues
    checkRules(naming: values)
    let uses = values.compactMapValues { entry in
      let uses = entry.contents.flatMap(\.uses)
      return uses.isEmpty ? nil : uses
    }
    guard !uses.isEmpty else { return }
    for name in uses.keys.sorted() { checkTypes(of: name, uses[name] ?? [], among: values) }
    let graph = ReferenceGraph(values.keys.sorted()) { name in
      Set((uses[name] ?? []).map(\.name).filter { values[$0] != nil }).sorted(by: >)
    }
    let own = theme.values
    for circle in graph.circles { report(circle, of: "values", "value-cycle") { own[$0]?.place } }
    guard graph.circles.isEmpty else { return }
    checkSize(of: values, uses, in: graph.order)
  }

  private mutating func checkTypes(of name: String, _ uses: [TypedValue.Use], among values: Theme.Values) {
    for use in uses {
      guard let target = values[use.name] else { continue }
      for content in target.contents {
        if !use.types.contains(where: { $0 == content.type }) && use.types != ValueType.allCases {
          reportType(of: name, use, content)
          break
        }
        guard use.isItem, case .list(let items) = content.content, items.count > 1 else { continue }
        reportLength(of: name, use, items.count)
        break
      }
    }
  }

  private mutating func reportType(of name: String, _ use: TypedValue.Use, _ found: TypedValue) {
    let what = found.typeWords
    if let place = theme.values[name]?.place {
      report(
        "wrong-type", at: place,
        "\(Quoted.name(name)) refers to \(Quoted.reference(use.name)) as \(use.words); it is \(what).")
    } else if let place = theme.values[use.name]?.place {
      report(
        "wrong-type", at: place,
        "\(Quoted.name(use.name)) is \(what) here; the parent's \(Quoted.name(name)) refers to it as "
          + "\(use.words).")
    }
  }

  private mutating func reportLength(of name: String, _ use: TypedValue.Use, _ count: Int) {
    guard let place = theme.values[name]?.place ?? theme.values[use.name]?.place else { return }
    report(
      "bad-reference", at: place,
      "\(Quoted.reference(use.name)) has \(count) items; in the list of \(Quoted.name(name)) a reference stands for "
        + "one. Write them out.")
  }

  /// Checks the theme's own rules, and those of parents that name values which this theme defines again.
  private mutating func checkRules(naming values: Theme.Values) {
    guard !values.isEmpty else { return }
    for (index, ancestor) in lineage.enumerated() where index == 0 || !theme.values.isEmpty {
      for rule in ancestor.rules {
        for setting in rule.settings {
          setting.value.forEachReference { name, use in
            guard let use, index == 0 || theme.values[name] != nil else { return }
            check(name, as: use, values, at: index == 0 ? setting.place : theme.values[name]?.place)
          }
        }
      }
    }
  }

  private mutating func check(
    _ name: String, as use: ValueUse, _ values: Theme.Values, at place: TextPosition?
  ) {
    let wrong = values[name]?.contents.first { $0.type.map { !use.types.contains($0) } ?? true }
    guard let wrong, let place else { return }
    let what = wrong.typeWords
    let takes = Quoted.choice(use.types.map(\.rawValue))
    report("wrong-type", at: place, "\(Quoted.name(name)) is \(what); \(use.rawValue) takes \(takes).")
  }

  private mutating func checkSize(
    of values: Theme.Values, _ uses: [String: [TypedValue.Use]], in order: [String]
  ) {
    var sizes: [String: Int] = [:]
    var total = 0
    for name in order {
      let own = (values[name]?.contents ?? []).map(\.content.size).max() ?? 0
      let size = (uses[name] ?? []).reduce(own) { min(Self.mostWritten + 1, $0 + (sizes[$1.name] ?? 0)) }
      sizes[name] = size
      total += size
      guard total > Self.mostWritten else { continue }
      let (theme, place) = (theme.name, theme.values[name]?.place ?? .start)
      return report(
        "too-large", at: place,
        "The values of '\(theme)' would take more than 32 MiB with their references followed; refer to large "
          + "ones less often.")
    }
  }
}

extension TypedValue {
  fileprivate var typeWords: String { type?.words ?? "a value without a type" }
}

extension TypedValue.Use {
  fileprivate var words: String { Quoted.choice(types.map(\.words)) }
}

extension Value {
  /// The approximate number of bytes that it takes when it is written.
  fileprivate var size: Int {
    switch self {
    case .string(let text), .image(let text): text.utf8.count
    case .list(let items): items.reduce(2) { $0 + $1.size }
    case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + $1.value.size }
    case .blocked, .color, .number, .bool, .reference: 8
    }
  }
}
