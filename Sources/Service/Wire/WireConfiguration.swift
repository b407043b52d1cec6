package import Bindings
package import ThemeAPI

/// The settings of the wire: the address to listen on, the limits for requests, and the times that clients may take.
package struct WireConfiguration: Sendable {
  /// The addresses to listen on; `0.0.0.0` and `::` are all addresses. Port 0 is any free one; then `HTTPServer.addresses` has
  /// the one that was taken.
  package var listen = [ListenAddress.standard]
  /// The number of workers, each with a thread; 0 means one per core.
  package var workers = 0

  /// The largest size of request line and headers together, in bytes.
  package var headerLimit = 4096
  /// The largest size of the request target, in bytes; `headerLimit` holds too.
  package var targetLimit = 2048
  package var bodyLimit = 4 << 20
  /// The largest size of all bodies together that are being received.
  package var bodiesLimit = 64 << 20

  package var connectionLimit = 65_536
  package var parkedLimit = 50_000
  /// The limit for one address, or 0 for none. Behind a trusted proxy it limits the requests of each client, not the connections of
  /// the proxy.
  package var connectionsPerAddressLimit = 0
  package var trustedProxies = TrustedProxies.none

  /// The longest silence on a connection, between two requests or within one.
  package var idleTimeout: Duration = .seconds(60)
  /// The time that a client may take for a request line and its headers, from the first byte on.
  package var headerTimeout: Duration = .seconds(10)
  /// The time that a client may take for a body.
  package var bodyTimeout: Duration = .seconds(60)
  /// The time over which the responses to parked clients are spread when the server drains.
  package var drainTime: Duration = .seconds(1)

  /// The PEM files: both or neither.
  package var certificateFile: String?
  package var keyFile: String?
  /// The protocols and ciphers, as a priority string of GnuTLS; nil means TLS 1.2 and 1.3 with forward secrecy and
  /// authenticated ciphers.
  package var tlsPriorities: String?

  package init() {}

  /// The size of the library's pool for each connection: that of the largest head and the table of its headers. All of it
  /// stays resident while a client is parked, so it is no larger.
  var memoryPerConnection: Int { headerLimit + 1280 }

  /// The part of the pool that a head may take, so that the head of a response has room.
  var headRoom: Int { memoryPerConnection - 768 }
}

/// The reader of the certificate and its key, at the start and whenever one of their files changes.
enum TLSFiles {
  /// The default excludes TLS 1.0, and suites whose key, once known, decrypts every recorded connection.
  private static let modern =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:"
    + "+AES-256-GCM:+AES-128-GCM:+CHACHA20-POLY1305:%SERVER_PRECEDENCE"

  /// Returns nil if no certificate is configured.
  static func read(_ configuration: WireConfiguration) throws(WireError) -> Daemon.Credentials? {
    switch (configuration.certificateFile, configuration.keyFile) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return Daemon.Credentials(
        certificate: try text(of: certificate, holding: "CERTIFICATE"),
        key: try text(of: key, holding: "PRIVATE KEY"),
        priorities: configuration.tlsPriorities ?? modern)
    default: throw .certificateWithoutKey
    }
  }

  private static func text(of file: String, holding label: String) throws(WireError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.bytes(ofRegular: file, atMost: 1 << 20) } catch {
      throw .unreadable(file: file, cause: error.cause)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("-----BEGIN "), text.contains("\(label)-----") else {
      throw .notPEM(file: file, expected: label.lowercased())
    }
    return text
  }
}
