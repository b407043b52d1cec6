internal import Documents
package import Themes

/// The traits of a request, checked against a kit, with the kit's defaults.
package struct TraitValues: Sendable, Hashable {
  /// The given traits, in canonical form.
  package let given: [String: String]
  /// The given values, and the kit's default for each trait that was not given.
  package let effective: [String: String]

  /// Creates the kit's defaults.
  package init(defaultsOf kit: Kit) {
    self.init(canonical: [:], kit: kit)
  }

  /// Parses pairs of name and value in the notation of a query.
  package init(_ pairs: some Sequence<(name: String, value: String)>, kit: Kit) throws(LookupError) {
    var given: [String: String] = [:]
    for (name, value) in pairs {
      guard given[name] == nil else {
        throw LookupError(.repeatedTrait, "The trait '\(name)' is given twice.")
      }
      given[name] = try Self.canonical(value, of: name, in: kit)
    }
    self.init(canonical: given, kit: kit)
  }

  /// Creates traits from canonical values, such as those of rules.
  package init(canonical given: [String: String], kit: Kit) {
    self.given = given
    effective = Self.defaults(of: kit).merging(given) { $1 }
  }

  private static func defaults(of kit: Kit) -> [String: String] {
    kit.traits.compactMapValues(\.defaultValue)
  }

  /// Returns the canonical form of a value. Throws if the kit does not know the trait or the value.
  package static func canonical(
    _ value: String, of name: String, in kit: Kit
  ) throws(LookupError) -> String {
    guard let trait = kit.traits[name] else {
      let hint = NearestName.question(name, among: kit.traits.keys)
      throw LookupError(.unknownTrait, "The kit \(kit.name) has no trait '\(name)'\(hint)")
    }
    switch trait.canonical(value) {
    case .success(let canonical): return canonical
    case .failure(let refusal): throw LookupError(.traitValue, "The trait \(name) \(refusal.sentence)")
    }
  }
}
