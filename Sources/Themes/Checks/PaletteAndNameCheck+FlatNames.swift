/// Names that differ in a theme but not where names are all there is: style sheets, resource files.
extension PaletteAndNameCheck {
  /// Finds names that do not stay apart. Only pairs in which the theme has a part: its ancestors answer for the rest.
  mutating func checkFlatNames() {
    for group in alikeNames() { checkApart(group) }
  }

  /// Groups of names that might be one, each in order; a name alone is in none.
  private func alikeNames() -> [[Named]] {
    let names = flatNames()
    var first: [UInt64: Int] = [:]
    var groups: [Int: [Named]] = [:]
    for (index, named) in names.enumerated() {
      let fold = named.source.fold
      if let first = first[fold] {
        groups[first, default: [names[first]]].append(named)
      } else {
        first[fold] = index
      }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func checkApart(_ group: [Named]) {
    var taken = TakenNames()
    for named in group {
      guard !findings.isFull else { return }
      for other in taken.take(named) where named.isOwn || other.isOwn {
        guard let form = named.source.name.sharedForm(with: other.source.name) else { continue }
        let (here, there) = named.isOwn ? (named, other) : (other, named)
        let (one, another) = (Quoted.name(here.source.words), Quoted.name(there.source.words))
        report(
          "name-collision", at: here.place,
          one == another
            ? "A color and another value are both called \(one); rename one."
            : "\(one) and \(another) are both '\(form)' in style sheets or resource files; rename one.")
      }
    }
  }

  private struct Named {
    let source: NameSource
    let place: TextPosition
    let isOwn: Bool
  }

  /// Names of one group by their forms, so that each is compared only with those that it meets.
  private struct TakenNames {
    private var names: [Named] = []
    private var numbers: [NameSource: Int] = [:]
    private var forms: [String: [Int]] = [:]

    /// Takes a name in and hands out those that share a form with it, in order. One that is there already is replaced.
    mutating func take(_ named: Named) -> [Named] {
      if let number = numbers[named.source] {
        names[number] = named
        return []
      }
      let name = named.source.name
      let own = Set([name.kebab, name.snake])
      let others = Set(own.flatMap { forms[$0] ?? [] }).sorted().map { names[$0] }
      numbers[named.source] = names.count
      for form in own { forms[form, default: []].append(names.count) }
      names.append(named)
      return others
    }
  }

  /// Parents first.
  private func flatNames() -> [Named] {
    var named: [Named] = []
    for (index, ancestor) in lineage.enumerated().reversed() {
      let isOwn = index == 0
      for (name, color) in ancestor.colors.sorted(by: { $0.key < $1.key }) {
        named.append(Named(source: .color(name), place: color.place, isOwn: isOwn))
      }
      for (name, value) in ancestor.values.sorted(by: { $0.key < $1.key }) {
        named.append(Named(source: .value(name), place: value.place, isOwn: isOwn))
      }
      for (name, image) in ancestor.images.sorted(by: { $0.key < $1.key }) {
        named.append(Named(source: .image(name), place: image.place, isOwn: isOwn))
      }
      for rule in ancestor.rules where rule.containers.isEmpty {
        for setting in rule.settings {
          named.append(Named(source: .setting(rule.target, setting.key), place: setting.place, isOwn: isOwn))
        }
      }
    }
    return named
  }
}

/// What a flat name is made from. Most are compared by a number alone, and never become a name.
private enum NameSource: Hashable {
  case color(String)
  case value(String)
  case image(String)
  case setting(ClassReference, PropertyKey)

  var name: FlatName {
    switch self {
    case .color(let name): .color(name)
    case .value(let name): .value(name)
    case .image(let name): .image(name)
    case .setting(let target, let key): .setting(target, key)
    }
  }

  var words: String {
    switch self {
    case .color(let name), .value(let name), .image(let name): name
    case .setting(let target, let key): "\(target) \(key)"
    }
  }

  /// Equal for all names that share a form: letters and digits without case, and where parts end.
  var fold: UInt64 {
    var fold = Fold()
    switch self {
    case .color(let name), .value(let name): fold.add(name)
    case .image(let name):
      fold.add("image")
      fold.endPart()
      fold.add(name)
    case .setting(let target, let key):
      fold.add(target.name)
      if let style = target.style { fold.add(style) }
      fold.endPart()
      fold.add(key.name)
      for value in key.axisValues {
        fold.endPart()
        fold.add(value)
      }
    }
    return fold.sum
  }

  private struct Fold {
    private(set) var sum = FNV1a.start

    mutating func add(_ text: String) {
      if FlatLetters.isNeeded(for: text) { return FlatLetters(of: text).fold { mix($0) } }
      for byte in text.utf8 where byte.isAlphanumeric { mix(byte.asciiLowercased) }
    }

    mutating func endPart() { mix(0xff) }

    private mutating func mix(_ byte: UInt8) { sum = FNV1a.hash(sum, with: byte) }
  }
}
