internal import Documents
internal import Themes

extension Library {
  /// Returns a number that differs if two versions of a theme say anything different, named or not.
  ///
  /// It follows from the documents that `ThemeWriter` writes of the theme and of its ancestors, and from the order of the names,
  /// which token documents keep.
  func digest(ofTheme name: String) -> UInt64 {
    var fingerprint = Fingerprint()
    let generations = lineage(of: name).reversed()
    let names = generations.namesInOrder
    if zip(names, names.dropFirst()).contains(where: >) { fingerprint.add(names) }
    for var theme in generations {
      guard let kit = kits[theme.kit] else { continue }
      // Nothing that a theme gives has its ancestors' titles.
      if theme.name != name { theme.title = nil }
      var json = JSONWriter()
      ThemeWriter(kit: kit).write(theme, to: &json)
      fingerprint.add(json.bytes)
    }
    if let kit = themes[name]?.kit {
      for kit in [kit] + (kits[kit]?.ancestors ?? []) { fingerprint.add(kitSums[kit] ?? 0) }
    }
    return fingerprint.word
  }
}

extension Differences {
  /// Returns the names of the entries that differ between two versions of a theme, and of all entries that refer to them.
  /// - Parameters:
  ///   - earlier: nil if the theme is new.
  ///   - isSame: indicates whether both versions have the same digest.
  ///   - files: the images of the theme whose files have changed.
  ///   - fonts: the families of the theme whose files have changed.
  static func ofTheme(
    _ name: String, in library: Library, from earlier: Library?, isSame: Bool, images files: Set<String>,
    fonts: Set<String>
  ) -> Differences {
    let entries = NamedEntries(ofTheme: name, in: library)
    var changed: Set<NamedEntries.Entry> = []
    if !isSame {
      changed = entries.changed(since: earlier.map { NamedEntries(ofTheme: name, in: $0) } ?? NamedEntries())
      let found = named(entries.withUsers(of: changed))
      if files.isEmpty && fonts.isEmpty || found.isPartial { return found }
    }
    changed.formUnion(files.map { .image($0) } + fonts.map { .font($0) })
    return named(entries.withUsers(of: changed))
  }

  /// The limit for names. Of a longer list, clients get the first of each kind.
  private static let limit = 500

  private static func named(_ entries: Set<NamedEntries.Entry>) -> Differences {
    guard !entries.isEmpty else { return .unknown }
    var (colors, images, values, rules): ([String], [String], [String], [String]) = ([], [], [], [])
    var fonts: [String] = []
    for entry in entries {
      switch entry {
      case .color(let name): colors.append(name)
      case .image(let name): images.append(name)
      case .value(let name): values.append(name)
      case .rule(let path): rules.append(path)
      case .font(let family): fonts.append(family)
      }
    }
    let isPartial = entries.count > limit
    func sorted(_ names: [String], part: Int) -> [String] {
      isPartial ? Array(names.sorted().prefix(limit / part)) : names.sorted()
    }
    return Differences(
      colors: sorted(colors, part: 2), images: sorted(images, part: 4), rules: sorted(rules, part: 8),
      values: sorted(values, part: 8), fonts: fonts.sorted(), isPartial: isPartial)
  }
}

/// The named entries of a theme, including inherited ones.
private struct NamedEntries {
  enum Entry: Hashable {
    case color(String), image(String), value(String), font(String)
    /// The containers and the target, as rules write them; rules with the same are one entry.
    case rule(String)
  }

  private var fingerprints: [Entry: Fingerprint] = [:]
  private var uses: [Entry: Set<Entry>] = [:]

  init() {}

  init(ofTheme name: String, in library: Library) {
    for theme in library.lineage(of: name).reversed() {
      guard let kit = library.kits[theme.kit] else { continue }
      let writer = ThemeWriter(kit: kit)
      for (name, color) in theme.colors {
        replace(.color(name), using: color.references.map { .color($0) }) { writer.write(color, to: &$0) }
      }
      for (name, image) in theme.images { replace(.image(name), using: []) { writer.write(image, to: &$0) } }
      for (name, faces) in theme.fonts { replace(.font(name), using: []) { writer.write(faces, to: &$0) } }
      for (name, value) in theme.values {
        replace(.value(name), using: value.contents.flatMap { Self.uses(of: $0.content) }) {
          writer.write(value, to: &$0)
        }
      }
      for rule in theme.rules {
        let path = (rule.containers + [rule.target]).map(\.description).joined(separator: "/")
        extend(.rule(path), using: rule.settings.flatMap { Self.uses(of: $0.value) }) {
          writer.write(rule, to: &$0)
        }
      }
    }
  }

  private mutating func replace(_ entry: Entry, using names: [Entry], _ write: (inout JSONWriter) -> Void) {
    (fingerprints[entry], uses[entry]) = (nil, nil)
    extend(entry, using: names, write)
  }

  private mutating func extend(_ entry: Entry, using names: [Entry], _ write: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    write(&json)
    fingerprints[entry, default: Fingerprint()].add(json.bytes)
    if !names.isEmpty { uses[entry, default: []].formUnion(names) }
  }

  private static func uses(of value: Value) -> [Entry] {
    switch value {
    case .color(let color): color.referenced.map { [.color($0)] } ?? []
    case .image(let name): [.image(name)]
    case .reference(let name, _): [.value(name)]
    case .list(let items): items.flatMap { uses(of: $0) }
    case .object(let members): members.flatMap { uses(of: $0.value) }
    case .blocked, .number, .bool, .string: []
    }
  }

  func changed(since earlier: NamedEntries) -> Set<Entry> {
    let all = Set(fingerprints.keys).union(earlier.fingerprints.keys)
    return all.filter { fingerprints[$0] != earlier.fingerprints[$0] }
  }

  func withUsers(of changed: Set<Entry>) -> Set<Entry> {
    var users: [Entry: [Entry]] = [:]
    for (entry, names) in uses { for name in names { users[name, default: []].append(entry) } }
    var (all, open) = (changed, Array(changed))
    while let entry = open.popLast() {
      for user in users[entry] ?? [] where all.insert(user).inserted { open.append(user) }
    }
    return all
  }
}
