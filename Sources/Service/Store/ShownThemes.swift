internal import Bindings
internal import Changes
internal import Documents
internal import Storage

extension Settings {
  /// Returns the themes that the channels show, by the log of a server that is not running. Before the first start, `main`
  /// alone has one.
  package func shownThemes() throws -> [String: String] {
    if case .sqlite(let named) = store, !FileSystem.exists(StoreLocation.path(named, in: state)) {
      let names = try ConfigFolder.read(config).files.themes.map { $0.name }
      let first = names.contains("themes/default.json") ? "default" : nil
      return (defaultTheme ?? first).map { ["main": $0] } ?? [:]
    }
    let log = try Stores.open(self).open(knowing: nil, tail: 0)
    if case .sqlite(let named) = store { FileSystem.giveToFolderOwner(StoreLocation.path(named, in: state)) }
    return Dictionary(uniqueKeysWithValues: log.state.activations.values.map { ($0.channel, $0.theme) })
  }
}
