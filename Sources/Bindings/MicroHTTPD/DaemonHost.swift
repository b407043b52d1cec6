/// The one whom a daemon tells what its clients do. All calls come from the thread that runs the daemon; none may
/// block. A connection is named by its slot, a small number that is used again once the connection has closed.
package protocol DaemonHost: AnyObject {
  /// A connection is under the daemon's care.
  func opened(_ slot: Int, descriptor: Int32)
  /// The request line has come; the target is as the client wrote it.
  func began(_ slot: Int, target: borrowing TargetBytes)
  /// All headers have come, no byte of the body. Non-nil answers at once: the body is not read, and the
  /// connection closes after the answer.
  func headed(_ slot: Int, _ head: RequestLines) -> Answer?
  /// A piece of the body. False cuts the connection.
  func received(_ slot: Int, _ piece: borrowing BodyPiece) -> Bool
  /// The request is complete.
  func completed(_ slot: Int, _ exchange: consuming Exchange)
  /// The request is done with: answered, or given up by either side.
  func finished(_ slot: Int)
  /// The connection is about to be closed; the slot is free after this call.
  func closed(_ slot: Int)
  /// The library itself refuses a request. The host may send its message on the socket, which is then closed, and
  /// return nil; or return what the library is to send instead of its own page.
  func refused(_ descriptor: Int32, status: Int) -> Response?
}

/// A status with the response to send.
package struct Answer {
  package let status: Int
  package let response: Response

  package init(status: Int, response: Response) {
    self.status = status
    self.response = response
  }
}
