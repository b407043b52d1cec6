internal import CMicroHTTPD

/// The handshake with which an encrypted connection begins. Only on the daemon's thread, while the connection is open.
@safe package struct TLSHandshake {
  private let connection: OpaquePointer

  init(_ connection: OpaquePointer) { unsafe self.connection = unsafe connection }

  /// Whether both sides have agreed, so that requests may follow.
  package var isOver: Bool { unsafe livery_handshake_is_over(connection) != 0 }
}
