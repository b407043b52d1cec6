internal import Documents
internal import Foundation
internal import Checks
internal import Resolution
internal import TestSupport
internal import Themes

/// Measures lookups, compiling and reading beside plain implementations in the same run.
@main
struct ResolveBench {
  private var sheet = Sheet()
  /// Something of every answer goes in here, so that none is left uncomputed.
  private var seen = 0

  static func main() {
    var bench = ResolveBench()
    bench.sheet.paragraph(
      "The kit is all of `uikit`; the plain implementation is the tests' model, which sorts the matching rules per question. "
        + "No socket,\none core, CPU time, medians of 9 rounds, both sides in turns; every question first got the same answer "
        + "from both. Nodes of a\ntree are looked up one by one, as a batch does.")
    do {
      try bench.measure()
    } catch {
      print("ResolveBench: \(error)")
      exit(1)
    }
    bench.sheet.print()
    if bench.seen == 0 { print("nothing was answered") }
  }

  private mutating func measure() throws {
    guard
      let kit = Library.read(kits: [ProjectFiles.file("Config/kits/uikit.json")], themes: []).kits["uikit"]
    else { throw Workload.Failure(message: "Config/kits/uikit.json is no kit") }
    let (work, questions) = try Self.thousandRules(kit)
    try measureLook(work, questions)
    try measureTree(work)
    try measureCompiling(work)
    try measureReading(kit)
    try measureGrowth(kit)
  }

  /// A thousand rules, as many of them for buttons as make a button's look thirty keys.
  private static func thousandRules(_ kit: Kit) throws -> (Workload, [Workload.Node]) {
    let line = Set(KitIndex(kit).chain(of: "UIButton"))
    for near in stride(from: 60, through: 400, by: 20) {
      var ours = ThemeText(kit: kit, seed: 1, targets: line.contains)
      var others = ThemeText(kit: kit, seed: 2) { !line.contains($0) }
      let work = try Workload(rules: ours.rules(near) + others.rules(1_000 - near))
      if let questions = try? work.questions(32, responder: 30...30) { return (work, questions) }
    }
    throw Workload.Failure(message: "no button answers thirty keys")
  }

  private mutating func measureLook(_ work: Workload, _ questions: [Workload.Node]) throws {
    let context = try work.context
    var sum = 0
    let figures = try Stopwatch.compare(repetitions: (100, 2)) {
      for (target, path) in questions { sum += try context.look(of: target, in: path).entries.count }
    } _: {
      for (target, path) in questions {
        sum += work.plain.look(target, in: path, given: Workload.given).count
      }
    }
    seen += sum
    let micros = figures.first / Double(questions.count) / 1_000
    sheet.require(
      "whole look of a node, from names: 1 000 rules, a path of 8, 30 keys answered", micros, atMost: 5, "µs")
    sheet.require(
      "the same, how many times as fast as the plain one", 1 / figures.ratio, atLeast: 20, "×")
  }

  private mutating func measureTree(_ work: Workload) throws {
    let nodes = work.tree(10_000)
    let context = try work.context
    var sum = 0
    let nanos = try Stopwatch.nanoseconds {
      for (target, path) in nodes { sum += try context.look(of: target, in: path).entries.count }
    }
    seen += sum
    sheet.require(
      "10 000 nodes of a tree, 1 000 rules, each looked up in its place as a batch does", nanos / 1e6,
      atMost: 50,
      "ms")
  }

  private mutating func measureCompiling(_ work: Workload) throws {
    var sum = 0
    let kit = work.theme.kit
    let nanos = try Stopwatch.nanoseconds(repetitions: 5) {
      sum += try CompiledTheme([work.generation], kit: kit, images: .none).lineage.count
    }
    seen += sum
    sheet.require("compiling a theme of 1 000 rules", nanos / 1e6, atMost: 5, "ms")
  }

  private mutating func measureReading(_ kit: Kit) throws {
    var text = ThemeText(kit: kit, seed: 2)
    var rules = text.rules(500)
    while rules.reduce(0, { $0 + $1.count }) < 900_000 { rules += text.rules(500) }
    let file = ThemeText.file("large", rules: rules)
    let data = Data(file.bytes)
    let kits = [ProjectFiles.file("Config/kits/uikit.json")]
    let kitAlone = Stopwatch.nanoseconds { seen += Library.read(kits: kits, themes: []).kits.count }
    let tape = try Stopwatch.compare {
      seen += JSONReader.read(file).problems.isEmpty ? 1 : 0
    } _: {
      seen += try JSONSerialization.jsonObject(with: data) is [String: Any] ? 1 : 0
    }
    let tree = try Stopwatch.compare {
      seen += JSONReader.read(file).root.map(Self.tree) is [String: Any] ? 1 : 0
    } _: {
      seen += try JSONSerialization.jsonObject(with: data) is [String: Any] ? 1 : 0
    }
    let theme = try Stopwatch.compare {
      seen += Catalog.reading(kits: kits, themes: [file]).themes.count
    } _: {
      seen += try JSONSerialization.jsonObject(with: data) is [String: Any] ? 1 : 0
    }
    let size = Double(file.bytes.count)
    let megabytes = Sheet.short(size / 1e6)
    sheet.require(
      "reading the JSON of a theme of \(megabytes) MB into dictionaries, times as fast as JSONSerialization",
      1 / tree.ratio, atLeast: 2, "×")
    sheet.table(
      ["reading \(megabytes) MB, \(rules.count) rules", "ms", "MB/s", "times as fast"],
      [
        ("JSONSerialization: bytes to dictionaries", tape.second, 1),
        ("JSONReader: bytes to values with places, texts left where they are", tape.first, 1 / tape.ratio),
        ("JSONReader, then each value taken into dictionaries", tree.first, 1 / tree.ratio),
        (
          "bytes to a compiled theme, every value held against the kit, every check made",
          theme.first - kitAlone,
          theme.second / (theme.first - kitAlone)
        ),
      ]
      .map { [$0.0, Sheet.short($0.1 / 1e6), Sheet.short(size / $0.1 * 1e3), Sheet.short($0.2)] })
  }

  /// What JSONSerialization gives: each name, text and number as a value of its own.
  private static func tree(_ node: JSONNode) -> Any {
    switch node.kind {
    case .object:
      var members: [String: Any] = [:]
      for member in node.members { members[member.name] = tree(member.value) }
      return members
    case .array: return node.items.map(tree)
    case .string: return node.string ?? ""
    case .number: return node.number ?? .nan
    case .bool: return node.bool ?? false
    case .null: return ()
    }
  }

  /// A hundred rules, some of which match; then ever more for classes that are not the target's.
  private mutating func measureGrowth(_ kit: Kit) throws {
    let line = Set(KitIndex(kit).chain(of: "UIButton"))
    var near = ThemeText(kit: kit, seed: 3, targets: line.contains)
    var far = ThemeText(kit: kit, seed: 4) { !line.contains($0) }
    let base = near.rules(100)
    let others = far.rules(9_900)
    var rows: [[String]] = []
    for count in [100, 1_000, 10_000] {
      let work = try Workload(rules: base + others.prefix(count - base.count))
      let (context, questions) = (try work.context, try work.questions(16, responder: 10...40))
      var sum = 0
      let figures = try Stopwatch.compare(rounds: 5, repetitions: (100, 1)) {
        for (target, path) in questions { sum += try context.look(of: target, in: path).entries.count }
      } _: {
        for (target, path) in questions {
          sum += work.plain.look(target, in: path, given: Workload.given).count
        }
      }
      seen += sum
      let each = (figures.first / 16e3, figures.second / 16e3)
      rows.append([String(count), Sheet.short(each.0), Sheet.short(each.1), Sheet.short(1 / figures.ratio)])
    }
    sheet.table(
      ["rules, 100 of them for the target's classes", "look µs", "plain µs", "times as fast"], rows)
  }
}
