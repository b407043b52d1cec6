internal import Bindings

/// The certificate with its key, read at the start and whenever one of their files changes.
enum TLSFiles {
  /// GnuTLS would still speak TLS 1.0, and suites whose secret, once known, opens every recorded conversation.
  private static let modern =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:"
    + "+AES-256-GCM:+AES-128-GCM:+CHACHA20-POLY1305:%SERVER_PRECEDENCE"

  /// Nil where none is configured.
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
