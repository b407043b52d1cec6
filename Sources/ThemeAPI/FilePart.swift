package import Renderings

/// Bytes of a file that are sent from where they lie.
package struct FilePart: Sendable {
  package let file: any HeldFile
  package let range: Range<Int>

  package init(_ file: any HeldFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }
}
