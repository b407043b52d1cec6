internal import Checks
package import Documents
internal import Formats
internal import Resolution
internal import Themes

/// Reads any bytes, and checks that the result is consistent. For fuzzers.
package enum ThemeTrial {
  /// Ends the process if a condition is false.
  package static func demand(_ condition: Bool, _ what: @autoclosure () -> String) {
    guard !condition else { return }
    print("not true: \(what())")
    preconditionFailure("not true")
  }

  /// Reads JSON: the result is problems or a value, and an accepted value reads back unchanged.
  package static func json(_ bytes: [UInt8]) {
    let (root, problems) = JSONReader.read(SourceFile(name: "fuzz.json", bytes: bytes))
    demand(root != nil || !problems.isEmpty, "no value and no problem")
    check(problems, of: bytes)
    guard let root, problems.isEmpty else { return }
    let once = written(root)
    let (again, found) = JSONReader.read(SourceFile(name: "again.json", bytes: once))
    demand(found.isEmpty, "what was written is refused: \(found.map(\.text))")
    demand(again.map { written($0) } == once, "what was written reads back otherwise")
  }

  /// A kit: problems or a kit that answers.
  package static func kit(_ bytes: [UInt8]) {
    let library = Library.read(kits: kits + [SourceFile(name: "kits/fuzz.json", bytes: bytes)], themes: [])
    check(library.problems, of: bytes)
    for kit in library.kits.values {
      let index = KitIndex(kit)
      for name in kit.classes.keys { demand(index.chain(of: name).first == name, "a class has no chain") }
    }
    guard !library.hasErrors, let kit = library.kits["fuzz"] else { return }
    let written = JSONReader.read(SourceFile(name: "kits/whole.json", bytes: KitWriter.document(of: kit)))
    demand(written.problems.isEmpty, "what was written of a kit is no JSON: \(written.problems.map(\.text))")
  }

  /// Reads a theme whose name determines its format: the result is problems, or a theme that compiles and reads back
  /// after it was written.
  /// - Parameter others: the other files of its folder, by name.
  package static func theme(_ bytes: [UInt8], named name: String, beside others: [String: String] = [:]) {
    let files = others.map { SourceFile(name: "themes/\($0)", bytes: Array($1.utf8)) }
    let file = SourceFile(name: "themes/\(name)", bytes: bytes)
    let catalog = Catalog.reading(kits: kits, themes: [file] + files)
    let library = catalog.library
    check(library.problems, of: file.bytes)
    demand(!library.themes.isEmpty || !library.problems.isEmpty, "no theme and no problem")
    demand(catalog.failures.isEmpty, "a sound theme does not compile: \(catalog.failures)")
    guard !library.hasErrors else { return }
    checkWriting(library)
  }

  /// Reads the files of a folder of tokens, one after another with a zero byte between, as it is in the config folder and as it is
  /// in an archive.
  package static func folder(_ bytes: [UInt8]) {
    let names = [
      "base.json", "colors.dark.json", "brands/acme.json5", "brands/globex.jsonc", "Light.tokens.json",
      "$themes.json", "brands/acme/dark.json", "dark/dark.high-contrast.json", "dark/dark.dimmed.json",
      "Mode 2.tokens.json",
    ]
    let parts = bytes.split(separator: 0, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    let files = zip(names, parts).map { SourceFile(name: "themes/fuzz.tokens/\($0)", bytes: Array($1)) }
    let archived = files.map {
      SourceFile(name: String($0.name.dropFirst("themes/fuzz.tokens/".count)), bytes: $0.bytes)
    }
    for documents in [
      files.gathered { _ in nil }, Dialects.all.gathered(archived, isArchive: true) { _ in nil },
    ] {
      let catalog = Catalog.reading(kits: kits, themes: documents)
      demand(catalog.failures.isEmpty, "a sound folder does not compile: \(catalog.failures)")
    }
  }

  /// Checks that the time to read the document, made larger, grows at most in proportion to its size.
  /// - Parameter size: the approximate number of bytes of the smallest document.
  /// - Parameter most: the seconds that four times as much may take.
  /// - Returns: the complaint; nil if there is none, or if the document can't be made larger.
  package static func growth(
    of bytes: [UInt8], named name: String, from size: Int, atMost most: Double
  ) -> String? {
    let count = max(1, size / max(1, bytes.count))
    guard let documents = Self.documents(bytes, counts: [1, 2, 4].map { $0 * count }) else { return nil }
    return ProcessorTime.complaint(name, atMost: most) { times in
      guard let document = documents[times * count] else { return }
      _ = Catalog.reading(kits: kits, themes: [SourceFile(name: "themes/\(name)", bytes: document)])
    }
  }

  private static func documents(_ bytes: [UInt8], counts: [Int]) -> [Int: [UInt8]]? {
    var documents: [Int: [UInt8]] = [:]
    for count in counts {
      guard let document = MultipliedJSON.document(bytes, times: count) else { return nil }
      documents[count] = document
    }
    return documents
  }

  /// Small, so that a fuzzer spends its time on themes; its properties have every kind there is.
  private static let kits = [SourceFile(name: "kits/uikit.json", bytes: Array(kitText.utf8))]

  private static var kitText: String {
    let kinds = Kit.PropertyKind.allCases.map {
      "{ \"name\": \"\($0.rawValue)\", \"kind\": \"\($0.rawValue)\" }"
    }
    return """
      { "axes": { "state": { "values": ["normal", "highlighted", "disabled", "selected"], "combine": true,
                             "fallback": "normal" } },
        "traits": { "userInterfaceStyle": { "values": ["light", "dark"], "default": "light" },
                    "accessibilityContrast": { "values": ["normal", "high"] },
                    "imageDynamicRange": { "values": ["standard", "high"] },
                    "displayScale": { "kind": "number" }, "typesettingLanguage": { "kind": "text" } },
        "colors": { "systemBlue": { "light": "#0088ff", "dark": "#0091ff" }, "link": "{systemBlue}" },
        "classes": {
          "UIView": { "properties": [{ "name": "backgroundColor", "kind": "color" },
                                     { "name": "tintColor", "kind": "color" }] },
          "UILabel": { "superclass": "UIView", "properties": [\(kinds.joined(separator: ", "))] },
          "UIButton": { "superclass": "UIView", "container": false,
                        "properties": [{ "name": "titleColor", "kind": "color", "axes": ["state"] },
                                       { "name": "backgroundImage", "kind": "image", "axes": ["state"] }] },
          "UINavigationBar": { "superclass": "UIView",
                               "properties": [{ "name": "barTintColor", "kind": "color" },
                                              { "name": "titleTextAttributes", "kind": "textAttributes" }] },
          "UIViewController": { "appearance": false } },
        "contrasts": [{ "class": "UIButton", "text": "titleColor:normal", "background": "backgroundColor" },
                      { "class": "UIView", "text": "tintColor", "background": "backgroundColor" }] }
      """
  }

  private static func checkWriting(_ library: Library) {
    let files = library.themes.values.map { theme in
      let bytes = library.kits[theme.kit].map { ThemeWriter.document(of: theme, kit: $0) } ?? []
      return SourceFile(name: "themes/\(theme.name).json", bytes: bytes)
    }
    let again = Library.read(kits: kits, themes: files)
    demand(!again.hasErrors, "what was written is refused: \(again.problems.map(\.text))")
    for theme in library.themes.values {
      guard let kit = library.kits[theme.kit], let copy = again.themes[theme.name] else { continue }
      demand(
        ThemeWriter.document(of: theme, kit: kit) == ThemeWriter.document(of: copy, kit: kit),
        "'\(theme.name)' reads back otherwise")
    }
  }

  private static func check(_ problems: [Problem], of bytes: [UInt8]) {
    demand(problems.count <= 3_100, "\(problems.count) problems")
    for problem in problems {
      demand(problem.place.line >= 1 && problem.place.column >= 1, "a place before the beginning")
      demand(problem.message.utf8.count < 4_000 && problem.frame.utf8.count < 8_000, "a long problem")
    }
  }

  private static func written(_ node: JSONNode) -> [UInt8] {
    var json = JSONWriter()
    write(node, to: &json)
    return json.finished()
  }

  package static func write(_ node: JSONNode, to json: inout JSONWriter) {
    switch node.kind {
    case .object:
      json.object { json in
        for member in node.members {
          json.name(member.name)
          write(member.value, to: &json)
        }
      }
    case .array: json.array { json in for item in node.items { write(item, to: &json) } }
    case .string: json.string(node.string ?? "")
    case .number: json.number(node.number ?? .nan)
    case .bool: json.bool(node.bool ?? false)
    case .null: json.null()
    }
  }
}
