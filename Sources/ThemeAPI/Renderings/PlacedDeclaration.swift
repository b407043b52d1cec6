/// A declaration with what selects its elements; nil for the page itself.
struct PlacedDeclaration: Sendable, Hashable {
  let place: String?
  let declaration: SheetDeclaration

  var key: PlacedName { PlacedName(place: place, name: declaration.name) }

  struct PlacedName: Sendable, Hashable {
    let place: String?
    let name: String
  }
}
