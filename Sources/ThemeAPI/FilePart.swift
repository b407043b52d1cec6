/// A file that the process holds open.
package protocol HeldFile: AnyObject, Sendable {
  /// How many bytes it has.
  var count: Int { get }
}

/// Bytes of a file that are sent from where they lie.
package struct FilePart: Sendable {
  package let file: any HeldFile
  package let range: Range<Int>

  package init(_ file: any HeldFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }
}
