internal import CPostgreSQL

/// The connection parameters of one server: libpq's keywords with their values.
package struct PostgresParameters: Sendable, Hashable {
  package struct Keyword: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package private(set) var values: [Keyword]

  package init(_ values: [(name: String, value: String)]) {
    self.values = values.map { Keyword(name: $0.name, value: $0.value) }
  }

  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Returns the parameters with a value added or replaced; without the value for nil.
  package func with(_ name: String, _ value: String?) -> PostgresParameters {
    var next = self
    next.values.removeAll { $0.name == name }
    if let value { next.values.append(Keyword(name: name, value: value)) }
    return next
  }

  /// Returns the parameters with a value that counts only if there is none yet.
  package func preferring(_ name: String, _ value: String) -> PostgresParameters {
    self[name] == nil ? with(name, value) : self
  }

  /// Returns the parameters of each server that a `postgres://` URL names.
  package static func servers(url: String) throws(PostgresFailure) -> [PostgresParameters] {
    let all = try parse(url)
    let hosts = list(all["host"]), addresses = list(all["hostaddr"]), ports = list(all["port"])
    let count = max(hosts.count, addresses.count, 1)
    guard addresses.count <= 1 || hosts.isEmpty || addresses.count == hosts.count,
      ports.count <= 1 || ports.count == count
    else {
      throw PostgresFailure(state: "", message: "the URL names as many ports as hosts, or one, or none")
    }
    return (0..<count).map { index in
      let port = ports.count > 1 ? ports[index] : ports.first
      return all.with("host", hosts.isEmpty ? nil : hosts[index])
        .with("hostaddr", addresses.isEmpty ? nil : addresses[min(index, addresses.count - 1)])
        .with("port", port)
    }
  }

  private static func list(_ text: String?) -> [String] {
    text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
  }

  /// Returns the parameters in a URL. libpq adds those of the environment when it connects.
  private static func parse(_ url: String) throws(PostgresFailure) -> PostgresParameters {
    var complaint: UnsafeMutablePointer<CChar>?
    guard let options = unsafe PQconninfoParse(url, &complaint) else {
      defer { unsafe PQfreemem(complaint) }
      throw .lost(unsafe complaint.map { unsafe String(cString: $0).oneLine } ?? "out of memory")
    }
    defer { unsafe PQconninfoFree(options) }
    var values: [(name: String, value: String)] = []
    var option = unsafe options
    while let name = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        values.append((unsafe String(cString: name), unsafe String(cString: value)))
      }
      unsafe option += 1
    }
    return PostgresParameters(values)
  }
}
