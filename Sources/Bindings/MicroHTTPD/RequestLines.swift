internal import CMicroHTTPD
internal import Glibc

/// The head of a request as the library holds it. Valid only during the call that brings it.
@safe package struct RequestLines {
  private let connection: DaemonConnection

  init(of connection: DaemonConnection) { self.connection = connection }

  package var check: HeaderCheck { connection.check }

  package var method: String { unsafe connection.pointers.method.map { unsafe String(cString: $0) } ?? "" }

  /// Whether this is the method, without making a string of it.
  package func isMethod(_ word: String) -> Bool {
    unsafe word.withCString { word in
      unsafe connection.pointers.method.map { unsafe strcmp($0, word) == 0 } ?? false
    }
  }

  /// Whether what stands there can be a method at all.
  package var isMethodWellFormed: Bool {
    unsafe connection.pointers.method.map { unsafe FieldBytes.isName($0) } ?? false
  }

  package var version: String { unsafe connection.pointers.version.map { unsafe String(cString: $0) } ?? "" }

  /// The first value of a header; nil where it was not sent.
  package func header(_ name: String) -> String? {
    guard check.mayContainName(ofLength: name.utf8.count) else { return nil }
    // Handed to C as it is, a string is copied to the heap first.
    return unsafe name.withCString { name in
      guard let value = unsafe MHD_lookup_connection_value(connection.connection, .HEADER_KIND, name) else {
        return nil
      }
      return unsafe String(decoding: FieldBytes.trimmed(value), as: UTF8.self)
    }
  }

  /// The name of the first header that begins like this in any case of letters; nil where none does. No other name
  /// becomes a string.
  package func headerName(beginningWith prefix: String) -> String? {
    guard check.mayContainName(longerThan: prefix.utf8.count) else { return nil }
    return unsafe prefix.withCString { prefix in
      var search = unsafe NameSearch(prefix: prefix, length: strlen(prefix))
      _ = unsafe MHD_get_connection_values(
        connection.connection, .HEADER_KIND, { context, _, name, _ in unsafe find(context, name) }, &search)
      return unsafe search.found.map { unsafe String(cString: $0) }
    }
  }

  /// Request line and headers together, in bytes.
  package var byteCount: Int { unsafe livery_header_size(connection.connection) }

  /// Every header, in the order in which they were sent.
  package func forEachHeader(_ body: (_ name: String, _ value: String) -> Void) {
    withoutActuallyEscaping(body) { body in
      unsafe withUnsafePointer(to: body) { pointer in
        _ = unsafe MHD_get_connection_values(
          connection.connection, .HEADER_KIND, { unsafe visit($0, $2, $3) },
          UnsafeMutableRawPointer(mutating: pointer))
      }
    }
  }
}

/// Some bytes of a body, valid during the call that brings them.
@safe package struct BodyPiece: ~Copyable {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  package var count: Int { unsafe bytes.count }

  package func append(to body: inout [UInt8]) { unsafe body.append(contentsOf: bytes) }
}

private func visit(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let body = unsafe context?.assumingMemoryBound(to: ((String, String) -> Void).self),
    let name = unsafe name
  else { return MHD_Result.NO }
  unsafe body.pointee(
    String(cString: name), value.map { unsafe String(decoding: FieldBytes.trimmed($0), as: UTF8.self) } ?? "")
  return MHD_Result.YES
}

/// A name that is looked for by how it begins.
@unsafe private struct NameSearch {
  let prefix: UnsafePointer<CChar>
  let length: Int
  var found: UnsafePointer<CChar>?
}

private func find(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) -> MHD_Result {
  guard let search = unsafe context?.assumingMemoryBound(to: NameSearch.self), let name = unsafe name,
    unsafe strncasecmp(name, search.pointee.prefix, search.pointee.length) == 0
  else { return .YES }
  unsafe search.pointee.found = unsafe name
  return .NO
}
