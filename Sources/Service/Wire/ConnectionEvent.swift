/// What happens to a connection.
enum ConnectionEvent: Hashable {
  // Told by the daemon.
  case requestLine
  /// All headers have come.
  case head(hasBody: Bool)
  case bodyPiece
  /// The request was answered by its head alone; its body is not read.
  case answeredEarly
  case requestComplete
  /// The answer has been sent, or the request was given up.
  case requestFinished(isDraining: Bool)
  /// The daemon has let go of the connection.
  case closed

  // Told by the worker.
  /// The handshake of an encrypted connection is over.
  case secured
  case parked(ConnectionState.ParkingKind)
  /// What the request waited for has happened: it is answered.
  case released
  /// The client has closed its end.
  case departed
  /// A client leaves too much of its stream unread.
  case fellBehind
  /// Time has gone on.
  case tick
  /// The server lets nobody new in.
  case drainBegan
  /// The time of draining is over.
  case drainEnded
  /// The worker ends.
  case stopped
}
