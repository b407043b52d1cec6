/// What a daemon asks about its connections. All calls come from the thread that runs the daemon; none may block.
package protocol DaemonHost: AnyObject {
  /// A connection is under the daemon's care; the answer is told what it does. Nil refuses all that it asks.
  /// - Parameter handshake: of an encrypted connection; to be asked only while the connection is open.
  func opened(descriptor: Int32, _ handshake: TLSHandshake) -> (any DaemonConnectionDelegate)?
  /// The library itself refuses a request. The host may send its message on the socket, which is then closed, and
  /// return nil; or return what the library is to send instead of its own page.
  func refused(_ descriptor: Int32, status: Int) -> Response?
}

/// What a daemon tells of a connection, in calls like those to the host.
package protocol DaemonConnectionDelegate: AnyObject {
  /// The request line has come; the target is as the client wrote it.
  func began(target: borrowing TargetBytes)
  /// All headers have come, no byte of the body. Non-nil answers at once: the body is not read, and the
  /// connection closes after the answer.
  func headed(_ head: RequestLines) -> StatusResponse?
  /// A piece of the body. False cuts the connection.
  func received(_ piece: borrowing BodyPiece) -> Bool
  /// The request is complete.
  func completed(_ exchange: consuming Exchange)
  /// The request is done with: answered, or given up by either side.
  func finished()
  /// The connection is about to be closed; this is the last call.
  func closed()
}

/// A response with the status that it is sent with.
package struct StatusResponse {
  package let status: Int
  package let response: Response

  package init(status: Int, response: Response) {
    self.status = status
    self.response = response
  }
}
