internal import Changes
internal import Resolution
internal import Service
internal import Themes

/// A question about one class in its place, asked of the files.
struct LookUp {
  /// The config folder that was read.
  let folder: String
  private let context: ThemeContext
  private let target: Target
  private let path: [Target]
  /// Nil asks for everything that is set.
  private let key: PropertyKey?

  enum Explaining { case nothing, matching, all }

  init(_ arguments: Arguments) throws(Command.CommandError) {
    guard let targetText = arguments[.target] else {
      throw .usage("'livery resolve' needs --for CLASS.")
    }
    let pairs = try Self.pairs(arguments.all(.trait) + arguments.operands)
    folder = arguments[.config] ?? "Config"
    let catalog = try Self.catalog(of: folder)
    let theme = try Self.theme(arguments[.theme], in: catalog, folder)
    do throws(LookupError) {
      context = theme.context(try TraitValues(pairs, kit: theme.kit.definition))
      target = try Target(parsing: targetText)
      path = try Target.path(parsing: arguments[.containers] ?? "")
      _ = try theme.lookup(target, in: path)
      var key: PropertyKey?
      if let text = arguments[.property] {
        key = try theme.kit.key(
          parsing: text, ofClass: target.className)
      }
      self.key = key
    } catch { throw .refused(error.message) }
  }

  func answer(explaining: Explaining) throws(LookupError) -> LookUpAnswer {
    var answer = LookUpAnswer(context: context, target: target, path: path)
    if let key {
      answer.single = try context.value(of: key, for: target, in: path)
    } else {
      answer.entries = try context.look(of: target, in: path).entries
    }
    guard explaining != .nothing else { return answer }
    if let key = answer.single?.from ?? key {
      answer.explanations = [
        try context.explain(key, for: target, in: path, all: explaining == .all)
      ]
    } else {
      answer.explanations = try context.explain(target, in: path, all: explaining == .all)
    }
    return answer
  }

  private static func pairs(_ words: [String]) throws(Command.CommandError) -> [(name: String, value: String)]
  {
    var pairs: [(name: String, value: String)] = []
    for word in words {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
        throw .usage("'\(word)' is no trait; write NAME=VALUE, such as userInterfaceStyle=dark.")
      }
      pairs.append((String(word[..<sign]), String(word[word.index(after: sign)...])))
    }
    return pairs
  }

  private static func catalog(of folder: String) throws(Command.CommandError) -> Catalog {
    do {
      let read = try ConfigFolder.read(folder)
      let library = Library.read(kits: read.kits, themes: read.themes)
      let errors = library.problems.filter { $0.severity == .error }
      guard errors.isEmpty else {
        let paint = Paint(depth: .none)
        throw Command.CommandError.refused(
          "the files have errors ('livery check \(folder)' tells more):\n"
            + errors.prefix(3).map { $0.painted(paint, in: folder) }.joined(separator: "\n"))
      }
      return try Catalog(library, images: read.files.images)
    } catch let failure as Command.CommandError {
      throw failure
    } catch { throw .refused("\(error)") }
  }

  private static func theme(
    _ name: String?, in catalog: Catalog, _ folder: String
  ) throws(Command.CommandError) -> CompiledTheme {
    let asked: String?
    if let name {
      asked = name
    } else {
      let settings: (settings: Settings, warnings: [String])
      do throws(SettingsError) {
        settings = try Settings.read(
          flags: ["--config": folder], variables: ProcessEnvironment.variables)
      } catch { throw .refused("\(error)") }
      asked =
        settings.settings.defaultTheme
        ?? (catalog.themes["default"] == nil ? catalog.themes.keys.min() : "default")
    }
    guard let asked else { throw .refused("There is no theme in '\(folder)/themes'.") }
    guard let theme = catalog.themes[asked] else {
      let question = NearestName.question(asked, among: catalog.themes.keys)
      throw .refused("There is no theme '\(asked)'\(question)")
    }
    return theme
  }
}
