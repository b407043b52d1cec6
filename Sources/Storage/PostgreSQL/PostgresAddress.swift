internal import Bindings
package import Changes

/// The servers in the URL, with defaults for missing parameters. Any of them may be the primary.
package struct PostgresAddress: Sendable {
  let hosts: [PostgresParameters]
  let passwordFile: String?
  /// Indicates whether the URL sets the name under which PostgreSQL shows connections.
  private let isNamed: Bool

  /// - Parameter passwordFile: a file with the password, read at each connect, so that a new password needs no restart.
  package init(url: String, passwordFile: String? = nil) throws(StoreError) {
    do throws(PostgresFailure) {
      hosts = try PostgresParameters.servers(url: url)
      isNamed = hosts.contains { $0["application_name"] != nil }
    } catch {
      // The reason may quote the URL, and with it a password.
      throw .unusable(
        "the URL can't be read; write it as postgres://USER@HOST:5432/DATABASE?sslmode=verify-full, several hosts "
          + "with commas between them")
    }
    self.passwordFile = passwordFile
  }

  /// Returns the parameters of each server for a connection with such a name.
  func servers(for use: String) throws(StoreError) -> [PostgresParameters] {
    let password = try password()
    return hosts.map { host in
      // With these, the system detects within seconds that a server vanished without ending its connections.
      let prepared = named(use, host).with("client_encoding", "UTF8")
        .preferring("keepalives_idle", "5").preferring("keepalives_interval", "2")
        .preferring("keepalives_count", "2").preferring("tcp_user_timeout", "4000")
      return password.map { prepared.with("password", $0) } ?? prepared
    }
  }

  /// Returns the parameters with a name that PostgreSQL shows: this host and the use. A name in the URL stays.
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

extension PostgresAddress {
  /// Returns warnings about unprotected passwords.
  /// - Parameter variables: the environment, from which libpq takes missing parameters.
  func warnings(variables: [String: String] = Environment.variables) -> [String] {
    guard let exposed = hosts.first(where: { isExposed($0, variables) }) else { return [] }
    let host = exposed["host"] ?? exposed["hostaddr"] ?? "the database"
    return [
      "The password for \(host) may be read on its way, or taken by a server that pretends to be it; put "
        + "sslmode=verify-full into the store's URL"
    ]
  }

  /// Returns whether a password goes to another machine whose identity is not verified.
  private func isExposed(_ server: PostgresParameters, _ variables: [String: String]) -> Bool {
    let names = ["PGPASSWORD", "PGPASSFILE"]
    let hasPassword =
      passwordFile != nil || server["password"] != nil || server["passfile"] != nil
      || names.contains { variables[$0] != nil }
    let mode = server["sslmode"] ?? variables["PGSSLMODE"]
    return hasPassword && mode != "verify-full" && !server.isHere(variables)
  }
}

extension PostgresParameters {
  /// Returns whether the server is on this machine, by a socket or a loopback address.
  fileprivate func isHere(_ variables: [String: String]) -> Bool {
    let host = self["hostaddr"] ?? self["host"] ?? variables["PGHOST"] ?? ""
    return host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
      || host.hasPrefix("127.")
  }
}
