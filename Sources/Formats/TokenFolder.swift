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
    let known = zip(files, guesses).filter {
      [TokensDialect.formatName, StudioDialect.formatName].contains($1)
    }
    self.files = known.map(\.0).sorted { $0.name < $1.name }
    self.root = root
    isPlain = known.contains { $1 == StudioDialect.formatName }
  }

  /// Indicates whether its files are one theme: no resolver document is there, and they are in several folders, have names
  /// that say nothing of themes, or are modes of Figma's.
  package func isOne(among all: [SourceFile]) -> Bool {
    guard files.count > 1,
      !all.contains(where: { FormatGuess.format(of: $0)?.name == ResolverDialect.formatName })
    else { return false }
    return files.contains { file in
      !steps(file).isEmpty || Dialects.all.find(for: file)?.dialect.name == LiveryDialect.formatName
    } || !modes.isEmpty
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

  /// The modes of collections of Figma's: files of one folder that name a mode each.
  private var modes: [Choice] {
    var found: [String: Choice] = [:]
    for file in files {
      guard let mode = JSONReader.read(file).root?["$extensions"]?["com.figma.modeName"]?.string else {
        continue
      }
      found[String(file.folder), default: Choice(name: steps(file).last ?? "mode")].add(file, to: mode)
    }
    return found.sorted { $0.key < $1.key }.map(\.value).filter { $0.contexts.count > 1 }
  }

  private static let brandFolders: Set = ["brand", "brands", "theme", "themes", "mode", "modes"]

  /// Returns the choice that a file's name says, and its context: light and dark, contrast, or a brand's folder.
  private func named(_ file: SourceFile, _ wanted: [String]) -> (choice: String, context: String)? {
    let (stem, steps) = (stem(file), steps(file))
    if let context = wanted.first(where: { $0 == stem || steps.contains($0) }) { return ("context", context) }
    let word = stem.split(whereSeparator: { ".- _".contains($0) }).last.map(String.init) ?? stem
    let whole = ModifierShape.plain(stem)
    for name in [whole, ModifierShape.plain(word)] {
      if ["light", "dark"].contains(name) { return ("scheme", name) }
      if ["highcontrast", "hc"].contains(name), whole == name { return ("contrast", "high") }
    }
    for (index, step) in steps.enumerated() where Self.brandFolders.contains(step.lowercased()) {
      let name = step.lowercased()
      let context = index + 1 < steps.count ? steps[index + 1] : stem
      return (name.hasSuffix("s") ? String(name.dropLast()) : name, context)
    }
    return nil
  }

  /// Returns the files that always count, and the choices among the others.
  private func choices(_ wanted: [String]) -> (always: [SourceFile], choices: [Choice]) {
    var choices = modes
    let taken = Set(choices.flatMap { $0.contexts.flatMap(\.files) }.map(\.name))
    var named: [String: Choice] = [:]
    for file in files where !taken.contains(file.name) {
      guard let (choice, context) = self.named(file, wanted) else { continue }
      named[choice, default: Choice(name: choice)].add(file, to: context)
    }
    for (name, bare) in [("scheme", "light"), ("contrast", "standard")] {
      // Files with a dark form only are light without it.
      if named[name]?.contexts.count == 1, named[name]?.contexts.first?.name != bare {
        named[name]?.contexts.append((bare, []))
      }
    }
    choices += named.sorted { $0.key < $1.key }.map(\.value).filter { $0.contexts.count > 1 }
    let chosen = Set(choices.flatMap { $0.contexts.flatMap(\.files) }.map(\.name))
    return (files.filter { !chosen.contains($0.name) }, choices)
  }

  /// Returns sentences that say how the files are put together.
  package func remarks(contexts wanted: [String] = []) -> [String] {
    let (always, choices) = choices(wanted)
    func names(_ files: [SourceFile]) -> String {
      let shown = files.prefix(8).map { "'\($0.name.dropFirst(root.count).printable)'" }
      return Quoted.list(shown + (files.count > 8 ? ["\(files.count - 8) more"] : []))
    }
    let joined = always.count > 1 ? ["\(names(always)) are joined in this order, later over earlier."] : []
    return joined
      + choices.map { choice in
        let contexts = choice.contexts.map { context in
          "\(Quoted.name(context.name)) has \(context.files.isEmpty ? "no file of its own" : names(context.files))"
        }
        return "\(Quoted.name(choice.name)) is a choice: \(Quoted.list(contexts))."
      }
  }

  // MARK: The document

  /// Returns the document of a name, which stands for the folder; nil if no file has tokens.
  /// - Parameter wanted: the names of files or folders that are contexts of one choice.
  package func document(named name: String, contexts wanted: [String] = []) -> SourceFile? {
    guard !files.isEmpty else { return nil }
    let (always, choices) = choices(wanted)
    guard !isPlain else {
      let themes = SourceFile(
        name: "\(root)\(StudioFolder.themes).json", bytes: studioThemes(always, choices))
      return SourceFile(
        studioFolder: name, files + (choices.isEmpty ? [] : [themes]), in: root,
        format: StudioDialect.formatName)
    }
    let parts = Dictionary(files.map { ($0.name, $0.bytes) }) { first, _ in first }
    // References begin at the folder around this one.
    let folder = String(name.dropLast(SourceFile(name: name, bytes: []).baseName.count))
    let own = SourceFile(
      name: name, bytes: resolver(always, choices, from: folder), format: ResolverDialect.formatName)
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
      }
    }
    return json.finished()
  }

  /// Returns the context that counts if a request chooses none: light, standard, or else the first.
  private static func standard(_ choice: Choice) -> String {
    let plain = choice.contexts.first {
      ["light", "standard", "default"].contains(ModifierShape.plain($0.name))
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
