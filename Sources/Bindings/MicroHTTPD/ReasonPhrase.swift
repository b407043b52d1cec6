internal import CMicroHTTPD

/// The words beside a status, as the library sends them.
package enum ReasonPhrase {
  package static func of(status: Int) -> String {
    unsafe MHD_get_reason_phrase_for(UInt32(clamping: status)).map { unsafe String(cString: $0) } ?? "Unknown"
  }
}
