internal import Glibc
internal import CMicroHTTPD

/// A libmicrohttpd daemon. One thread runs it and adds the connections that it accepts.
@safe package final class Daemon {
  package struct Configuration: Sendable {
    /// The pool of each connection, in bytes, for the request, its headers, and the headers of the response.
    package var memoryPerConnection = 4096
    /// The longest silence on a connection.
    package var timeoutSeconds: UInt32 = 60
    /// The PEM texts of certificate chain and key, or nil for plain HTTP.
    package var credentials: Credentials?

    package init() {}
  }

  package struct Credentials: Sendable, Equatable {
    let certificate: String
    let key: String
    let priorities: String

    /// - Parameter priorities: the protocols and ciphers, as a priority string of GnuTLS.
    package init(certificate: String, key: String, priorities: String) {
      (self.certificate, self.key, self.priorities) = (certificate, key, priorities)
    }

    /// Throws if the library can't use them.
    package func check() throws(SystemError) {
      var configuration = Configuration()
      configuration.credentials = self
      let host = ProbeHost()
      try Daemon(configuration, host: host).stop()
      withExtendedLifetime(host) {}
    }
  }

  /// Version 1.0 reports a connection inside `MHD_add_connection` only with this flag, and else in its next run. It then also
  /// resumes connections without a system call for each.
  private static let oneThread = UInt32(livery_one_thread)

  private var pointer: OpaquePointer?
  private unowned(unsafe) let host: any DaemonHost
  /// The chain, the key and the priorities. The library keeps the pointers.
  private let credentials: CStrings?

  /// Throws if the library refuses the certificate or its key, or if descriptors or memory have run out. The host must
  /// outlive the daemon.
  package init(_ configuration: Configuration, host: any DaemonHost) throws(SystemError) {
    unsafe self.host = host
    credentials = configuration.credentials.map { CStrings([$0.certificate, $0.key, $0.priorities]) }
    let flags =
      MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue
      | Self.oneThread | (credentials == nil ? 0 : MHD_USE_TLS.rawValue)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let options = unsafe options(configuration, context)
    errno = 0
    guard let pointer = unsafe livery_start_daemon(flags, access, context, options) else {
      throw SystemError("MHD_start_daemon", code: errno == 0 ? EINVAL : errno)
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit { stop() }

  /// A descriptor that is readable when `run` has something to do.
  package var descriptor: Int32 { unsafe pointer.map { unsafe livery_epoll_descriptor($0) } ?? -1 }

  /// Takes over an accepted connection, even if it refuses it.
  package func add(_ connection: Int32, from address: SocketAddress) {
    guard let pointer = unsafe pointer else { return }
    _ = unsafe address.withSockaddr { unsafe MHD_add_connection(pointer, connection, $0, $1) }
  }

  /// Makes the object that the library holds for a new connection. Returns nil if the host refuses the connection.
  fileprivate func opened(_ connection: OpaquePointer) -> DaemonConnection? {
    let opened = unsafe DaemonConnection(connection)
    guard let delegate = unsafe host.opened(opened) else { return nil }
    opened.report(to: delegate)
    return opened
  }

  /// Does all that can be done without waiting.
  package func run() {
    guard let pointer = unsafe pointer else { return }
    CurrentDaemon.enter(self)
    _ = unsafe MHD_run(pointer)
  }

  /// Indicates whether `run` should be called again immediately, even if the descriptor is not readable.
  package var hasMore: Bool {
    guard let pointer = unsafe pointer else { return false }
    var milliseconds: UInt64 = 0
    return unsafe MHD_get_timeout(pointer, &milliseconds) == .YES && milliseconds == 0
  }

  /// Indicates whether it has no connections.
  package var isEmpty: Bool { unsafe pointer.map { unsafe livery_connection_count($0) == 0 } ?? true }

  /// Closes all connections. None may be parked.
  package func stop() {
    guard let stopping = unsafe pointer else { return }
    unsafe pointer = nil
    CurrentDaemon.enter(self)
    unsafe MHD_stop_daemon(stopping)
    CurrentDaemon.leave()
  }

  /// Returns the response to send instead of a page of the library, or nil to close the connection because the host has sent
  /// one.
  func refuse(_ connection: OpaquePointer, _ status: Int) -> Response? {
    let descriptor = unsafe livery_socket(connection)
    let isCoding = unsafe status == 400 && HeaderCheck.findsUnknownCoding(connection)
    let response = unsafe host.refused(descriptor, status: isCoding ? 501 : status)
    guard let held = unsafe held(livery_socket_context(connection)), held.isTakingRequestLine else {
      return response
    }
    // While the library parses a request line, it does not expect to close: it would go on with memory that it has freed. So
    // it gets a response that it never sends, and finds the end of the stream.
    held.abandon()
    Socket.stopReading(descriptor)
    return response ?? Response(bytes: [], headers: [])
  }
}

extension Daemon {
  /// The version of the library that is loaded.
  package static let libraryVersion = unsafe MHD_get_version().map { unsafe String(cString: $0) } ?? "0"

  /// Indicates whether the library reads heads as RFC 9112 has it, as it does since version 1.0.
  package static let readsHeadsStrictly = !libraryVersion.hasPrefix("0.")
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
      item(.NOTIFY_COMPLETED, address(of: completionNotice)),
      item(.URI_LOG_CALLBACK, address(of: targetNotice)),
      item(.UNESCAPE_CALLBACK, address(of: unescape)),
    ]
    if let credentials {
      for (index, option) in [MHD_OPTION.HTTPS_MEM_CERT, .HTTPS_MEM_KEY, .HTTPS_PRIORITIES].enumerated() {
        unsafe options.append(item(option, 0, UnsafeMutableRawPointer(mutating: credentials.pointers[index])))
      }
    }
    unsafe options.append(item(.END, 0))
    return unsafe options
  }

  private func item(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
  ) -> MHD_OptionItem { unsafe MHD_OptionItem(option: option, value: value, ptr_value: pointer) }
}

// The callbacks of the library. Each finds its daemon, or its connection, in the pointer that the library passes back.

private func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
  unsafe Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
}

private func held(_ context: UnsafeMutableRawPointer?) -> DaemonConnection? {
  unsafe context.map { unsafe Unmanaged<DaemonConnection>.fromOpaque($0).takeUnretainedValue() }
}

private let access: MHD_AccessHandlerCallback = { _, _, target, method, version, upload, count, context in
  guard let count = unsafe count, let connection = unsafe held(context?.pointee) else { return .NO }
  let line = unsafe RequestLinePointers(method: method, target: target, version: version)
  return unsafe connection.proceed(line, upload, count)
}

private let connectionNotice: MHD_NotifyConnectionCallback = { context, connection, held, code in
  guard let context = unsafe context, let connection = unsafe connection, let held = unsafe held else {
    return
  }
  if code == .CONNECTION_NOTIFY_STARTED {
    // Released below, when the library reports that the connection is closed.
    unsafe held.pointee = unsafe daemon(context).opened(connection).map {
      unsafe Unmanaged.passRetained($0).toOpaque()
    }
  } else if let closing = unsafe held.pointee {
    unsafe held.pointee = nil
    unsafe Unmanaged<DaemonConnection>.fromOpaque(closing).takeRetainedValue().close()
  }
}

private let completionNotice: MHD_RequestCompletedCallback = { _, _, context, _ in
  unsafe held(context?.pointee)?.finish()
}

private let targetNotice:
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? =
    { _, target, connection in
      guard let target = unsafe target, let connection = unsafe connection,
        let context = unsafe livery_socket_context(connection)
      else { return nil }
      unsafe held(context)?.begin(target)
      return unsafe context
    }

private let unescape:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
    _, connection, text in
    guard let connection = unsafe connection, let text = unsafe text else { return 0 }
    unsafe held(livery_socket_context(connection))?.keepEscapes(text)
    return unsafe strlen(text)
  }

/// Returns the address of a C function, as the options array holds it.
private func address<Function>(of function: Function) -> Int { unsafe unsafeBitCast(function, to: Int.self) }

/// The object that decides about a daemon's connections. All calls come from the daemon's thread; none may block.
package protocol DaemonHost: AnyObject {
  /// A connection has been added. Returns the object to notify of its requests, or nil to refuse all of them.
  func opened(_ connection: DaemonConnection) -> (any DaemonConnectionDelegate)?
  /// The library itself refuses a request. The host may send its message on the socket, which is then closed, and return
  /// nil; or return the response that the library is to send instead of its own page.
  func refused(_ descriptor: Int32, status: Int) -> Response?
}
