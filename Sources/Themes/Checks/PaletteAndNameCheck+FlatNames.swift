/// Names that differ in a theme but not where names are all there is: style sheets, resource files.
extension PaletteAndNameCheck {
  /// Finds names that do not stay apart. Only pairs in which the theme has a part: its ancestors answer for the rest.
  mutating func checkFlatNames() {
    let names = repeatedNames()
    for group in Self.alike(names) { checkApart(group, of: names) }
  }

  /// The names that might be one with another, in order: few of a theme, and all of them take more than its document.
  private func repeatedNames() -> [Named] {
    let repeated = repeatedFolds()
    guard !repeated.isEmpty else { return [] }
    var names: [Named] = []
    forEachName(inOrder: true) { if repeated.contains($0.source.fold) { names.append($0) } }
    return names
  }

  private func repeatedFolds() -> Set<UInt64> {
    var folds: Set<UInt64> = []
    var repeated: Set<UInt64> = []
    forEachName(inOrder: false) { named in
      let fold = named.source.fold
      if !folds.insert(fold).inserted { repeated.insert(fold) }
    }
    return repeated
  }

  /// Groups of names that might be one, by their numbers, each in order; a name alone is in none.
  private static func alike(_ names: [Named]) -> [[Int32]] {
    var first: [UInt64: Int32] = [:]
    var groups: [Int32: [Int32]] = [:]
    for (index, named) in names.enumerated() {
      let fold = named.source.fold
      if let first = first[fold] {
        groups[first, default: [first]].append(Int32(index))
      } else {
        first[fold] = Int32(index)
      }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func checkApart(_ group: [Int32], of names: [Named]) {
    var taken = TakenNames()
    for index in group {
      guard !findings.isFull else { return }
      let named = names[Int(index)]
      for other in taken.take(index, of: names) where named.isOwn || names[other].isOwn {
        let (here, there) = named.isOwn ? (named, names[other]) : (names[other], named)
        guard let form = here.source.name.sharedForm(with: there.source.name) else { continue }
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
    /// 0 for the theme itself, 1 for its parent, and so on.
    let generation: Int

    var isOwn: Bool { generation == 0 }
  }

  /// Names of one group by the hashes of their forms, so that each is compared only with those that it may meet. The
  /// forms themselves would take several times what the names do.
  private struct TakenNames {
    /// The first name with a form, and those that came later: few forms have several.
    private var first: [Int: Int32] = [:]
    private var more: [Int: [Int32]] = [:]
    private var replacements: [Int32: Int32] = [:]

    /// Takes a name in and hands out those that may share a form with it, in order. One that is there already is
    /// replaced.
    mutating func take(_ index: Int32, of names: [Named]) -> [Int] {
      let source = names[Int(index)].source
      let forms = Set([source.name.kebab.hashValue, source.name.snake.hashValue])
      var present: Set<Int32> = []
      for form in forms {
        if let name = first[form] { present.insert(name) }
        present.formUnion(more[form] ?? [])
      }
      if let same = present.first(where: { names[Int($0)].source == source }) {
        replacements[same] = index
        return []
      }
      for form in forms { enter(index, under: form) }
      return present.sorted().map { Int(replacements[$0] ?? $0) }
    }

    private mutating func enter(_ index: Int32, under form: Int) {
      guard first[form] != nil else { return first[form] = index }
      more[form, default: []].append(index)
    }
  }

  /// Parents first.
  /// - Parameter inOrder: whether names come sorted; that takes longer.
  private func forEachName(inOrder: Bool, _ body: (Named) -> Void) {
    for (generation, ancestor) in lineage.enumerated().reversed() {
      func hand(_ source: NameSource, _ place: TextPosition) {
        body(Named(source: source, place: place, generation: generation))
      }
      if ancestor.transition != nil { hand(.transition, .start) }
      Self.forEach(of: ancestor.colors, inOrder) { hand(.color($0), $1.place) }
      Self.forEach(of: ancestor.values, inOrder) { name, value in
        hand(.value(name), value.place)
        for path in value.parts { hand(.part(name, path), value.place) }
      }
      Self.forEach(of: ancestor.images, inOrder) { hand(.image($0), $1.place) }
      for rule in ancestor.rules where rule.containers.isEmpty {
        for setting in rule.settings { hand(.setting(rule.target, setting.key), setting.place) }
      }
    }
  }

  private static func forEach<Content>(
    of table: [String: Theme.Variants<Content>], _ inOrder: Bool,
    _ body: (String, Theme.Variants<Content>) -> Void
  ) {
    guard inOrder else { return table.forEach { body($0.key, $0.value) } }
    for name in table.keys.sorted() { if let entry = table[name] { body(name, entry) } }
  }
}

/// What a flat name is made from. Most are compared by a number alone, and never become a name.
private enum NameSource: Hashable {
  case color(String)
  case value(String)
  /// A part of a value that has such.
  case part(String, [String])
  case image(String)
  case transition
  case setting(ClassReference, PropertyKey)

  var name: FlatName {
    switch self {
    case .color(let name): .color(name)
    case .value(let name): .value(name)
    case .part(let name, let path): path.reduce(.value(name)) { $0.member($1) }
    case .image(let name): .image(name)
    case .transition: .transition
    case .setting(let target, let key): .setting(target, key)
    }
  }

  var words: String {
    switch self {
    case .color(let name), .value(let name), .image(let name): name
    case .part(let name, let path): (path.reversed() + [name]).joined(separator: " of ")
    case .transition: "transition.duration"
    case .setting(let target, let key): "\(target) \(key)"
    }
  }

  /// Equal for all names that share a form: letters and digits without case, and where parts end.
  var fold: UInt64 {
    var fold = Fold()
    switch self {
    case .color(let name), .value(let name): fold.add(name)
    case .part(let name, let path):
      fold.add(name)
      for part in path {
        fold.endPart()
        fold.add(part)
      }
    case .image(let name):
      fold.add("image")
      fold.endPart()
      fold.add(name)
    case .transition:
      fold.add("transition")
      fold.endPart()
      fold.add("duration")
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
