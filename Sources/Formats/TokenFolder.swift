package import Documents
internal import Themes

/// A folder of token files without a resolver document. It is one theme: the files are joined in the order of their names,
/// later over earlier; files that exclude each other become contexts.
package struct TokenFolder {
  /// The ending of such a folder's name in the config folder.
  package static let suffix = ".tokens"

  /// The files with tokens, in the order of their names.
  package let files: [SourceFile]
  /// The beginning of their names, up to the last slash before what differs.
  private let root: String
  /// Indicates whether tokens have `value` without a `$`, as Style Dictionary writes them.
  private let isPlain: Bool

  package static func isOne(named name: some StringProtocol) -> Bool {
    name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count
  }

  /// Indicates whether a file of this name may have tokens. The content decides.
  package static func isPart(_ name: some StringProtocol) -> Bool {
    let plain = JSON5.plainName(name)
    return (plain.hasSuffix(".json") || plain.hasSuffix(suffix)) && name.utf8.first != UInt8(ascii: "$")
  }

  /// - Parameters:
  ///   - files: files of any content; those without tokens are passed over.
  ///   - root: the folder, with a slash at its end; empty for an archive.
  package init(_ files: [SourceFile], in root: String) {
    let guesses = files.map { FormatGuess.format(of: $0)?.name }
    let known = zip(files, guesses).filter { file, guess in
      // A whole export of Tokens Studio says itself how its sets are put together.
      guess == TokensDialect.formatName
        || guess == StudioDialect.formatName && JSONReader.read(file).root?[StudioFolder.themes] == nil
    }
    self.files = known.map(\.0).sorted { $0.name < $1.name }
    self.root = root
    isPlain = known.contains { $1 == StudioDialect.formatName }
  }

  /// Indicates whether its files are one theme: no resolver document is there, and they are in several folders, have names
  /// that say nothing of themes, exclude each other, or refer to one another.
  package func isOne(among all: [SourceFile]) -> Bool {
    guard files.count > 1,
      !all.contains(where: { FormatGuess.format(of: $0)?.name == ResolverDialect.formatName })
    else { return false }
    return files.contains { file in
      !steps(file).isEmpty || Dialects.all.find(for: file)?.dialect.name == LiveryDialect.formatName
    } || !choices([]).choices.isEmpty || refersAcross
  }

  /// Indicates whether a file refers to a token that only another one has.
  private var refersAcross: Bool {
    let known = files.compactMap { JSONReader.read($0).root }.map { ($0, Self.names(in: $0, "")) }
    let all = known.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    return known.contains { root, own in
      let references = root.texts.flatMap { StudioText($0).references }
      return !all.subtracting(own).isDisjoint(
        with: references.map { ".\($0.hasSuffix(".value") ? String($0.dropLast(6)) : $0)" })
    }
  }

  // MARK: Contexts

  /// A choice among files: the names of the contexts with their files, each in the order in which they count.
  private struct Choice {
    let name: String
    var contexts: [(name: String, files: [SourceFile])] = []

    mutating func add(_ file: SourceFile, to context: String) {
      let known = contexts.firstIndex { $0.name == context }
      if known == nil { contexts.append((context, [])) }
      contexts[known ?? contexts.endIndex - 1].files.append(file)
    }
  }

  private func stem(_ file: SourceFile) -> String {
    var stem = JSON5.plainName(file.baseName)
    for ending in [".json", Self.suffix] where stem.hasSuffix(ending) { stem = stem.dropLast(ending.count) }
    return String(stem)
  }

  private func steps(_ file: SourceFile) -> [String] {
    file.name.dropFirst(root.count).split(separator: "/").dropLast().map(String.init)
  }

  /// The modes of collections of Figma's: files of one folder that name a mode each and have variables in common.
  private var modes: [Choice] {
    var found: [(folder: Substring, names: Set<String>, choice: Choice)] = []
    for file in files {
      guard let root = JSONReader.read(file).root,
        let mode = root["$extensions"]?["com.figma.modeName"]?.string
      else { continue }
      let names = Self.names(in: root, "")
      let known = found.firstIndex { $0.folder == file.folder && !$0.names.isDisjoint(with: names) }
      if known == nil { found.append((file.folder, [], Choice(name: steps(file).last ?? "mode"))) }
      let index = known ?? found.endIndex - 1
      found[index].names.formUnion(names)
      found[index].choice.add(file, to: mode)
    }
    var taken: [String: Int] = [:]
    return found.map(\.choice).filter { $0.contexts.count > 1 }.map { choice in
      taken[choice.name, default: 0] += 1
      guard let number = taken[choice.name], number > 1 else { return choice }
      return Choice(name: "\(choice.name)-\(number)", contexts: choice.contexts)
    }
  }

  /// Returns the names of the tokens in a group. The reader has bounded how deep this goes.
  private static func names(in group: JSONNode, _ path: String) -> Set<String> {
    group.members.reduce(into: []) { names, member in
      guard member.value.kind == .object, !member.name.hasPrefix("$") else { return }
      let name = "\(path).\(member.name)"
      if StudioTokens.isToken(member.value) { names.insert(name) }
      names.formUnion(Self.names(in: member.value, name))
    }
  }

  private static let brandFolders: Set = ["brand", "brands", "theme", "themes", "mode", "modes"]
  private static let (scheme, contrast) = ("scheme", "contrast")

  /// Returns the choice that one of a file's folders says, and the context: `brands/acme/color.json`.
  private func brand(_ file: SourceFile) -> (choice: String, context: String)? {
    let steps = steps(file)
    guard let index = steps.firstIndex(where: { Self.brandFolders.contains($0.lowercased()) }) else {
      return nil
    }
    let name = steps[index].lowercased()
    let context = index + 1 < steps.count ? steps[index + 1] : stem(file)
    guard SchemeName(context) == nil else { return nil }
    return (name.hasSuffix("s") ? String(name.dropLast()) : name, context)
  }

  /// Returns what a file's name says of light and dark, or else the nearest folder whose name says it.
  private func scheme(_ file: SourceFile) -> SchemeName? {
    ([stem(file)] + steps(file).reversed()).lazy.compactMap { SchemeName($0) }.first
  }

  /// The order in which the files are put together.
  private struct Plan {
    /// The files that always count.
    var always: [SourceFile] = []
    var choices: [Choice] = []
    /// The forms of light and dark files that no device asks for: `dark.dimmed.json`. They count if they are named.
    var leftOut: [SourceFile] = []
  }

  /// Returns the files that always count, and the choices among the others.
  private func choices(_ wanted: [String]) -> Plan {
    var plan = Plan(choices: modes)
    let taken = Set(plan.choices.flatMap { $0.contexts.flatMap(\.files) }.map(\.name))
    var named: [String: Choice] = [:]
    var pairs: [(brand: String, isDark: Bool, file: SourceFile)] = []
    let siblings = Set(files.map { [String($0.folder)] + SchemeName.words(stem($0)) })
    for file in files where !taken.contains(file.name) {
      let (brand, scheme) = (brand(file), scheme(file))
      if let context = wanted.first(where: { $0 == stem(file) || steps(file).contains($0) }) {
        named["context", default: Choice(name: "context")].add(file, to: context)
      } else if let base = SchemeName.base(of: stem(file)), siblings.contains([String(file.folder)] + base) {
        plan.leftOut.append(file)
      } else if let brand, let scheme {
        if scheme.isHigh { plan.leftOut.append(file) }
        if let isDark = scheme.isDark, !scheme.isHigh { pairs.append((brand.context, isDark, file)) }
      } else if let brand {
        named[brand.choice, default: Choice(name: brand.choice)].add(file, to: brand.context)
      } else if let scheme {
        let choice = scheme.isDark == nil ? Self.contrast : Self.scheme
        named[choice, default: Choice(name: choice)].add(file, to: scheme.context)
      }
    }
    if !pairs.isEmpty { plan.leftOut += pair(&named, pairs) }
    complete(&named)
    // Contrast counts in light and in dark.
    let order = [Self.scheme, Self.contrast, "context"]
    let ordered = named.keys.filter { !order.contains($0) }.sorted() + order
    plan.choices += ordered.compactMap { named[$0] }.filter { $0.contexts.count > 1 }
    let chosen = Set((plan.choices.flatMap { $0.contexts.flatMap(\.files) } + plan.leftOut).map(\.name))
    plan.always = files.filter { !chosen.contains($0.name) }
    return plan
  }

  /// Adds the contexts without files of their own, and the files of light and dark ones to those with more contrast.
  private func complete(_ named: inout [String: Choice]) {
    // Files with a dark form only are light without it.
    for (name, bare) in [(Self.scheme, "light"), (Self.contrast, "standard"), ("context", "default")] {
      guard let contexts = named[name]?.contexts, !contexts.contains(where: { $0.name == bare }),
        name == Self.scheme || contexts.count == 1
      else { continue }
      named[name]?.contexts.append((bare, []))
    }
    let suffix = SchemeName.highSuffix
    let schemes = named[Self.scheme]?.contexts ?? []
    guard schemes.contains(where: { $0.name.hasSuffix(suffix) }) else { return }
    let high = named.removeValue(forKey: Self.contrast)?.contexts.first { $0.name == "high" }?.files ?? []
    named[Self.scheme]?.contexts = schemes.filter { !$0.name.hasSuffix(suffix) }
    for scheme in ["light", "dark"] {
      let own = schemes.first { $0.name == scheme + suffix }?.files
      guard own != nil || !high.isEmpty else { continue }
      let plain = schemes.first { $0.name == scheme }?.files ?? []
      named[Self.scheme]?.contexts.append((scheme + suffix, plain + high + (own ?? [])))
    }
  }

  /// Makes a choice of brands in light and in dark, each with the files of the scheme, the brand's own, then those of both.
  /// Returns the files that have no place in it. A single brand is none.
  private func pair(
    _ named: inout [String: Choice], _ pairs: [(brand: String, isDark: Bool, file: SourceFile)]
  ) -> [SourceFile] {
    let brands = named.filter { Self.brandFolders.contains($0.key) }.values.flatMap(\.contexts)
    let names = Set(pairs.map(\.brand) + brands.map(\.name)).sorted()
    guard names.count > 1 else {
      for (_, isDark, file) in pairs {
        named[Self.scheme, default: Choice(name: Self.scheme)].add(file, to: isDark ? "dark" : "light")
      }
      return []
    }
    let schemes = named.removeValue(forKey: Self.scheme)?.contexts ?? []
    for name in Self.brandFolders { named[name] = nil }
    var choice = Choice(name: Self.pairs)
    for brand in names {
      for (scheme, isDark) in [("light", false), ("dark", true)] {
        let common = schemes.filter { $0.name == scheme } + brands.filter { $0.name == brand }
        let own = pairs.filter { $0.brand == brand && $0.isDark == isDark }.map(\.file)
        choice.contexts.append(("\(brand) \(scheme)", common.flatMap(\.files) + own))
      }
    }
    named[Self.pairs] = choice
    return schemes.filter { !["light", "dark"].contains($0.name) }.flatMap(\.files)
  }

  /// The choice of brands in light and in dark.
  private static let pairs = "theme"

  /// Returns the names among these that are names of no file or folder.
  package func unknown(_ wanted: [String]) -> [String] {
    wanted.filter { name in !files.contains { stem($0) == name || steps($0).contains(name) } }
  }

  /// Returns sentences that say how the files are put together.
  package func remarks(contexts wanted: [String] = []) -> [String] {
    let plan = choices(wanted)
    func names(_ files: [SourceFile]) -> String {
      let shown = files.prefix(8).map { "'\($0.name.dropFirst(root.count).printable)'" }
      return Quoted.list(shown + (files.count > 8 ? ["\(files.count - 8) more"] : []))
    }
    let joined =
      plan.always.count > 1 ? ["\(names(plan.always)) are joined in this order, later over earlier."] : []
    return joined
      + plan.choices.map { choice in
        let contexts = choice.contexts.map { context in
          "\(Quoted.name(context.name)) has \(context.files.isEmpty ? "no file of its own" : names(context.files))"
        }
        return "\(Quoted.name(choice.name)) is a choice: \(Quoted.list(contexts))."
      }
      + plan.leftOut.map { file in
        "\(names([file])) is a form of light or dark that no device asks for; it is left out, unless --contexts names "
          + "\(Quoted.name(stem(file)))."
      }
  }

  // MARK: The document

  /// Returns the document of a name, which stands for the folder; nil if no file has tokens.
  /// - Parameter wanted: the names of files or folders that are contexts of one choice.
  package func document(named name: String, contexts wanted: [String] = []) -> SourceFile? {
    guard !files.isEmpty else { return nil }
    let plan = choices(wanted)
    guard !isPlain else {
      let themes = SourceFile(
        name: "\(root)\(StudioFolder.themes).json", bytes: studioThemes(plan.always, plan.choices))
      let left = Set(plan.leftOut.map(\.name))
      return SourceFile(
        studioFolder: name,
        files.filter { !left.contains($0.name) } + (plan.choices.isEmpty ? [] : [themes]), in: root,
        format: StudioDialect.formatName)
    }
    let parts = Dictionary(files.map { ($0.name, $0.bytes) }) { first, _ in first }
    // References begin at the folder around this one.
    let folder = String(name.dropLast(SourceFile(name: name, bytes: []).baseName.count))
    let own = SourceFile(
      name: name, bytes: resolver(plan.always, plan.choices, from: folder), format: ResolverDialect.formatName
    )
    return ResolverDialect().gathered(own) { parts[$0] }
  }

  private func resolver(_ always: [SourceFile], _ choices: [Choice], from folder: String) -> [UInt8] {
    func write(_ files: [SourceFile], to json: inout JSONWriter) {
      json.array { json in
        for file in files {
          json.object { json in
            json.member(
              "$ref",
              String(file.name.dropFirst(folder.count)).written {
                ["%": "%25", "#": "%23", ":": "%3A"][$0]
              })
          }
        }
      }
    }
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("version", "2025.10")
      json.objects("resolutionOrder", for: (always.isEmpty ? [] : [nil]) + choices.map { Optional($0) }) {
        json, choice in
        json.member("name", choice?.name ?? "all")
        json.member("type", choice == nil ? "set" : "modifier")
        guard let choice else { return json.member("sources") { write(always, to: &$0) } }
        json.object("contexts") { json in
          for context in choice.contexts { json.member(context.name) { write(context.files, to: &$0) } }
        }
        json.member("default", Self.standard(choice))
        if choice.name == Self.pairs, SchemePairs(choice.contexts.map(\.name)) != nil {
          json.object("$extensions") { $0.object(SchemePairs.mark) { $0.member("schemes", true) } }
        }
      }
    }
    return json.finished()
  }

  /// Returns the context that counts if a request chooses none: light, standard, or else the first.
  private static func standard(_ choice: Choice) -> String {
    let plain = choice.contexts.first {
      ["light", "standard", "default"].contains(ModifierShape.plain($0.name))
        || choice.name == pairs && $0.name.hasSuffix(" light")
    }
    return plain?.name ?? choice.contexts.first?.name ?? ""
  }

  /// Returns the themes of Tokens Studio that stand for the choices. Without a choice all sets count.
  private func studioThemes(_ always: [SourceFile], _ choices: [Choice]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for choice in choices {
        let first = Self.standard(choice)
        for context in choice.contexts.filter({ $0.name == first })
          + choice.contexts.filter({ $0.name != first })
        {
          json.object { json in
            json.member("name", context.name)
            json.member("group", choice.name)
            json.object("selectedTokenSets") { json in
              for file in always + context.files {
                json.member(StudioFolder.member(file, in: root), "enabled")
              }
            }
          }
        }
      }
    }
    return json.finished()
  }
}

/// The scheme and the contrast that the name of a file or a folder states: `colors.dark`, `dark-high-contrast`, `hc`.
private struct SchemeName {
  /// Indicates whether it is dark; nil if it says nothing of light and dark.
  private(set) var isDark: Bool?
  private(set) var isHigh = false

  /// Words after light or dark that say nothing more.
  private static let fillers: Set = ["theme", "mode", "color", "colors", "scheme", "palette", "tokens"]
  private static let contrasts: Set = ["highcontrast", "increasedcontrast", "hc"]
  static let highSuffix = "-high-contrast"

  static func words(_ name: String) -> [String] {
    name.lowercased().split { ".- _".contains($0) }.map(String.init)
  }

  private static func place(_ words: [String]) -> Int? { words.lastIndex { ["light", "dark"].contains($0) } }

  /// Returns nil for a name that says neither, or something besides.
  init?(_ name: String) {
    let words = Self.words(name)
    let place = Self.place(words)
    let rest = place.map { words[($0 + 1)...].filter { !Self.fillers.contains($0) } } ?? []
    let before = words[..<(place ?? words.endIndex)]
    isDark = place.map { words[$0] == "dark" }
    isHigh =
      rest.isEmpty
      ? (1...2).contains { Self.contrasts.contains(before.suffix($0).joined()) }
      : Self.contrasts.contains(rest.joined())
    guard isHigh || place != nil && rest.isEmpty else { return nil }
  }

  var context: String {
    guard let isDark else { return "high" }
    return (isDark ? "dark" : "light") + (isHigh ? Self.highSuffix : "")
  }

  /// Returns the words of a name up to light or dark if those after it are not known; nil for any other name.
  static func base(of name: String) -> [String]? {
    let words = words(name)
    guard let place = place(words), SchemeName(name) == nil else { return nil }
    return Array(words[...place])
  }
}

extension TokenFolder {
  /// Returns the files, those of each folder `NAME.tokens` as one document.
  static func gathered(_ files: [SourceFile]) -> [SourceFile] {
    var folders: [String: [SourceFile]] = [:]
    var others: [SourceFile] = []
    for file in files {
      let steps = file.name.split(separator: "/", omittingEmptySubsequences: false)
      guard let index = steps.dropLast().firstIndex(where: { isOne(named: $0) }) else {
        others.append(file)
        continue
      }
      folders[steps[...index].joined(separator: "/"), default: []].append(file)
    }
    return others
      + folders.sorted { $0.key < $1.key }.compactMap {
        TokenFolder($0.value, in: "\($0.key)/").document(named: $0.key)
      }
  }

  /// Does the same for an archive of token files without a resolver document, such as Figma's with a file for each mode.
  /// Tokens Studio's files say themselves how they are put together.
  static func gathered(archived files: [SourceFile]) -> [SourceFile] {
    let folder = TokenFolder(files, in: "")
    let isPart = Set(folder.files.map(\.name))
    let others = files.filter { !isPart.contains($0.name) && FormatGuess.format(of: $0) != nil }
    guard folder.files.count > 1, others.isEmpty, !files.contains(where: StudioFolder.claims),
      let document = folder.document(named: folder.isPlain ? "tokens.tokensstudio" : "tokens.resolver.json")
    else { return files }
    return [document]
  }
}
