internal import Bindings
package import Changes

/// Where the engine is to be found, as the URL says it, with what holds where it says nothing.
package struct PostgresAddress: Sendable {
  let hosts: [PostgresParameters]
  let passwordFile: String?
  /// Whether the URL says under which name connections are shown.
  private let isNamed: Bool

  /// - Parameter passwordFile: a file with the password, read at each connect, so that a new one needs no restart.
  package init(url: String, passwordFile: String? = nil) throws(StoreError) {
    do throws(PostgresFailure) {
      hosts = try PostgresParameters.servers(url: url)
      isNamed = hosts.contains { $0["application_name"] != nil }
    } catch {
      // The reason may repeat the URL, and with it a password.
      throw .unusable(
        "the URL can't be read; write it as postgres://USER@HOST:5432/DATABASE?sslmode=verify-full, several hosts "
          + "with commas between them")
    }
    self.passwordFile = passwordFile
  }

  /// How each of the servers is reached by a connection with such a name.
  func servers(for use: String) throws(StoreError) -> [PostgresParameters] {
    let password = try password()
    return hosts.map { host in
      // Found out about in seconds what a proxy or a frozen server does not tell: by the system where it can.
      let prepared = named(use, host).with("client_encoding", "UTF8")
        .preferring("keepalives_idle", "5").preferring("keepalives_interval", "2")
        .preferring("keepalives_count", "2").preferring("tcp_user_timeout", "4000")
      return password.map { prepared.with("password", $0) } ?? prepared
    }
  }

  /// The same server under the name that it shows for us: who it is, and for what. One in the URL stays.
  func named(_ use: String, _ server: PostgresParameters) -> PostgresParameters {
    isNamed ? server : server.with("application_name", "livery/\(SystemName.host)/\(use)")
  }

  private func password() throws(StoreError) -> String? {
    guard let passwordFile else { return nil }
    do throws(SystemError) {
      let text = String(decoding: try File.bytes(ofRegular: passwordFile, atMost: 4096), as: UTF8.self)
      return String(text.prefix { !$0.isNewline })
    } catch { throw .unusable("the password file \(passwordFile) can't be read: \(error.cause)") }
  }
}
