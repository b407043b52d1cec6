internal import Service
internal import Themes

extension Command {
  /// Has a log that was put back from a copy go on under a new epoch.
  static let store = Command(
    "store", "Tell the change log that it was put back from a backup or a snapshot.",
    operands: Operands(usage: "renew", count: 1...1),
    flags: SettingTable.settings.filter { ["config", "state", "store"].contains($0.key) }.map {
      Flag($0.flag, $0.placeholder, $0.meaning)
    },
    details: """
      Run 'livery store renew' after each restore, before the server is started. The log goes on under a new epoch:
      every client is told that its place in the log is gone and begins with what holds now. A start notices most
      restores by itself, but not that of a whole disk. The server must not be running. Where the log is, is found
      as 'livery serve' finds it.
      """
  ) { arguments throws(CommandError) in
    guard arguments.operands == ["renew"] else {
      throw .usage("'livery store' can be told 'renew', not '\(arguments.operands[0])'.")
    }
    do {
      let (settings, _) = try Settings.read(flags: arguments.given, variables: ProcessEnvironment.variables)
      let (path, revision) = try StoreRenewal.perform(settings.store, state: settings.state)
      Console.print("\(path) goes on after revision \(revision) under a new epoch; clients begin anew.\n")
      return .done
    } catch let error as SettingsError {
      throw error.cause == .usage ? .usage("\(error)") : .refused("\(error)")
    } catch { throw .refused("\(error)") }
  }
}
