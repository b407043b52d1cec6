private import CWeb

/// The files of the folder `Web`, with guides of `docs` and the kits and schemas of `Config`, embedded in the program.
package enum WebFiles {
  /// The bytes of each file by its path: in `Web`, after `config/` in `Config`, or after `guides/` in `docs`.
  package static let all: [String: [UInt8]] = {
    var count = 0
    let table = unsafe web_files(&count)
    var files: [String: [UInt8]] = [:]
    for index in 0..<count {
      let file = unsafe table[index]
      let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
      unsafe files[String(cString: file.name)] = Array(bytes)
    }
    return files
  }()
}
