package import Documents
internal import Themes

extension SourceFile {
  /// One document is made of at most so many files with so many bytes.
  static let (mostParts, mostPartBytes) = (256, 16 << 20)

  /// The document together with the files that it refers to.
  /// - Parameter read: the bytes of a file, by its name; nil where it is not there.
  package func gathering<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile { try Dialects.all.gathered(self, read) }
}

extension [SourceFile] {
  /// Whether these are more than one document may be made of.
  package var areTooMany: Bool {
    count > SourceFile.mostParts || reduce(0) { $0 + $1.bytes.count } > SourceFile.mostPartBytes
  }

  /// The documents of a folder, with those put together that are one in several files.
  /// - Parameter read: as for one document; asked for what is not among these.
  package func gathered<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [SourceFile] { try Dialects.all.gathered(self, read) }
}
