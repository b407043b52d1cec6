/// A file that the process holds open.
package protocol HeldFile: AnyObject, Sendable {
  /// How many bytes it has.
  var count: Int { get }

  /// All of them; nil where they are no longer those that were promised.
  func bytes() -> [UInt8]?
}

/// What comes of opening a file.
package enum FileOpening: Sendable {
  case open(any HeldFile)
  /// It is no longer the one that is meant.
  case gone
  /// The process has no descriptor to spare.
  case busy
}
