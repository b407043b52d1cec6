/// What is wrong with a package, or with one of its entries.
package struct PackageProblem: Error, Sendable, Hashable {
  package enum Fault: Sendable, Hashable {
    /// It has more than may be.
    case tooLarge
    /// It is of a kind that is not read.
    case unsupported
    /// It is no package, or none that makes sense.
    case wrong
  }

  package let fault: Fault
  /// The entry's name as far as it can be told; nil for the package as a whole.
  package let entry: String?
  /// Goes on from what is named: "is encrypted".
  package let what: String

  init(_ fault: Fault, _ what: String) {
    self.init(fault, nil, what)
  }

  init(_ fault: Fault, _ entry: String?, _ what: String) {
    self.fault = fault
    self.entry = entry
    self.what = what
  }
}

extension Refusal {
  init(_ problem: PackageProblem) {
    let code: RefusalCode =
      switch problem.fault {
      case .tooLarge: .bodyTooLarge
      case .unsupported: .unsupportedMediaType
      case .wrong: .refusedPackage
      }
    let subject = problem.entry.map { "The entry '\($0.shown)'" } ?? "The package"
    self.init(
      code, "\(subject) \(problem.what).", problems: problem.entry.map { [Self.place($0, problem)] } ?? [])
  }

  private static func place(_ entry: String, _ problem: PackageProblem) -> RefusalProblem {
    RefusalProblem(pointer: entry.shown, message: "It \(problem.what).")
  }
}
