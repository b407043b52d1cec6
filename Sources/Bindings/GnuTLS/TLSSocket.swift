private import CMicroHTTPD

/// A connection to a server over TLS, for one thread. The server has shown a certificate that is valid for its name.
/// libmicrohttpd depends on GnuTLS, so this adds no library.
@safe
package final class TLSSocket {
  private let socket: ClientSocket
  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t
  /// The host name of the certificate. GnuTLS keeps the pointer and reads it only during the handshake.
  private let name: CStrings

  /// A failure of the connection.
  package enum Failure: Error, Sendable {
    case system(SystemError)
    /// The certificate is not trusted, in GnuTLS's words.
    case untrusted(String)
    /// The server speaks TLS but ended the handshake, with this reason.
    case alert(String)
    /// GnuTLS failed, or the server does not speak TLS.
    case protocolError(String)
  }

  /// Performs the TLS handshake on a connected socket.
  /// - Parameters:
  ///   - host: the name that the certificate must be valid for.
  ///   - authorities: a PEM file of trusted authorities; nil for the authorities that the system trusts.
  package init(
    over socket: ClientSocket, host: String, authorities: String?, deadline: MonotonicTime
  ) throws(Failure) {
    self.socket = socket
    name = CStrings([host])
    var credentials: gnutls_certificate_credentials_t?
    var session: gnutls_session_t?
    guard unsafe gnutls_certificate_allocate_credentials(&credentials) == GNUTLS_E_SUCCESS,
      let credentials = unsafe credentials
    else { throw .protocolError("there is no memory for TLS") }
    guard unsafe livery_tls_client(&session) == GNUTLS_E_SUCCESS,
      let session = unsafe session
    else {
      unsafe gnutls_certificate_free_credentials(credentials)
      throw .protocolError("there is no memory for TLS")
    }
    unsafe (self.session, self.credentials) = (session, credentials)
    try trust(authorities)
    unsafe gnutls_set_default_priority(session)
    unsafe gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    // An address can't be used for Server Name Indication.
    let isNumeric =
      host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    if !isNumeric {
      _ = unsafe gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, host.utf8.count)
    }
    unsafe gnutls_session_set_verify_cert(session, name.pointers[0], 0)
    unsafe gnutls_transport_set_int2(session, socket.descriptor, socket.descriptor)
    try shakeHands(deadline)
  }

  deinit {
    unsafe gnutls_deinit(session)
    unsafe gnutls_certificate_free_credentials(credentials)
  }

  private func trust(_ authorities: String?) throws(Failure) {
    guard let authorities else {
      _ = unsafe gnutls_certificate_set_x509_system_trust(credentials)
      return
    }
    let count = unsafe gnutls_certificate_set_x509_trust_file(credentials, authorities, GNUTLS_X509_FMT_PEM)
    guard count > 0 else { throw .untrusted("'\(authorities)' holds no certificate that can be read") }
  }

  private func shakeHands(_ deadline: MonotonicTime) throws(Failure) {
    while true {
      let code = unsafe gnutls_handshake(session)
      if code == GNUTLS_E_SUCCESS { return }
      if code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR { throw .untrusted(verdict) }
      try wait(after: Int(code), deadline)
    }
  }

  /// The reason for which the certificate is not trusted, in GnuTLS's words.
  private var verdict: String {
    var text = unsafe gnutls_datum_t()
    let status = unsafe gnutls_session_get_verify_cert_status(session)
    guard unsafe gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0,
      let words = unsafe text.data
    else { return "The certificate is not trusted." }
    defer { unsafe livery_tls_free(words) }
    let bytes = unsafe UnsafeBufferPointer(start: words, count: Int(text.size))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for the socket if that is all that is needed; throws for fatal errors.
  private func wait(after code: Int, _ deadline: MonotonicTime) throws(Failure) {
    guard code == Int(GNUTLS_E_AGAIN) || code == Int(GNUTLS_E_INTERRUPTED) else {
      let isFatal = gnutls_error_is_fatal(Int32(code)) != 0
      // Warnings and renegotiation requests are harmless, but a server may send them without end.
      if !isFatal, MonotonicTime.now < deadline { return }
      guard isFatal else { throw .system(SystemError("recv", code: SystemError.timedOut)) }
      let words = unsafe String(cString: gnutls_strerror(Int32(code)))
      throw code == Int(GNUTLS_E_FATAL_ALERT_RECEIVED) ? .alert(words) : .protocolError(words)
    }
    let isSending = unsafe gnutls_record_get_direction(session) == 1
    do throws(SystemError) {
      try socket.await(isSending: isSending, deadline: deadline)
    } catch { throw .system(error) }
  }

  /// Sends all bytes, waiting for room up to the deadline.
  package func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe gnutls_record_send(session, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else { try wait(after: count, deadline) }
    }
  }

  /// Returns the bytes that have arrived, at least one. Returns an empty array if the server has closed the connection.
  package func receive(deadline: MonotonicTime) throws(Failure) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 16_384)
    while true {
      // A server that always has more to send would otherwise never run into the deadline.
      guard MonotonicTime.now < deadline else {
        throw .system(SystemError("recv", code: SystemError.timedOut))
      }
      let count = unsafe room.withUnsafeMutableBytes {
        unsafe gnutls_record_recv(session, $0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(room[..<count]) }
      // Some servers close the connection without a TLS alert.
      if count == Int(GNUTLS_E_PREMATURE_TERMINATION) { return [] }
      try wait(after: count, deadline)
    }
  }
}
