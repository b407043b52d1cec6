internal import CMicroHTTPD
internal import Glibc

/// What is known of a connection and the request on it.
@unsafe struct Connection {
  /// Where a request stands: the library tells its stages by calling one function again and again.
  enum Stage { case idle, began, headed, abandoned }

  let client: any DaemonClient
  var stage = Stage.idle
  /// The target while the library takes the request line apart.
  var beginning: UnsafePointer<CChar>?
  /// How long the target was before the query was cut off.
  var targetCount = 0
  /// What the head looks like, once it has come.
  var shape = HeadShape()
  /// What the call under way returns to the library; set by the exchange that is answered or parked.
  var verdict = MHD_Result.NO
}

/// Where a connection lies, for as long as it is open. The library hands it back with each of its calls, so that
/// nothing is looked up.
typealias ConnectionPlace = UnsafeMutablePointer<Connection>

extension ConnectionPlace {
  init?(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return nil }
    unsafe self = unsafe context.assumingMemoryBound(to: Connection.self)
  }

  static func open(for client: any DaemonClient) -> ConnectionPlace {
    let place = ConnectionPlace.allocate(capacity: 1)
    unsafe place.initialize(to: Connection(client: client))
    return unsafe place
  }

  func close() {
    unsafe pointee.client.closed()
    unsafe deinitialize(count: 1)
    unsafe deallocate()
  }

  func begin(_ target: UnsafePointer<CChar>) {
    let bytes = unsafe TargetBytes(target)
    unsafe pointee.stage = .began
    unsafe pointee.targetCount = bytes.count
    unsafe pointee.beginning = unsafe target
    unsafe pointee.client.began(target: bytes)
    // The library would copy the query's parameters into its pool, which has no room for many.
    if let mark = unsafe strchr(target, 0x3f) { unsafe mark[1] = 0 }
  }

  /// The library asks for escapes to be decoded, at last those of the target; that is left to the host.
  func leave(_ text: UnsafeMutablePointer<CChar>) {
    if unsafe UnsafePointer(text) == pointee.beginning { unsafe pointee.beginning = nil }
  }

  func proceed(
    _ connection: OpaquePointer, _ place: LinePlace, _ upload: UnsafeRawPointer?,
    _ uploadCount: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    switch unsafe pointee.stage {
    case .idle, .abandoned: return MHD_Result.NO
    case .began: return unsafe head(connection, place)
    case .headed: break
    }
    guard unsafe uploadCount.pointee == 0 else {
      let piece = unsafe BodyPiece(UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee))
      unsafe uploadCount.pointee = 0
      return unsafe pointee.client.received(piece) ? MHD_Result.YES : MHD_Result.NO
    }
    unsafe pointee.verdict = MHD_Result.NO
    let lines = unsafe RequestLines(connection: connection, place: place, shape: pointee.shape)
    unsafe pointee.client.completed(Exchange(lines, at: self))
    return unsafe pointee.verdict
  }

  private func head(_ connection: OpaquePointer, _ place: LinePlace) -> MHD_Result {
    unsafe pointee.stage = .headed
    unsafe pointee.shape = unsafe HeadShape(of: connection, place, targetCount: pointee.targetCount)
    let lines = unsafe RequestLines(connection: connection, place: place, shape: pointee.shape)
    guard let answer = unsafe pointee.client.headed(lines) else { return MHD_Result.YES }
    return unsafe queueResponse(connection, UInt32(answer.status), answer.response.pointer)
  }

  func finish() {
    unsafe pointee.stage = .idle
    unsafe pointee.client.finished()
  }
}
