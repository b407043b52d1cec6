internal import CMicroHTTPD
internal import Glibc

/// A connection in the library's care, with the request on it. The library holds it from opening to closing and hands
/// it back with each of its calls, so that nothing is looked up.
@safe final class DaemonConnection {
  /// Where a request stands: the library tells its stages by calling one function again and again.
  private enum CallStage { case idle, began, headed, abandoned }

  let connection: OpaquePointer
  private let delegate: any DaemonConnectionDelegate
  private var stage = CallStage.idle
  /// The target while the library takes the request line apart.
  private var unfinishedTarget: UnsafePointer<CChar>?
  /// How long the target was before the query was cut off.
  private var targetCount = 0
  private(set) var pointers = unsafe RequestLinePointers()
  private(set) var check = HeaderCheck()
  /// What the call under way returns to the library; set by the exchange that is answered or parked.
  var callbackResult = MHD_Result.NO

  init(_ connection: OpaquePointer, telling delegate: any DaemonConnectionDelegate) {
    unsafe self.connection = unsafe connection
    self.delegate = delegate
  }

  /// Whether the library is in the midst of a request line.
  var isTakingRequestLine: Bool { unsafe unfinishedTarget != nil }

  /// The request gets no answer: the next call of the library closes the connection.
  func abandon() { stage = .abandoned }

  func begin(_ target: UnsafePointer<CChar>) {
    let bytes = unsafe TargetBytes(target)
    stage = .began
    targetCount = bytes.count
    unsafe unfinishedTarget = unsafe target
    delegate.began(target: bytes)
    // The library would copy the query's parameters into its pool, which has no room for many.
    if let mark = unsafe strchr(target, 0x3f) { unsafe mark[1] = 0 }
  }

  /// The library asks for escapes to be decoded, at last those of the target. They are kept: the host decodes.
  func keepEscapes(_ text: UnsafeMutablePointer<CChar>) {
    if unsafe UnsafePointer(text) == unfinishedTarget { unsafe unfinishedTarget = nil }
  }

  func proceed(
    _ pointers: RequestLinePointers, _ upload: UnsafeRawPointer?, _ uploadCount: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    switch stage {
    case .idle, .abandoned: return .NO
    case .began: return unsafe head(pointers)
    case .headed: break
    }
    guard unsafe uploadCount.pointee == 0 else {
      let piece = unsafe BodyPiece(UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee))
      unsafe uploadCount.pointee = 0
      return delegate.received(piece) ? .YES : .NO
    }
    callbackResult = .NO
    delegate.completed(Exchange(on: self))
    return callbackResult
  }

  private func head(_ pointers: RequestLinePointers) -> MHD_Result {
    stage = .headed
    unsafe self.pointers = unsafe pointers
    check = unsafe HeaderCheck(of: connection, pointers, targetCount: targetCount)
    guard let answer = delegate.headed(RequestLines(of: self)) else { return .YES }
    return queue(answer)
  }

  func queue(_ answer: StatusResponse) -> MHD_Result {
    unsafe queueResponse(connection, UInt32(answer.status), answer.response.pointer)
  }

  func finish() {
    stage = .idle
    delegate.finished()
  }

  func close() { delegate.closed() }
}

/// Where the parts of a request line lie, in the library's buffer.
@unsafe struct RequestLinePointers {
  var method: UnsafePointer<CChar>?
  var target: UnsafePointer<CChar>?
  var version: UnsafePointer<CChar>?
}
