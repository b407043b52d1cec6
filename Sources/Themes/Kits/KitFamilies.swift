internal import Documents

/// Reads kits in the order in which they extend each other.
struct KitFamilies {
  private let documents: [String: KitDocument]
  private var kits: [String: KitIndex] = [:]
  private var problems: [String: [Problem]] = [:]

  /// Returns the kits of all documents, in the order of the documents.
  static func read(_ files: [SourceFile]) -> [KnownDocuments.KnownKit] {
    let documents = files.map { KitDocument($0) }
    var families = KitFamilies(documents: Dictionary(documents.map { ($0.name, $0) }) { first, _ in first })
    for document in documents { families.readLine(endingIn: document.name) }
    return documents.map { document in
      KnownDocuments.KnownKit(
        source: document.source, index: families.kits[document.name],
        problems: families.problems[document.name] ?? [])
    }
  }

  private init(documents: [String: KitDocument]) { self.documents = documents }

  /// Reads a kit after those that it builds on.
  private mutating func readLine(endingIn name: String) {
    var line: [String] = []
    var next: String? = name
    while let current = next, let document = documents[current], problems[current] == nil {
      if let start = line.firstIndex(of: current) {
        for name in line[start...] { report(circleWith: name) }
        break
      }
      line.append(current)
      next = document.parent
    }
    for name in line.reversed() where problems[name] == nil { read(name) }
  }

  private mutating func read(_ name: String) {
    guard let document = documents[name] else { return }
    guard let parent = document.parent else { return take(KitReader.read(document, extending: nil), name) }
    if let base = kits[parent] { return take(KitReader.read(document, extending: base), name) }
    // If the extended kit has a document, it has problems of its own.
    guard documents[parent] == nil, let spot = document.parentSpot else {
      return take((nil, document.problems), name)
    }
    let advice = NearestName.question(parent, among: documents.keys)
    let missing = spot.problem(
      code: "unknown-kit", "There is no kit \(Quoted.name(parent)) to extend\(advice)")
    take((nil, document.problems + [missing]), name)
  }

  private mutating func take(_ read: (kit: Kit?, problems: [Problem]), _ name: String) {
    (kits[name], problems[name]) = (read.kit.map { KitIndex($0) }, read.problems)
  }

  private mutating func report(circleWith name: String) {
    guard let document = documents[name], let spot = document.parentSpot, let parent = document.parent else {
      return
    }
    let sentence: Message =
      parent == name
      ? "A kit can't extend itself."
      : "'\(name)' extends '\(parent)', which in the end extends '\(name)'; one of them must come first."
    problems[name] = document.problems + [spot.problem(code: "kit-cycle", sentence)]
  }
}

/// A kit's document, read without the kit that it extends.
struct KitDocument: Sendable {
  let name: String
  let source: SourceFile
  /// The value of the document; nil if it could not be read at all.
  let root: JSONNode?
  /// The problems of the document as JSON.
  let problems: [Problem]
  /// The kit that it extends.
  let parent: String?

  init(_ file: SourceFile) {
    source = file
    name = Self.name(of: file)
    (root, problems) = JSONReader.read(file)
    parent = root.flatMap { $0.kind == .object ? $0["extends"]?.string : nil }
  }

  static func name(of file: SourceFile) -> String {
    let base = file.baseName
    return base.hasSuffix(".json") ? String(base.dropLast(5)) : String(base)
  }

  /// The node for problems with the kit that it extends.
  var parentSpot: JSONNode? { root?["extends"] ?? root }
}
