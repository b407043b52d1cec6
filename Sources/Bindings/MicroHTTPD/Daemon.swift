internal import Glibc
internal import CMicroHTTPD

/// One libmicrohttpd daemon, run by one thread, which hands it the connections that it accepted.
@safe package final class Daemon {
  package struct Configuration: Sendable {
    /// The pool of each connection, in bytes: request, headers, reply headers.
    package var memoryPerConnection = 4096
    /// How long a connection may be silent.
    package var timeoutSeconds: UInt32 = 60
    /// PEM texts of certificate chain and key; nil is plain HTTP.
    package var credentials: Credentials?

    package init() {}
  }

  package struct Credentials: Sendable {
    let certificate: String
    let key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// Where a request stands: the library tells its stages by calling one function again and again.
  private enum Stage { case idle, began, headed, abandoned }

  private struct Request {
    var stage = Stage.idle
    /// How long its target was before the query was cut off.
    var targetCount = 0
    /// What its head looks like, once it has come.
    var shape = HeadShape()
  }

  private var pointer: OpaquePointer?
  private unowned(unsafe) let host: any DaemonHost
  private let credentials: CredentialBytes?
  private var requests: [Request] = []
  private var freeSlots: [Int] = []
  /// The target of the request line that the library is taking apart.
  private var beginning: UnsafePointer<CChar>?
  /// What the call under way returns to the library; set by the exchange that is answered or parked.
  var verdict = MHD_Result.NO

  /// Nil when the library refuses, which it does for a bad certificate or key. The host must outlive the daemon.
  package init?(_ configuration: Configuration, host: any DaemonHost) {
    unsafe self.host = host
    credentials = configuration.credentials.map { CredentialBytes($0) }
    var flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    flags |= MHD_USE_NO_LISTEN_SOCKET.rawValue
    if credentials != nil { flags |= MHD_USE_TLS.rawValue }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let options = unsafe options(configuration, context)
    guard let pointer = unsafe livery_start_daemon(flags, access, context, options) else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { stop() }

  /// Readable when `run` has something to do.
  package var descriptor: Int32 { unsafe pointer.map { unsafe livery_epoll_descriptor($0) } ?? -1 }

  /// Takes an accepted connection over, also where it refuses it.
  package func add(_ connection: Int32, from address: PeerAddress) {
    guard let pointer = unsafe pointer else { return }
    _ = unsafe address.withSockaddr { unsafe MHD_add_connection(pointer, connection, $0, $1) }
  }

  /// Does what can be done without waiting.
  package func run() {
    guard let pointer = unsafe pointer else { return }
    CurrentDaemon.enter(self)
    _ = unsafe MHD_run(pointer)
  }

  /// Whether `run` should be called again at once, though the descriptor may not be readable.
  package var hasMore: Bool {
    guard let pointer = unsafe pointer else { return false }
    var milliseconds: UInt64 = 0
    return unsafe MHD_get_timeout(pointer, &milliseconds) == .YES && milliseconds == 0
  }

  /// Closes every connection. None may be parked.
  package func stop() {
    guard let stopping = unsafe pointer else { return }
    unsafe pointer = nil
    unsafe MHD_stop_daemon(stopping)
  }

  /// Has the connection closed, unanswered, when the library comes to it next.
  func abandon(_ slot: Int) { requests[slot].stage = .abandoned }

  /// What is sent in place of a page of the library's own; nil closes the connection, since the host has sent it.
  func refuse(_ connection: OpaquePointer, _ status: Int) -> Response? {
    let descriptor = unsafe livery_socket(connection)
    let response = unsafe host.refused(descriptor, status: status)
    guard unsafe beginning != nil else { return response }
    // In the midst of a request line the library takes no closing for an answer: it would go on with what it has
    // let go of. So it gets a response that it forgets to send, and finds the stream at its end.
    if let slot = unsafe livery_socket_context(connection)?.slot { abandon(slot) }
    Socket.stopReading(descriptor)
    return response ?? Response(bytes: [], headers: [])
  }
}

/// What the library calls.
extension Daemon {
  fileprivate func opened(_ connection: OpaquePointer) -> UnsafeMutableRawPointer? {
    let slot = freeSlots.popLast() ?? requests.count
    if slot == requests.count { requests.append(Request()) }
    unsafe host.opened(slot, descriptor: livery_socket(connection))
    return unsafe UnsafeMutableRawPointer(slot: slot)
  }

  fileprivate func closed(_ slot: Int) {
    unsafe host.closed(slot)
    requests[slot].stage = .idle
    freeSlots.append(slot)
  }

  fileprivate func began(_ slot: Int, _ target: UnsafePointer<CChar>) {
    let bytes = unsafe TargetBytes(target)
    requests[slot] = Request(stage: .began, targetCount: bytes.count)
    unsafe beginning = unsafe target
    unsafe host.began(slot, target: bytes)
    // The library would copy the query's parameters into its pool, which has no room for many.
    if let mark = unsafe strchr(target, 0x3f) { unsafe mark[1] = 0 }
  }

  /// The library asks for escapes to be decoded, at last those of the target; that is left to the host.
  fileprivate func leave(_ text: UnsafeMutablePointer<CChar>) -> Int {
    if unsafe UnsafePointer(text) == beginning { unsafe beginning = nil }
    return unsafe strlen(text)
  }

  fileprivate func proceed(
    _ slot: Int, _ connection: OpaquePointer, _ place: LinePlace, _ upload: UnsafeRawPointer?,
    _ uploadCount: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    let request = requests[slot]
    switch request.stage {
    case .idle, .abandoned: return MHD_Result.NO
    case .began: return unsafe head(slot, connection, place, targetCount: request.targetCount)
    case .headed: break
    }
    guard unsafe uploadCount.pointee == 0 else {
      let piece = unsafe BodyPiece(UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee))
      unsafe uploadCount.pointee = 0
      return unsafe host.received(slot, piece) ? MHD_Result.YES : MHD_Result.NO
    }
    verdict = MHD_Result.NO
    let lines = unsafe RequestLines(connection: connection, place: place, shape: request.shape)
    unsafe host.completed(slot, Exchange(lines, daemon: self, slot: slot))
    return verdict
  }

  private func head(
    _ slot: Int, _ connection: OpaquePointer, _ place: LinePlace, targetCount: Int
  ) -> MHD_Result {
    let shape = unsafe HeadShape(of: connection, place, targetCount: targetCount)
    requests[slot] = Request(stage: .headed, targetCount: targetCount, shape: shape)
    let lines = unsafe RequestLines(connection: connection, place: place, shape: shape)
    guard let answer = unsafe host.headed(slot, lines) else { return MHD_Result.YES }
    return unsafe queueResponse(lines.connection, UInt32(answer.status), answer.response.pointer)
  }

  fileprivate func finished(_ slot: Int) {
    requests[slot].stage = .idle
    unsafe host.finished(slot)
  }
}

/// The library's options, as an array that ends with `MHD_OPTION_END`.
extension Daemon {
  private func options(
    _ configuration: Configuration, _ context: UnsafeMutableRawPointer
  ) -> [MHD_OptionItem] {
    var options = unsafe [
      item(.CONNECTION_MEMORY_LIMIT, configuration.memoryPerConnection),
      item(.CONNECTION_LIMIT, Int(Int32.max)),
      item(.CONNECTION_TIMEOUT, Int(configuration.timeoutSeconds)),
      item(.STRICT_FOR_CLIENT, 1),
      item(.NOTIFY_CONNECTION, address(of: connectionNotice), context),
      item(.NOTIFY_COMPLETED, address(of: completionNotice), context),
      item(.URI_LOG_CALLBACK, address(of: targetNotice), context),
      item(.UNESCAPE_CALLBACK, address(of: unescape), context),
    ]
    if let credentials {
      unsafe options.append(item(.HTTPS_MEM_CERT, 0, credentials.certificate))
      unsafe options.append(item(.HTTPS_MEM_KEY, 0, credentials.key))
    }
    unsafe options.append(item(.END, 0))
    return unsafe options
  }

  private func item(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
  ) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: value, ptr_value: pointer)
  }

  /// C strings that live as long as the daemon does.
  @safe private final class CredentialBytes {
    let certificate: UnsafeMutablePointer<CChar>?
    let key: UnsafeMutablePointer<CChar>?

    init(_ credentials: Credentials) {
      unsafe certificate = unsafe strdup(credentials.certificate)
      unsafe key = unsafe strdup(credentials.key)
    }

    deinit {
      unsafe free(certificate)
      unsafe free(key)
    }
  }
}

// Trampolines: each finds its daemon, or the slot, in what the library hands back.

extension UnsafeMutableRawPointer {
  /// Slots travel as addresses; no address is zero.
  fileprivate init?(slot: Int) { unsafe self.init(bitPattern: slot + 1) }
  fileprivate var slot: Int { Int(bitPattern: self) - 1 }
}

private func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
  unsafe Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
}

private let access: MHD_AccessHandlerCallback = {
  context, connection, target, method, version, upload, count, slot in
  guard let context = unsafe context, let connection = unsafe connection, let method = unsafe method,
    let count = unsafe count, let slot = unsafe slot?.pointee?.slot
  else { return MHD_Result.NO }
  let place = unsafe LinePlace(method: method, target: target, version: version)
  return unsafe daemon(context).proceed(slot, connection, place, upload, count)
}

private let connectionNotice: MHD_NotifyConnectionCallback = { context, connection, place, code in
  guard let context = unsafe context, let connection = unsafe connection, let place = unsafe place else {
    return
  }
  if code == .CONNECTION_NOTIFY_STARTED {
    unsafe place.pointee = unsafe daemon(context).opened(connection)
  } else if let slot = unsafe place.pointee?.slot {
    unsafe daemon(context).closed(slot)
  }
}

private let completionNotice: MHD_RequestCompletedCallback = { context, _, place, _ in
  guard let context = unsafe context, let slot = unsafe place?.pointee?.slot else { return }
  unsafe daemon(context).finished(slot)
}

private let targetNotice:
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? =
    {
      context, target, connection in
      guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection,
        let place = unsafe livery_socket_context(connection)
      else { return nil }
      unsafe daemon(context).began(place.slot, target)
      return unsafe place
    }

private let unescape:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
    context, _, text in
    guard let context = unsafe context, let text = unsafe text else { return 0 }
    return unsafe daemon(context).leave(text)
  }

/// The address of a C function, as the options array holds it.
private func address<Function>(of function: Function) -> Int { unsafe unsafeBitCast(function, to: Int.self) }
