/// A trait of a kit that a client's hint can tell.
package struct HintedTrait: Sendable {
  package let name: String
  package let hint: String
  package let trait: Kit.Trait

  /// Returns the traits in ascending order of their names.
  package static func all(in kit: Kit) -> [HintedTrait] {
    kit.traits.sorted { $0.key < $1.key }.compactMap { name, trait in
      trait.hint.map { HintedTrait(name: name, hint: $0, trait: trait) }
    }
  }
}
