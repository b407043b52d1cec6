internal import Bindings
internal import Changes

/// The settings of a server that a log depends on.
struct PostgresSettings: Sendable {
  /// Such as `17.2`.
  let version: String
  let isUTF8: Bool
  /// Those that keep what was acknowledged through a power cut, and are off.
  let lacking: [String]
  /// `synchronous_standby_names`; empty where no standby is synchronous.
  let standbys: String

  private static let guards = ["fsync", "full_page_writes"]

  init(of live: PostgresConnection, until deadline: MonotonicTime) throws(StoreError) {
    let names = ["server_version", "server_encoding", "synchronous_standby_names"] + Self.guards
    let columns = names.map { "current_setting('\($0)')" }.joined(separator: ", ")
    let results = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement("SELECT \(columns)"), until: deadline)
    }
    guard let row = results[0].first else { throw .unusable("the server does not tell its settings") }
    version = row[0].text ?? ""
    isUTF8 = row[1].text == "UTF8"
    standbys = row[2].text ?? ""
    lacking = Self.guards.indices.filter { row[3 + $0].text == "off" }.map { Self.guards[$0] }
  }
}
