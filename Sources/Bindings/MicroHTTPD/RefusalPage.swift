internal import CMicroHTTPD
internal import Glibc

// The library's own refusals, in the host's words.
//
// What libmicrohttpd finds wrong itself (a broken request line, a header block larger than its pool) it answers
// with a page of HTML that no option changes. It makes that page with `MHD_create_response_from_buffer`, called
// through the dynamic linker, and just before logs the status. So the program offers a function of that name, which
// the linker prefers, and which asks the daemon of this thread for the words. Nothing else in Livery uses the name.
// Where the linker does not go along, clients get the library's page, and nothing else changes.
@_cdecl("MHD_create_response_from_buffer")
func createRefusal(size: Int, buffer: UnsafeMutableRawPointer?, mode: UInt32) -> OpaquePointer? {
  guard let page = CurrentDaemon.current?.page() else { return nil }
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, page.body.count), alignment: 1)
  unsafe copy.copyBytes(from: page.body)
  let response = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
    page.body.count, copy.baseAddress, { unsafe $0?.deallocate() }, copy.baseAddress)
  if let response = unsafe response {
    _ = unsafe MHD_add_response_header(response, "Content-Type", page.contentType)
  }
  return unsafe response
}

// Called by the shim's logger, which the library calls just before it refuses.
@_cdecl("livery_refusal_logged")
func noteRefusal(context: UnsafeMutableRawPointer?, status: UInt32) {
  CurrentDaemon.current?.loggedStatus = Int(status)
}

// The daemon that this thread runs.
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
