internal import Changes
internal import Storage

/// What `livery store copy` does.
package enum StoreCopying {
  /// What was copied, or would be, in a sentence.
  package static func perform(
    from source: String, to target: String, _ settings: Settings, isMove: Bool, isPlanned: Bool
  ) throws(StartFailure) -> String {
    let transfer = LogTransfer(
      from: try place(source, settings), to: try place(target, settings), isMove: isMove)
    do throws(StoreError) {
      switch try transfer.perform(isPlanned: isPlanned) {
      case .copied(let changes, let head):
        return "Copied \(changes) changes, up to revision \(head), under a new epoch; clients begin anew."
      case .moved(let changes, let head):
        return
          "Moved \(changes) changes, up to revision \(head), under the epoch that it had: clients notice nothing. "
          + "\(source) is sealed; only 'livery store renew' opens it again."
      case .planned(let changes, let head): return "Would copy \(changes) changes, up to revision \(head)."
      case .present(let head): return "Nothing to do: the log is there up to revision \(head) already."
      }
    } catch { throw StartFailure("The change log can't be copied: \(error).") }
  }

  private static func place(
    _ text: String, _ settings: Settings
  ) throws(StartFailure) -> LogTransfer.LogPlace {
    guard !StoreLocation.holdsPassword(text) else {
      throw StartFailure(
        "An operand must not hold a password, since every user of a machine can read those; give it in PGPASSFILE "
          + "or LIVERY_STORE_PASSWORD_FILE.")
    }
    switch StoreLocation(text) {
    case .sqlite(let path): return .sqlite(path: StoreLocation.path(path, in: settings.state))
    case .postgres(let url):
      do throws(StoreError) {
        return .postgres(try PostgresAddress(url: url, passwordFile: settings.storePasswordFile))
      } catch { throw StartFailure("\(error)") }
    case .memory, nil:
      throw StartFailure(
        "A log is copied from and to sqlite:, sqlite:PATH or postgres://USER@HOST:5432/DATABASE, not '\(text)'."
      )
    }
  }
}
