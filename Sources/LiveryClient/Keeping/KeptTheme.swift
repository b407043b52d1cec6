import Foundation

/// A theme as it is kept: the body as it came, with the tag it came with, in one file.
///
/// The address stands in it, so that no file is taken for another's, and the body's length, so that one cut short
/// is no theme.
struct KeptTheme {
  let tag: String
  let body: Data

  init(tag: String, body: Data) {
    self.tag = tag
    self.body = body
  }

  /// Nil for anything but a whole file of this address.
  init?(_ file: Data, address: String) {
    var rest = file[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(data: rest[..<end], encoding: .utf8)
    }
    guard line() == Self.format, line() == address, let tag = line(), let length = line(),
      !tag.isEmpty, Int(length) == rest.count
    else { return nil }
    self.init(tag: tag, body: Data(rest))
  }

  func file(address: String) -> Data {
    Data("\(Self.format)\n\(address)\n\(tag)\n\(body.count)\n".utf8) + body
  }

  private static let format = "livery theme 1"
}
