internal import Changes
internal import Resolution
internal import Service
internal import ThemeAPI
internal import Themes

/// A look-up that the files answer.
struct FileLookup {
  /// The config folder that was read.
  let folder: String
  private let lookup: AppearanceLookup

  init(_ arguments: Arguments) throws(Command.CommandError) {
    guard let target = arguments[.target] else { throw .usage("'livery resolve' needs --for CLASS.") }
    let pairs = try Self.pairs(arguments.all(.trait) + arguments.operands)
    folder = arguments[.config] ?? "Config"
    let catalog = try Self.catalog(of: folder)
    let theme = try Self.theme(arguments[.theme], in: catalog, folder)
    do throws(LookupError) {
      lookup = try AppearanceLookup(
        target, in: arguments[.containers] ?? "", property: arguments[.property],
        context: theme.context(try TraitValues(pairs, kit: theme.kit.definition)))
    } catch { throw .refused(error.message) }
  }

  func answer(explaining: ExplanationDetail) throws(Command.CommandError) -> AppearanceAnswer {
    do throws(LookupError) {
      return try lookup.answer(explaining: explaining)
    } catch { throw .refused(error.message) }
  }

  private static func pairs(_ words: [String]) throws(Command.CommandError) -> [(name: String, value: String)]
  {
    var pairs: [(name: String, value: String)] = []
    for word in words {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
        throw .usage("'\(word)' is not a trait; write NAME=VALUE, such as userInterfaceStyle=dark.")
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
