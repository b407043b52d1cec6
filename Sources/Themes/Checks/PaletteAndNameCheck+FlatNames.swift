internal import Documents

/// Names that differ in a theme but not in style sheets and resource files, where names are all there is.
extension PaletteAndNameCheck {
  /// Reports names that share a form, if the theme has a part in it: its ancestors answer for the rest.
  mutating func checkFlatNames() {
    // Few names have the form of another. Names are compared by the hashes of their forms, since the forms of all names
    // would take more memory than the document.
    var (folds, groups) = (Set<UInt64>(), [UInt64: [Named]]())
    folds.reserveCapacity(lineage.reduce(0) { $0 + $1.nameCount })
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
      groups[fold]?.append(named)
    }
    for fold in order {
      guard let group = groups[fold], !group.allSatisfy({ $0.source == group[0].source }) else { continue }
      checkApart(group)
    }
  }

  private mutating func checkApart(_ group: [Named]) {
    var names = group
    // By the hashes of their forms, so that each name is compared only with names that may share one.
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
    if let entry = here.source.entry, let other = there.source.entry, entry != other {
      return reportSuffix(entry, other, form, at: here.place)
    }
    report(
      "name-collision", at: here.place,
      name == another
        ? "A color and another value are both called \(name); rename one."
        : "\(name) and \(another) are both '\(form)' in style sheets or resource files; rename one.")
  }

  /// Warns of two entries that share a form. The later one gets a suffix. Their parts share forms, too, which is not reported.
  private mutating func reportSuffix(
    _ name: String, _ other: String, _ form: String, at place: TextPosition
  ) {
    if flatNames == nil { flatNames = lineage.reversed().flatNames }
    guard let flatNames, reportedNames.insert([name, other]).inserted else { return }
    let forms = [other, name].map { name in
      let flat = FlatName.value(flatNames[name] ?? name)
      return
        "\(Quoted.name(name)) is '\(flat.kebab == form || flat.snake != form ? flat.kebab : flat.snake)' there"
    }
    report(
      "name-collision", at: place, as: .warning,
      "\(Quoted.name(name)) and \(Quoted.name(other)) are both '\(form)' in style sheets or resource files; "
        + "\(forms.joined(separator: ", ")). Rename one.")
  }

  private typealias Named = (source: NameSource, place: TextPosition, isOwn: Bool)

  /// Calls a closure with each name, those of parents first.
  /// - Parameter inOrder: whether the names are sorted, which takes longer.
  private func forEachName(inOrder: Bool, _ body: (Named) -> Void) {
    func each<Content>(_ table: [String: Content], _ body: (String, Content) -> Void) {
      guard inOrder else { return table.forEach { body($0.key, $0.value) } }
      for (name, entry) in table.sorted(by: { $0.key < $1.key }) { body(name, entry) }
    }
    for (generation, ancestor) in lineage.enumerated().reversed() {
      let isOwn = generation == 0
      if ancestor.transition != nil { body((.transition, .start, isOwn)) }
      each(ancestor.colors) { body((.color($0), $1.place, isOwn)) }
      each(ancestor.values) { name, value in
        body((.value(name, []), value.place, isOwn))
        for path in value.parts { body((.value(name, path), value.place, isOwn)) }
      }
      each(ancestor.images) { body((.image($0), $1.place, isOwn)) }
      for rule in ancestor.rules where rule.containers.isEmpty {
        for setting in rule.settings { body((.setting(rule.target, setting.key), setting.place, isOwn)) }
      }
    }
  }
}

/// The source of a flat name. Most are compared by a number alone, and never become a name.
private enum NameSource: Hashable {
  case color(String)
  case value(String, [String])
  case image(String)
  case transition
  case setting(ClassReference, PropertyKey)

  /// The name of the color or the value that it belongs to; nil for other things.
  var entry: String? {
    switch self {
    case .color(let name), .value(let name, _): name
    case .image, .transition, .setting: nil
    }
  }

  var name: FlatName {
    switch self {
    case .color(let name): .color(name)
    case .value(let name, let path): path.reduce(.value(name)) { $0.member($1) }
    case .image(let name): .image(name)
    case .transition: .transition
    case .setting(let target, let key): .setting(target, key)
    }
  }

  var words: String {
    switch self {
    case .color(let name), .image(let name): name
    case .value(let name, let path): (path.reversed() + [name]).joined(separator: " of ")
    case .transition: "transition.duration"
    case .setting(let target, let key): "\(target) \(key)"
    }
  }

  /// A number that is equal for all names that share a form: of letters and digits without case, and ends of parts.
  var fold: UInt64 {
    var fold = FNV1a.start
    func add(_ text: String) {
      var (plain, isPlain) = (fold, false)
      for byte in text.utf8 {
        isPlain = byte < 0x80 && (isPlain || byte.isAlphanumeric)
        if byte >= 0x80 { break }
        if byte.isAlphanumeric { plain = FNV1a.hash(plain, with: byte.asciiLowercased) }
      }
      // The same as `FlatLetters.isNeeded`, which would read the text twice.
      guard !isPlain else { return fold = plain }
      FlatLetters(of: text).fold { fold = FNV1a.hash(fold, with: $0) }
    }
    func addPart(_ text: String) {
      fold = FNV1a.hash(fold, with: 0xff)
      add(text)
    }
    switch self {
    case .color(let name): addPart(name)
    case .value(let name, let path):
      addPart(name)
      for part in path { addPart(part) }
    case .image(let name): for part in ["image", name] { addPart(part) }
    case .transition: for part in ["transition", "duration"] { addPart(part) }
    case .setting(let target, let key):
      addPart(target.name)
      if let style = target.style { add(style) }
      addPart(key.name)
      for value in key.axisValues { addPart(value) }
    }
    return fold
  }
}

extension Collection<Theme> {
  /// The names of colors and values that share a form with an earlier one, each with the name that style sheets and resource
  /// files write in its place. Of generations, the oldest comes first.
  package var flatNames: [String: String] {
    var (folds, meeting) = (Set<UInt64>(), Set<UInt64>())
    var seen: Set<String> = []
    func forEachName(_ body: (String, TextPosition, UInt64) -> Void) {
      for theme in self {
        for (name, entry) in theme.colors { body(name, entry.place, NameSource.color(name).fold) }
        for (name, entry) in theme.values { body(name, entry.place, NameSource.color(name).fold) }
      }
    }
    folds.reserveCapacity(reduce(0) { $0 + $1.colors.count + $1.values.count })
    forEachName { _, _, fold in if !folds.insert(fold).inserted { meeting.insert(fold) } }
    guard !meeting.isEmpty else { return [:] }
    var names: [(name: String, place: TextPosition, fold: UInt64)] = []
    for theme in self {
      let own = theme.colors.mapValues(\.place).merging(theme.values.mapValues(\.place)) { first, _ in first }
      names += own.filter { !seen.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        .map { ($0.key, $0.value, NameSource.color($0.key).fold) }
      seen.formUnion(own.keys)
    }
    var naming = FlatNaming(all: names.map(\.name))
    for entry in names where meeting.contains(entry.fold) { naming.take(entry.name) }
    return naming.suffixed
  }
}

/// Gives each name forms of its own: a number follows those of the later ones.
private struct FlatNaming {
  private(set) var suffixed: [String: String] = [:]
  private var used: Set<String> = []
  private var all: Set<String> = []
  private var numbers: [String: Int] = [:]

  init(all names: [String]) {
    for name in names { all.formUnion(Self.forms(of: name)) }
  }

  private static func forms(of name: String) -> [String] {
    [FlatName.value(name).customProperty, FlatName.value(name).snake]
  }

  mutating func take(_ name: String) {
    let forms = Self.forms(of: name)
    guard !used.isDisjoint(with: forms) else { return used.formUnion(forms) }
    let base = FlatName.value(name).kebab
    var number = numbers[base] ?? 2
    while !all.isDisjoint(with: Self.forms(of: "\(base)-\(number)")) { number += 1 }
    numbers[base] = number + 1
    suffixed[name] = "\(base)-\(number)"
    all.formUnion(Self.forms(of: "\(base)-\(number)"))
  }
}
