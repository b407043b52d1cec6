internal import Glibc

/// The target of a request line, valid during the call that brings it.
@safe package struct TargetBytes: ~Copyable {
  private let start: UnsafePointer<CChar>

  init(_ start: UnsafePointer<CChar>) { unsafe self.start = unsafe start }

  var count: Int { unsafe strlen(start) }

  /// Nil where the bytes are no UTF-8, or a control character is among them.
  package var text: String? {
    guard unsafe FieldBytes.isTarget(start) else { return nil }
    return unsafe String(validatingCString: start)
  }

  /// Whether these are the bytes of a text that there is already, which is quicker to see than to make it again.
  package func equals(_ text: String) -> Bool {
    unsafe text.withCString { unsafe strcmp($0, start) == 0 }
  }
}
