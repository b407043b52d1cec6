internal import Themes

/// Whoever sends a request, as far as its socket and its head tell.
package protocol Caller {
  var peer: Request.Peer { get }
  /// A header's value; nil where it was not sent.
  func header(_ name: String) -> String?
  /// All values of a header joined by commas, in the order in which they were sent; nil where there is none.
  func list(_ name: String) -> String?
  /// The name of a header that begins like this in any case of letters; nil where none does.
  func headerName(beginningWith prefix: String) -> String?
  /// Whether the gate has found no sign that the request comes from elsewhere, and need not look again.
  var isKnownLocal: Bool { get }
  /// Remembers that it found none.
  func noteLocal()
}

extension Request: Caller {
  package func list(_ name: String) -> String? { header(name) }

  /// A request brings what was found in its head.
  package func noteLocal() {}

  package func headerName(beginningWith prefix: String) -> String? {
    headers.first { $0.name.beginsIgnoringASCIICase(with: prefix) }?.name
  }
}

extension String {
  /// Whether it begins like this but for the case of ASCII letters, as names of headers are compared.
  package func beginsIgnoringASCIICase(with prefix: String) -> Bool {
    utf8.count >= prefix.utf8.count
      && zip(utf8, prefix.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}
