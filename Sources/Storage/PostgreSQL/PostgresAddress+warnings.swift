internal import Bindings

/// What whoever runs the server should know of how the engine is reached.
extension PostgresAddress {
  /// - Parameter variables: of the process; libpq takes from them what the URL does not say.
  func warnings(variables: [String: String] = Environment.variables) -> [String] {
    guard let exposed = hosts.first(where: { isExposed($0, variables) }) else { return [] }
    let host = exposed["host"] ?? exposed["hostaddr"] ?? "the database"
    return [
      "The password for \(host) may be read by whoever is between, or taken by who pretends to be it; put "
        + "sslmode=verify-full into the store's URL"
    ]
  }

  /// Whether a password goes to another machine without certainty which one that is.
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
  /// Whether the server is on this machine, by a socket or by an address that never leaves it.
  fileprivate func isHere(_ variables: [String: String]) -> Bool {
    let host = self["hostaddr"] ?? self["host"] ?? variables["PGHOST"] ?? ""
    return host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
      || host.hasPrefix("127.")
  }
}
