internal import Synchronization

/// What the publisher does while its store can't be written: reads and those who wait go on, writes are refused.
extension Publisher {
  /// Shows from now on that nothing can be written, and why.
  func fail(_ error: StoreError) {
    let before = current.now
    let since = before.trouble?.since ?? now()
    current.swap(before.with(Snapshot.Trouble(since: since, error: error)))
  }

  /// Finds out whether what can pass by itself has passed: a store has room again, or its engine is back. Then what
  /// could not be told at the start is. After any other failure only a restart helps.
  package func tryAgain() {
    guard isWritableAgain() else { return }
    do throws(StoreError) { try catchUp() } catch {
      // The turn that failed has told it as trouble.
    }
  }

  private func isWritableAgain() -> Bool {
    writeLock.withLock { _ in
      guard current.now.trouble?.error.mayPass == true else { return false }
      do throws(StoreError) {
        try store.tryWriting()
        current.swap(current.now.with(nil))
        return true
      } catch {
        fail(error)
        return false
      }
    }
  }
}
