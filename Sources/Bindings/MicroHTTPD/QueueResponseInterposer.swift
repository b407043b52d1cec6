internal import CMicroHTTPD
internal import Glibc

// The replacement of libmicrohttpd's own pages by the host's refusals.
//
// If the library itself refuses a request (a broken header, a head larger than its pool), it sends a page of HTML that no
// option changes, and version 0.9.75 sends the head of some of these pages twice. It queues them by `MHD_queue_response`,
// which it calls through the dynamic linker. So this program exports a function of that name, and the linker prefers it to
// the library's. Only the library's own calls arrive there: Livery calls the original by its address.
//
// That depends on how the program was linked. A static libmicrohttpd, one that binds its symbols itself, or a program
// that hides the function brings the pages back, so each start makes a request that the library refuses.

/// The host of a daemon that serves no client.
final class ProbeHost: DaemonHost {
  func opened(_ connection: DaemonConnection) -> (any DaemonConnectionDelegate)? { nil }

  func refused(_ descriptor: Int32, status: Int) -> Response? { nil }
}

/// The original function that queues a response.
let queueResponse: @convention(c) (OpaquePointer, UInt32, OpaquePointer) -> MHD_Result = {
  // RTLD_NEXT: the next one after this program's.
  let next = unsafe UnsafeMutableRawPointer(bitPattern: -1)
  guard let address = unsafe dlsym(next, "MHD_queue_response") else {
    fatalError("libmicrohttpd is not linked")
  }
  return unsafe unsafeBitCast(
    address, to: (@convention(c) (OpaquePointer, UInt32, OpaquePointer) -> MHD_Result).self)
}()

/// Called by the library for a page of its own. If the connection is plain, the host sends its message directly and this
/// returns MHD_NO, which closes the connection. It is not internal, since a release build hides internal functions.
@_cdecl("MHD_queue_response")
package func queueRefusal(connection: OpaquePointer, status: UInt32, page: OpaquePointer) -> Int32 {
  guard let daemon = CurrentDaemon.current, let response = unsafe daemon.refuse(connection, Int(status))
  else { return 0 }
  return unsafe queueResponse(connection, status, response.pointer) == .YES ? 1 : 0
}

/// The daemon that this thread runs.
enum CurrentDaemon {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    _ = unsafe pthread_key_create(&key, nil)
    return key
  }()

  static var current: Daemon? {
    unsafe pthread_getspecific(key).map { unsafe Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
  }

  static func enter(_ daemon: Daemon) {
    _ = unsafe pthread_setspecific(key, Unmanaged.passUnretained(daemon).toOpaque())
  }

  static func leave() { _ = pthread_setspecific(key, nil) }
}
