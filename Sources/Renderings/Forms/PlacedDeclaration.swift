/// A declaration with what selects its elements; nil for the page itself.
struct PlacedDeclaration: Sendable, Hashable {
  package let place: String?
  let declaration: SheetDeclaration

  package var key: PlacedName { PlacedName(place: place, name: declaration.name) }

  struct PlacedName: Sendable, Hashable {
    package let place: String?
    package let name: String
  }
}
