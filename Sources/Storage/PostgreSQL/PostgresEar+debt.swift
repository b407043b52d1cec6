internal import Bindings
internal import Changes

extension PostgresEar {
  /// Tells the others what they are to be told of by now.
  func payDebt() {
    guard let debt = engine.takeDebt() else { return }
    try? ask { live, deadline throws(StoreError) in
      // The answer is waited for: while it is unread, no notice behind it is seen.
      _ = try stored { () throws(PostgresFailure) in
        try live.run(.notice(debt.position, in: debt.name), until: deadline)
      }
    }
  }
}
