package import Themes

/// What a theme says once its parents' words are counted in, reduced to fingerprints by name: enough to tell
/// what two versions of it say differently, and small enough to keep.
package struct ThemeFingerprints: Sendable, Hashable {
  private var colors: [String: Fingerprint] = [:]
  private var images: [String: Fingerprint] = [:]
  private var values: [String: Fingerprint] = [:]
  /// By container path and target; of all rules with the same, in their order.
  private var rules: [String: Fingerprint] = [:]
  /// Which names each named thing leans on, so that a changed color carries over to what is made of it.
  private var colorUses: [String: Set<String>] = [:]
  private var valueUses: [String: Set<String>] = [:]
  private var ruleUses: [String: Set<String>] = [:]
  private var whole = Fingerprint()

  /// Differs when anything is said differently, named or not.
  package var digest: UInt64 { whole.word }

  /// Of a theme that says nothing.
  package static let empty = ThemeFingerprints()

  private init() {}

  /// - Parameter name: a theme of the library.
  package init(of name: String, in library: Library) {
    for theme in library.lineage(of: name).reversed() { add(theme) }
    if let theme = library.themes[name] {
      whole.add(theme.title)
      whole.add(theme.kit)
      for kit in [theme.kit] + (library.kits[theme.kit]?.ancestors ?? []) {
        whole.add(library.kitSources[kit]?.bytes ?? [])
      }
    }
  }

  /// What changes from the other fingerprints to this one, with all that leans on it.
  /// - Parameter images: those whose files have changed.
  package func differences(from other: ThemeFingerprints, images files: Set<String> = []) -> Differences {
    guard self != other || !files.isEmpty else { return Differences(colors: [], images: [], rules: []) }
    if !files.isEmpty, self != other {
      let said = differences(from: other)
      if said.isPartial { return said }
    }
    let colors = Self.carried(Self.changed(colors, other.colors), by: colorUses)
    let images = Self.changed(images, other.images).union(files)
    let changed = Self.changed(values, other.values).map { "value \($0)" } + colors.map { "color \($0)" }
    let uses = Dictionary(uniqueKeysWithValues: valueUses.map { ("value \($0)", $1) })
    let named = Self.carried(Set(changed), by: uses)
    let values = named.filter { $0.hasPrefix("value ") }.map { String($0.dropFirst("value ".count)) }
    let names = named.union(images.map { "image \($0)" })
    var rules = Set(Self.changed(rules, other.rules))
    for (rule, uses) in ruleUses where uses.contains(where: names.contains) { rules.insert(rule) }
    let found = Differences(
      colors: colors.sorted(), images: images.sorted(), rules: rules.sorted(), values: values.sorted())
    return found.isEmpty ? .unknown : found.shortened
  }

  /// What has changed, with all that leans on it.
  private static func carried(
    _ changed: Set<String>, by allUses: [String: Set<String>]
  ) -> Set<String> {
    var users: [String: [String]] = [:]
    for (name, uses) in allUses {
      for use in uses { users[use, default: []].append(name) }
    }
    var all = changed
    var fresh = Array(changed)
    while let name = fresh.popLast() {
      for user in users[name] ?? [] where all.insert(user).inserted { fresh.append(user) }
    }
    return all
  }

  private static func changed(_ new: [String: Fingerprint], _ old: [String: Fingerprint]) -> Set<String> {
    Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }
  }
}

extension Differences {
  /// Long lists help nobody: beyond this many names it only says that there is more.
  private static let limit = 500

  fileprivate var shortened: Differences {
    guard colors.count + images.count + rules.count + values.count > Self.limit else { return self }
    return Differences(
      colors: Array(colors.prefix(Self.limit / 2)), images: Array(images.prefix(Self.limit / 4)),
      rules: Array(rules.prefix(Self.limit / 8)), values: Array(values.prefix(Self.limit / 8)),
      isPartial: true)
  }
}

extension ThemeFingerprints {
  private mutating func add(_ theme: Theme) {
    for (name, color) in theme.colors.sorted(by: { $0.key < $1.key }) {
      var fingerprint = Fingerprint()
      colorUses[name] = []
      fingerprint.add(color.base, uses: &colorUses[name, default: []])
      for variant in color.variants {
        fingerprint.add(variant.traits)
        fingerprint.add(variant.content, uses: &colorUses[name, default: []])
      }
      colors[name] = fingerprint
      whole.add(name)
      whole.add(fingerprint.word)
    }
    for (name, image) in theme.images.sorted(by: { $0.key < $1.key }) {
      var fingerprint = Fingerprint()
      fingerprint.add(image.base ?? "")
      for variant in image.variants {
        fingerprint.add(variant.traits)
        fingerprint.add(variant.content ?? "")
      }
      images[name] = fingerprint
      whole.add(name)
      whole.add(fingerprint.word)
    }
    for (name, value) in theme.values.sorted(by: { $0.key < $1.key }) { add(value, named: name) }
    for rule in theme.rules { add(rule) }
    whole.add(theme.imagePrefix)
    whole.add(theme.transition.map { String($0.duration.bitPattern) })
    for (name, trait) in theme.ownTraits.sorted(by: { $0.key < $1.key }) {
      whole.add(name)
      whole.add(trait.defaultValue)
      if case .values(let values) = trait.domain { whole.add(values) }
    }
    for remarks in [theme.remarks, theme.groups, ["": theme.about]] {
      for (name, remark) in remarks.sorted(by: { $0.key < $1.key }) {
        whole.add(name)
        whole.add(remark)
      }
    }
  }

  private mutating func add(_ value: Theme.Variants<TypedValue>, named name: String) {
    var fingerprint = Fingerprint()
    var uses: Set<String> = []
    fingerprint.add(value.base, uses: &uses)
    for variant in value.variants {
      fingerprint.add(variant.traits)
      fingerprint.add(variant.content, uses: &uses)
    }
    values[name] = fingerprint
    valueUses[name] = uses.isEmpty ? nil : uses
    whole.add(name)
    whole.add(fingerprint.word)
  }

  private mutating func add(_ rule: Rule) {
    let name = (rule.containers + [rule.target]).map(\.description).joined(separator: "/")
    var fingerprint = rules[name] ?? Fingerprint()
    fingerprint.add(rule.traits)
    for setting in rule.settings {
      fingerprint.add(setting.key.description)
      fingerprint.add(setting.value, uses: &ruleUses[name, default: []])
    }
    rules[name] = fingerprint
    whole.add(name)
    whole.add(fingerprint.word)
  }
}

extension Fingerprint {
  fileprivate mutating func add(_ traits: [String: String]) {
    add(traits.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  fileprivate mutating func add(_ remark: Remark) {
    var json = JSONWriter()
    json.object { remark.writeMembers(to: &$0) }
    add(json.bytes)
  }

  fileprivate mutating func add(_ value: TypedValue?, uses: inout Set<String>) {
    guard let value else { return add(0xff as UInt8) }
    if let type = value.type { add(type.rawValue) }
    add(value.content, uses: &uses)
  }

  fileprivate mutating func add(_ color: ColorExpression?, uses: inout Set<String>) {
    switch color {
    case nil: add(0xff as UInt8)
    case .literal(let color):
      add(color.hex)
      add("\(color.opacity.numerator)/\(color.opacity.denominator)")
    case .exact(let exact):
      var json = JSONWriter()
      exact.write(to: &json)
      add(json.bytes)
    case .reference(let name, let opacity):
      add(name)
      add("\(opacity.numerator)/\(opacity.denominator)")
      uses.insert(name)
    }
  }

  fileprivate mutating func add(_ value: Value, uses: inout Set<String>) {
    switch value {
    case .blocked: add(0 as UInt8)
    case .color(let color):
      var names: Set<String> = []
      add(1 as UInt8)
      add(color, uses: &names)
      uses.formUnion(names.map { "color \($0)" })
    case .image(let name):
      add(2 as UInt8)
      add(name)
      uses.insert("image \(name)")
    case .number(let number):
      add(3 as UInt8)
      add(number.bitPattern)
    case .bool(let flag): add(flag ? 5 : 4 as UInt8)
    case .string(let text):
      add(6 as UInt8)
      add(text)
    case .reference(let name, let use):
      add(9 as UInt8)
      add(name)
      add(use.rawValue)
      uses.insert("value \(name)")
    case .list(let values):
      add(7 as UInt8)
      add(UInt64(values.count))
      for value in values { add(value, uses: &uses) }
    case .object(let members):
      add(8 as UInt8)
      add(UInt64(members.count))
      for member in members {
        add(member.name)
        add(member.value, uses: &uses)
      }
    }
  }
}
