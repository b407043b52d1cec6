internal import CMicroHTTPD
internal import Glibc

/// A connection in the library's care, with the request on it. The library holds it from its opening to its closing and
/// passes it to each callback, so that nothing is looked up. Only on the daemon's thread.
@safe package final class DaemonConnection {
  /// The stage of a request: the library reports the stages by calling one function again and again.
  private enum CallStage { case idle, began, headed, abandoned }

  let pointer: OpaquePointer
  package let descriptor: Int32
  private var delegate: (any DaemonConnectionDelegate)?
  private var stage = CallStage.idle
  /// The target while the library parses the request line.
  private var unfinishedTarget: UnsafePointer<CChar>?
  /// The length of the target before the query was cut off.
  private var targetCount = 0
  private var line = unsafe RequestLinePointers()
  /// The check of the head of the current request.
  private var check = HeaderCheck()
  /// The result of the current callback. The exchange that is answered or parked sets it.
  var callbackResult = MHD_Result.NO

  init(_ pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
    descriptor = unsafe livery_socket(pointer)
  }

  func report(to delegate: any DaemonConnectionDelegate) { self.delegate = delegate }

  /// Indicates whether the library is parsing a request line.
  var isTakingRequestLine: Bool { unsafe unfinishedTarget != nil }

  /// Leaves the request without a response: the next callback closes the connection.
  func abandon() { stage = .abandoned }

  func begin(_ target: UnsafePointer<CChar>) {
    let bytes = unsafe TargetBytes(target)
    stage = .began
    targetCount = bytes.count
    unsafe unfinishedTarget = unsafe target
    delegate?.began(target: bytes)
    // The library would copy the parameters of the query into its pool, which has no room for many.
    if let mark = unsafe strchr(target, 0x3f) { unsafe mark[1] = 0 }
  }

  /// Keeps escapes as they are: the host decodes them. The library asks for the target last.
  func keepEscapes(_ text: UnsafeMutablePointer<CChar>) {
    if unsafe UnsafePointer(text) == unfinishedTarget { unsafe unfinishedTarget = nil }
  }

  func proceed(
    _ line: RequestLinePointers, _ upload: UnsafeRawPointer?, _ uploadCount: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    guard let delegate else { return .NO }
    switch stage {
    case .idle, .abandoned: return .NO
    case .began:
      stage = .headed
      unsafe self.line = unsafe line
      check = unsafe HeaderCheck(of: pointer, line, targetCount: targetCount)
      return delegate.headed(check).map(queue) ?? .YES
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

  func queue(_ answer: StatusResponse) -> MHD_Result {
    unsafe queueResponse(pointer, UInt32(answer.status), answer.response.pointer)
  }

  func finish() {
    stage = .idle
    delegate?.finished()
  }

  func close() {
    delegate?.closed()
    // The delegate may hold this connection.
    delegate = nil
  }

  /// Indicates whether the handshake of an encrypted connection is over, so that requests may follow.
  package var isHandshakeOver: Bool { unsafe livery_handshake_is_over(pointer) != 0 }
}

/// The object that a daemon notifies of what happens on a connection. All calls come from the daemon's thread; none may
/// block.
package protocol DaemonConnectionDelegate: AnyObject {
  /// The request line has come. The target is as the client wrote it.
  func began(target: borrowing TargetBytes)
  /// All headers have come, but no byte of the body. If this returns a response, the body is not read and the connection
  /// closes after the response.
  func headed(_ check: HeaderCheck) -> StatusResponse?
  /// A piece of the body has come. Returning false cuts the connection.
  func received(_ piece: borrowing BodyPiece) -> Bool
  /// The request is complete.
  func completed(_ exchange: consuming Exchange)
  /// The request is over: answered, or given up by either side.
  func finished()
  /// The connection is about to be closed. This is the last call.
  func closed()
}

/// The head of the current request, valid from `headed` to `finished`.
extension DaemonConnection {
  package var method: String { unsafe line.method.map { unsafe String(cString: $0) } ?? "" }

  /// Compares the method without making a string of it.
  package func isMethod(_ word: String) -> Bool {
    unsafe word.withCString { word in
      unsafe line.method.map { unsafe strcmp($0, word) == 0 } ?? false
    }
  }

  /// Indicates whether the method is a token.
  package var isMethodWellFormed: Bool { unsafe line.method.map { unsafe FieldBytes.isName($0) } ?? false }

  package var version: String { unsafe line.version.map { unsafe String(cString: $0) } ?? "" }

  /// The size of request line and headers together, in bytes.
  package var headSize: Int { unsafe livery_header_size(pointer) }

  /// About what the head takes of the connection's pool. The library keeps 64 bytes for each header, cookie and parameter
  /// beside its text, and copies the cookies.
  package var headCost: Int {
    let size = headSize
    // A pool of the least size has room for all that so short a head can name.
    guard size > 192 else { return size }
    return unsafe size + Int(livery_count_names(pointer)) * 64 + (header("Cookie")?.utf8.count ?? 0)
  }

  /// Returns the first value of a header, or nil if it was not sent.
  package func header(_ name: String) -> String? {
    guard check.mayContainName(ofLength: name.utf8.count) else { return nil }
    // A string that is passed to C directly is copied to the heap first.
    return unsafe name.withCString { name in
      guard let value = unsafe MHD_lookup_connection_value(pointer, .HEADER_KIND, name) else { return nil }
      return unsafe String(decoding: FieldBytes.trimmed(value), as: UTF8.self)
    }
  }

  /// Returns the name of the first header that begins with a prefix in any case of letters, or nil if there is none. No
  /// other name becomes a string.
  package func headerName(beginningWith prefix: String) -> String? {
    guard check.mayContainName(longerThan: prefix.utf8.count) else { return nil }
    return unsafe prefix.withCString { prefix in
      var search = unsafe NameSearch(prefix: prefix, length: strlen(prefix))
      _ = unsafe MHD_get_connection_values(
        pointer, .HEADER_KIND,
        { context, _, name, _ in
          guard let search = unsafe context?.assumingMemoryBound(to: NameSearch.self), let name = unsafe name,
            unsafe strncasecmp(name, search.pointee.prefix, search.pointee.length) == 0
          else { return .YES }
          unsafe search.pointee.found = unsafe name
          return .NO
        }, &search)
      return unsafe search.found.map { unsafe String(cString: $0) }
    }
  }

  /// Calls the body with every header, in the order in which they were sent.
  package func forEachHeader(_ body: (_ name: String, _ value: String) -> Void) {
    withoutActuallyEscaping(body) { body in
      unsafe withUnsafePointer(to: body) { body in
        _ = unsafe MHD_get_connection_values(
          pointer, .HEADER_KIND,
          { context, _, name, value in
            guard let body = unsafe context?.assumingMemoryBound(to: ((String, String) -> Void).self),
              let name = unsafe name
            else { return .NO }
            let value = unsafe value.map { unsafe String(decoding: FieldBytes.trimmed($0), as: UTF8.self) }
            unsafe body.pointee(String(cString: name), value ?? "")
            return .YES
          }, UnsafeMutableRawPointer(mutating: body))
      }
    }
  }
}

/// A search for a name by its prefix.
@unsafe private struct NameSearch {
  let prefix: UnsafePointer<CChar>
  let length: Int
  var found: UnsafePointer<CChar>?
}

/// The parts of a request line in the library's buffer.
@unsafe struct RequestLinePointers {
  var method: UnsafePointer<CChar>?
  var target: UnsafePointer<CChar>?
  var version: UnsafePointer<CChar>?
}

/// The target of a request line, valid during the call that passes it.
@safe package struct TargetBytes: ~Copyable {
  private let start: UnsafePointer<CChar>

  init(_ start: UnsafePointer<CChar>) { unsafe self.start = unsafe start }

  var count: Int { unsafe strlen(start) }

  /// The target as a string, or nil if it is not UTF-8 or contains a control character.
  package var text: String? {
    guard unsafe FieldBytes.isTarget(start) else { return nil }
    return unsafe String(validatingCString: start)
  }

  /// Compares the bytes with a string that exists already, which is faster than to make another.
  package func equals(_ text: String) -> Bool { unsafe text.withCString { unsafe strcmp($0, start) == 0 } }
}

/// A piece of a body, valid during the call that passes it.
@safe package struct BodyPiece: ~Copyable {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  package var count: Int { unsafe bytes.count }

  package func append(to body: inout [UInt8]) { unsafe body.append(contentsOf: bytes) }
}
