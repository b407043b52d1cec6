internal import CMicroHTTPD
internal import Glibc

// The library's own refusals, in the host's words.
//
// What libmicrohttpd finds wrong itself (a broken header, a block larger than its pool) it answers with a page of
// HTML that no option changes, and version 0.9.75 sends the head of some of these pages twice. It queues them by
// `MHD_queue_response`, called through the dynamic linker. So the program offers a function of that name, which the
// linker prefers: only the library itself arrives there, since Livery calls the original by its address.

/// Queues a response, the original function.
let queueResponse: @convention(c) (OpaquePointer, UInt32, OpaquePointer) -> MHD_Result = {
  let next = unsafe UnsafeMutableRawPointer(bitPattern: -1)
  guard let address = unsafe dlsym(next, "MHD_queue_response") else {
    fatalError("libmicrohttpd is not linked")
  }
  return unsafe unsafeBitCast(
    address, to: (@convention(c) (OpaquePointer, UInt32, OpaquePointer) -> MHD_Result).self)
}()

/// Called by the library for a page of its own. The host's message goes out past it where the connection is plain,
/// and the connection is closed, which is what MHD_NO asks for.
@_cdecl("MHD_queue_response")
func queueRefusal(connection: OpaquePointer, status: UInt32, page: OpaquePointer) -> Int32 {
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
}
