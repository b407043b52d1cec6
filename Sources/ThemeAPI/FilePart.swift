package import Renderings

/// The bytes of a file that are sent without copying them.
package struct FilePart: Sendable {
  package let file: any HeldFile
  package let range: Range<Int>

  package init(_ file: any HeldFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }
}
