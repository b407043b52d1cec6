internal import Documents

/// Names that differ in a theme but not where names are all there is: style sheets, resource files.
extension PaletteAndNameCheck {
  /// Finds names that do not stay apart. Only pairs in which the theme has a part: its ancestors answer for the rest.
  mutating func checkFlatNames() {
    // Few names have the letters of another; all of them with their forms would take more than the document.
    var (folds, groups) = (Set<UInt64>(), [UInt64: [Named]]())
    forEachName(inOrder: false) { named in
      let fold = named.source.fold
      if !folds.insert(fold).inserted { groups[fold] = [] }
    }
    guard !groups.isEmpty else { return }
    var order: [UInt64] = []
    forEachName(inOrder: true) { named in
      let fold = named.source.fold
      guard let group = groups[fold] else { return }
      if group.isEmpty { order.append(fold) }
      groups[fold, default: []].append(named)
    }
    for fold in order { checkApart(groups[fold] ?? []) }
  }

  private mutating func checkApart(_ group: [Named]) {
    var names = group
    // By the hashes of their forms, so that each name is compared only with those that may share one.
    var byForm: [Int: [Int]] = [:]
    for (index, named) in group.enumerated() {
      guard !findings.isFull else { return }
      let forms = Set([named.source.name.kebab.hashValue, named.source.name.snake.hashValue])
      let alike = Set(forms.flatMap { byForm[$0] ?? [] })
      if let same = alike.first(where: { names[$0].source == named.source }) {
        names[same] = named
        continue
      }
      for form in forms { byForm[form, default: []].append(index) }
      for other in alike.sorted() where named.isOwn || names[other].isOwn { report(named, names[other]) }
    }
  }

  private mutating func report(_ one: Named, _ other: Named) {
    let (here, there) = one.isOwn ? (one, other) : (other, one)
    guard let form = here.source.name.sharedForm(with: there.source.name) else { return }
    let (name, another) = (Quoted.name(here.source.words), Quoted.name(there.source.words))
    report(
      "name-collision", at: here.place,
      name == another
        ? "A color and another value are both called \(name); rename one."
        : "\(name) and \(another) are both '\(form)' in style sheets or resource files; rename one.")
  }

  private struct Named {
    let source: NameSource
    let place: TextPosition
    /// 0 for the theme itself, 1 for its parent, and so on.
    let generation: Int

    var isOwn: Bool { generation == 0 }
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

/// The source of a flat name. Most are compared by a number alone, and never become a name.
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
