internal import Changes
internal import Themes

/// What changing documents runs into.
extension Refusal {
  /// Does it, its rejection being this interface's.
  static func of<Value>(_ body: () throws(Journal.Rejection) -> Value) throws(Refusal) -> Value {
    do throws(Journal.Rejection) { return try body() } catch {
      switch error {
      case .store(let error): throw Refusal(error)
      case .refused(let refused): throw Refusal(refused)
      case .documents(let rejected):
        let errors = rejected.problems.filter { $0.severity == .error }
        throw Refusal(
          .refusedTheme, "The themes would not hold together with this: \(errors.count) problem(s).",
          problems: errors)
      case .inUse(let what): throw Refusal(.inUse, what)
      case .unknown(let name, let names): throw .unknown(.unknownTheme, "theme", name, among: names)
      case .precondition(let what): throw Refusal(.preconditionFailed, "Nothing was done: \(what).")
      }
    }
  }
}
