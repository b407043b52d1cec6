internal import Themes

/// Refuses query parameters that an operation does not know, or that are given twice.
enum QueryCheck {
  static func check(_ query: [Request.Field], _ operation: Operation) throws(Refusal) {
    if operation.ignoresUnknownParameters { return }
    for (index, field) in query.enumerated() {
      if query[..<index].contains(where: { $0.name == field.name }) {
        throw Refusal(.repeatedParameter, "The parameter '\(field.name.shown)' is given more than once.")
      }
      if !operation.takesTraits, !isDeclared(field.name, operation) { throw unknown(field.name, operation) }
    }
    for parameter in operation.parameters where parameter.isRequired && parameter.location == .query {
      guard !query.contains(where: { $0.name == parameter.name }) else { continue }
      throw Refusal(.missingParameter, "The parameter '\(parameter.name)' is missing: \(parameter.summary)")
    }
  }

  static func isDeclared(_ name: String, _ operation: Operation) -> Bool {
    operation.parameters.contains { $0.location == .query && $0.name == name }
  }

  /// - Parameter traits: the names of the kit's traits, where the operation takes them.
  static func unknown(
    _ name: String, _ operation: Operation, traits: some Sequence<String> = EmptyCollection()
  ) -> Refusal {
    let declared = operation.parameters.filter { $0.location == .query }.map(\.name)
    let known = declared + traits
    let hint =
      known.isEmpty ? "; this takes no parameters." : NearestName.question(name, among: known)
    return Refusal(.unknownParameter, "There is no parameter '\(name.shown)'\(hint)")
  }
}
