import Changes
import Documents
import Resolution
import TestSupport
import Testing
import ThemeAPI
import Themes

/// Sets of themes that were made from others by small changes.
@Suite struct `A set of themes that was changed step by step` {
  @Test(arguments: 1...8)
  func `is the one that a fresh start with the same documents makes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var world = World()
    var themeSet = try ThemeSet(files: world.files, uploads: [])
    var taken = 0
    for step in 0..<(isLong ? 12_500 : 60) {
      let next = world.changed(&random)
      let changed = Result { () throws(ThemeSet.LoadError) in try world.change(themeSet, to: next) }
      let fresh = Result { () throws(ThemeSet.LoadError) in
        try ThemeSet(files: next.files, uploads: next.uploads.values)
      }
      let (words, rightWords) = (Self.words(changed), Self.words(fresh))
      #expect(words == rightWords, "seed \(seed), step \(step)")
      guard case .success(let set) = changed else { continue }
      (themeSet, world, taken) = (set, next, taken + 1)
    }
    #expect(taken > 10)
  }

  @Test(arguments: 1...4)
  func `is the same whoever reads the documents, and however many they are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let files = World.family(of: 120, isSound: seed.isMultiple(of: 2), &random)
    let pool = WorkerPool { work in try? sideBySide([{ work() }, { work() }, { work() }]) }
    let alone = Result { () throws(ThemeSet.LoadError) in try ThemeSet(files: files, uploads: []) }
    let together = Result { () throws(ThemeSet.LoadError) in
      try ThemeSet(files: files, uploads: [], by: pool)
    }
    #expect((try? alone.get()) != nil || !seed.isMultiple(of: 2))
    #expect(Self.words(alone) == Self.words(together))
  }

  /// Everything that clients can see of it, or the reason why it is invalid.
  private static func words(_ result: Result<ThemeSet, ThemeSet.LoadError>) -> [String] {
    switch result {
    case .failure(let error): return error.problems.map { "\($0)" }
    case .success(let set):
      let themes = set.library.themes.keys.sorted().flatMap { name in
        [
          name, "\(set.library.lineage(of: name).map(\.name))", DefaultTag.of(theme: name, in: set) ?? "none",
          set.library.sources[name]?.name ?? "none",
        ]
      }
      return themes + set.library.problems.map { "\($0)" }
        + set.library.fileNames.map { "\($0) \($1)" }.sorted()
    }
  }
}

/// Files and uploads of a few themes. Many of the themes build on each other.
private struct World {
  private(set) var uploads: [String: Upload] = [:]
  private var themes: [String: SourceFile] = [:]
  private var kit = 0

  init() { themes["t0"] = Self.source("t0", #"{ "kit": "mini", "colors": { "c0": "red" } }"#) }

  /// Themes that build on each other; most of them have problems.
  static func family(of count: Int, isSound: Bool, _ random: inout SeededGenerator) -> ThemeFiles {
    let themes = (0..<count).map { number in
      let parent =
        number > 0 && Bool.random(using: &random) ? Int.random(in: 0..<number, using: &random) : nil
      let extends = parent.map { #""extends": "t\#($0)""# } ?? #""kit": "mini""#
      let color = isSound || !number.isMultiple(of: 7) ? "{c}" : "{d}"
      return source(
        "t\(number)",
        #"""
        { \#(extends), "colors": { "c": "\#(random.pick(["red", "gray", "white"]))", "c\#(number)": "#123" },
          "appearance": [ { "for": "Label", "set": { "text": "\#(color)", "back": "white" } },
            { "for": "Label", "set": { "text": "gray" } } ] }
        """#)
    }
    return ThemeFiles(
      kits: [SourceFile(name: "kits/mini.json", bytes: Array(kit.utf8))], themes: themes, images: .none)
  }

  var files: ThemeFiles {
    ThemeFiles(
      kits: [
        SourceFile(name: "kits/mini.json", bytes: Array((Self.kit + String(repeating: " ", count: kit)).utf8))
      ],
      themes: themes.sorted { $0.key < $1.key }.map(\.value), images: .none)
  }

  /// Changes the set of themes like the server: by an upload, a removal, or by reading all files again.
  func change(_ themeSet: ThemeSet, to next: World) throws(ThemeSet.LoadError) -> ThemeSet {
    if let upload = next.uploads.values.first(where: { uploads[$0.name] != $0 }) {
      return try themeSet.adding(upload)
    }
    if let name = uploads.keys.first(where: { next.uploads[$0] == nil }) {
      return try themeSet.removing(upload: name)
    }
    return try ThemeSet(files: next.files, uploads: next.uploads.values, reusing: themeSet)
  }

  func changed(_ random: inout SeededGenerator) -> World {
    var next = self
    let name = "t\(Int.random(in: 0..<8, using: &random))"
    let text = Self.document(&random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      next.uploads[name] = Upload(
        name: name, file: "\(name).json", bytes: Array(text.utf8), at: Timestamp(milliseconds: 0), by: "tests"
      )
    case 4: next.uploads[name] = nil
    case 5: next.themes[name] = nil
    case 6: next.kit = Int.random(in: 0...1, using: &random)
    case 7:
      next.themes["harbor.metheme.json"] = Self.source(
        "harbor.metheme", ##"{ "Color": { "Default": "#ff0000" } }"##)
    case 8:
      next.themes["harbor.metheme.meta.json"] =
        Bool.random(using: &random) ? Self.source("harbor.metheme.meta", #"{ "extends": "\#(name)" }"#) : nil
    default: next.themes[name] = Self.source(name, text)
    }
    return next
  }

  private static func source(_ name: String, _ text: String) -> SourceFile {
    SourceFile(name: "themes/\(name).json", bytes: Array(text.utf8))
  }

  private static func document(_ random: inout SeededGenerator) -> String {
    let colors = (0..<4).filter { _ in Bool.random(using: &random) }.map { number in
      let below = number > 0 && Bool.random(using: &random) ? Int.random(in: 0..<number, using: &random) : nil
      return "\"c\(number)\": \"\(below.map { "{c\($0)}" } ?? random.pick(["red", "#eee", "white"]))\""
    }
    let rules = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let text = random.pick(["{c0}", "{c1}", "{c2}", "gray", "black"])
      return
        #"{ "for": "Label", "set": { "text": "\#(text)", "back": "\#(random.pick(["white", "{c3}"]))" } }"#
    }
    let parent = random.pick(["", "", #""extends": "t0","#, #""extends": "t1","#, #""extends": "t2","#])
    return """
      { \(parent.isEmpty ? #""kit": "mini","# : parent) "colors": { \(colors.joined(separator: ", ")) },
        "appearance": [ \(rules.joined(separator: ",\n")) ] }
      """
  }

  private static let kit = """
    { "title": "Mini", "classes": { "Label": { "superclass": null, "appearance": true, "container": true,
      "properties": [ { "name": "text", "kind": "color" }, { "name": "back", "kind": "color" } ] } },
      "axes": {}, "traits": {}, "contrasts": [ { "class": "Label", "text": "text", "background": "back" } ] }
    """
}
