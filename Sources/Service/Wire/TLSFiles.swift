internal import Bindings

/// The certificate with its key, read when the server is set up.
enum TLSFiles {
  /// Nil where none is configured.
  static func read(_ configuration: WireConfiguration) throws(WireError) -> Daemon.Credentials? {
    switch (configuration.certificateFile, configuration.keyFile) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return Daemon.Credentials(
        certificate: try text(of: certificate, holding: "CERTIFICATE"),
        key: try text(of: key, holding: "PRIVATE KEY"))
    default: throw .certificateWithoutKey
    }
  }

  private static func text(of file: String, holding label: String) throws(WireError) -> String {
    do throws(SystemError) {
      let text = String(decoding: try File.bytes(of: file, atMost: 1 << 20), as: UTF8.self)
      guard text.contains("-----BEGIN "), text.contains("\(label)-----") else {
        throw SystemError("", code: 0)
      }
      return text
    } catch {
      throw error.code == 0
        ? .notPEM(file: file, expected: label.lowercased()) : .unreadable(file: file, cause: error.cause)
    }
  }
}
