package import Bindings
internal import Changes
internal import Documents
internal import Themes

/// The bytes of an uploaded image, in a file in memory: they exist once, and are sent like those of any file.
package final class StoredImage: ImageBytes {
  package let file: OpenFile
  package let count: Int

  package init(_ bytes: [UInt8]) throws(SystemError) {
    file = try OpenFile(holding: bytes)
    count = bytes.count
  }

  /// - Parameter name: the image's name, for the error.
  convenience init(_ bytes: [UInt8], of name: String) throws(StoreError) {
    do throws(SystemError) { try self.init(bytes) } catch {
      throw .unusable("the uploaded image \(name) can't be held open: \(error.cause)")
    }
  }

  package func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    do throws(SystemError) { try file.forEachPiece { bytes += $0 } } catch { return nil }
    return bytes
  }
}
