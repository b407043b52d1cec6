internal import Documents

/// Reads kits in the order in which they extend each other.
struct KitFamilies {
  private let documents: [String: KitDocument]
  private var read: [String: (kit: KitIndex?, problems: [Problem])] = [:]

  static func read(_ files: [SourceFile]) -> [KnownDocuments.KnownKit] {
    let documents = files.map { KitDocument($0) }
    var families = KitFamilies(documents: Dictionary(documents.map { ($0.name, $0) }) { first, _ in first })
    families.read(documents.map(\.name))
    return documents.map { ($0.source, families.read[$0.name]?.kit, families.read[$0.name]?.problems ?? []) }
  }

  private init(documents: [String: KitDocument]) { self.documents = documents }

  private mutating func read(_ names: [String]) {
    let documents = documents
    let graph = ReferenceGraph(names) { name in
      documents[name]?.parent.flatMap { documents[$0] == nil ? nil : [$0] } ?? []
    }
    for name in graph.circles.joined() {
      guard let document = documents[name], let spot = document.parentSpot, let parent = document.parent
      else {
        continue
      }
      let sentence: Message =
        parent == name
        ? "A kit can't extend itself."
        : "'\(name)' extends '\(parent)', which in the end extends '\(name)'; one of them must come first."
      read[name] = (nil, document.problems + [spot.problem(code: "kit-cycle", sentence)])
    }
    for name in graph.order where read[name] == nil { read[name] = documents[name].map { kit(of: $0) } }
  }

  private func kit(of document: KitDocument) -> (kit: KitIndex?, problems: [Problem]) {
    let parent = document.parent.map { (name: $0, kit: read[$0]?.kit) }
    if let parent, parent.kit == nil {
      // If the extended kit has a document, it has problems of its own.
      guard documents[parent.name] == nil, let spot = document.parentSpot else {
        return (nil, document.problems)
      }
      let advice = NearestName.question(parent.name, among: documents.keys)
      let missing = spot.problem(
        code: "unknown-kit", "There is no kit \(Quoted.name(parent.name)) to extend\(advice)")
      return (nil, document.problems + [missing])
    }
    let (kit, problems) = KitReader.read(document, extending: parent?.kit)
    return (kit.map { KitIndex($0) }, problems)
  }
}
