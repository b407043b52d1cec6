package import ThemeAPI

/// Everything about the wire that can be set: where to listen, what a client may send, how long it may take.
package struct WireConfiguration: Sendable {
  /// A numeric address or a host name; `0.0.0.0` and `::` listen everywhere.
  package var host = "127.0.0.1"
  /// 0 takes any free port; `Server.port` tells which.
  package var port: UInt16 = 8080
  /// One thread each; 0 is as many as there are cores.
  package var workers = 0

  /// Request line and headers together, in bytes.
  package var headerLimit = 4096
  /// The request target alone, in bytes; never more than `headerLimit` allows.
  package var targetLimit = 2048
  package var bodyLimit = 4 << 20
  /// The bodies that are being received at one time, together.
  package var bodiesLimit = 64 << 20

  package var connectionLimit = 65_536
  package var parkedLimit = 50_000
  /// Nil is no limit of its own. Of a trusted proxy it limits the requests of each client behind it, not the
  /// proxy's connections.
  package var connectionsPerAddressLimit: Int?
  package var trustedProxies = TrustedProxies.none

  /// How long a connection may be silent, between two requests or within one.
  package var idleTimeout: Duration = .seconds(60)
  /// How long a client may take for a request line and its headers, from the first byte on.
  package var headerTimeout: Duration = .seconds(10)
  /// How long a client may take for a body.
  package var bodyTimeout: Duration = .seconds(60)
  /// Over how long the answers to parked clients are spread when the server drains.
  package var drainTime: Duration = .seconds(1)

  /// PEM files; both or neither.
  package var certificateFile: String?
  package var keyFile: String?
  /// What is spoken, as a priority string of GnuTLS; nil is TLS 1.2 and 1.3 with forward secrecy and authenticated
  /// ciphers alone.
  package var tlsPriorities: String?

  package init() {}

  /// The library's pool for each connection: what a head of the largest size needs, with room for the table of its
  /// headers. All of it stays resident while a client is parked, so it is no larger than that.
  var memoryPerConnection: Int { headerLimit + 1280 }
}
