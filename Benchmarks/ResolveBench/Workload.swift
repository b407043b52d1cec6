internal import Documents
internal import Resolution
internal import TestSupport
internal import Themes

/// A theme over the whole UIKit kit with questions to ask it, both ways: compiled and plain.
struct Workload {
  let file: SourceFile
  let theme: CompiledTheme
  let generation: Theme
  let plain: PlainModel
  private let kit: Kit

  static let given = ["userInterfaceStyle": "dark"]

  typealias Node = (target: Target, path: [Target])

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  init(rules: [[UInt8]]) throws {
    file = ThemeText.file("bench", rules: rules)
    let library = Library.read(kits: [ProjectFiles.file("Config/kits/uikit.json")], themes: [file])
    if let problem = library.problems.first(where: { $0.severity == .error }) {
      throw Failure(message: "\(problem.place.line): \(problem.message)")
    }
    guard let kit = library.kits["uikit"], let theme = library.themes["bench"] else {
      throw Failure(message: "there is no kit uikit in Config")
    }
    self.kit = kit
    generation = theme
    self.theme = try CompiledTheme([theme], kit: CompiledKit(kit), images: .none)
    plain = PlainModel(kit: kit, generations: [theme])
  }

  var context: ThemeContext {
    get throws { theme.context(try TraitValues(Self.given.map { ($0.key, $0.value) }, kit: kit)) }
  }

  /// Buttons in paths of eight whose look has between so many keys; both ways must agree on each.
  func questions(_ count: Int, responder keys: ClosedRange<Int>) throws -> [(target: Target, path: [Target])]
  {
    var random = SeededGenerator(seed: 11)
    let containers = kit.classes.values.filter(\.isContainer).map(\.name).sorted()
    let context = try context
    var questions: [Node] = []
    for _ in 0..<4_000 where questions.count < count {
      let target = Target("UIButton", styles: [ThemeText.styles.randomElement(using: &random) ?? ""])
      let path =
        [Target("UIWindow")] + (0..<7).map { _ in Target(containers.randomElement(using: &random) ?? "") }
      let look = try context.look(of: target, in: path)
      guard keys.contains(look.entries.count) else { continue }
      let expected = plain.look(target, in: path, given: Self.given)
      let found = Dictionary(uniqueKeysWithValues: look.entries.map { ($0.key, $0.value.plainText) })
      guard found == expected else { throw Failure(message: "\(target) in \(path) differs from the model") }
      questions.append((target, path))
    }
    guard questions.count == count else {
      throw Failure(message: "only \(questions.count) questions answer \(keys) keys")
    }
    return questions
  }

  /// The nodes of a screen tree, each in its path: up to twelve deep, mostly wide.
  func tree(_ count: Int) -> [Node] {
    var random = SeededGenerator(seed: 12)
    let names = kit.classes.keys.sorted()
    let popular = ["UIView", "UILabel", "UIButton", "UIStackView", "UITableViewCell", "UIImageView"]
    var nodes: [Node] = [(Target("UIWindow"), [])]
    var path = [nodes[0].target]
    while nodes.count < count {
      path.removeSubrange(Int.random(in: 1...min(12, path.count), using: &random)...)
      let name =
        Bool.random(using: &random)
        ? popular.randomElement(using: &random) : names.randomElement(using: &random)
      let target = Target(name ?? "UIView")
      nodes.append((target, path))
      path.append(target)
    }
    return nodes
  }
}
