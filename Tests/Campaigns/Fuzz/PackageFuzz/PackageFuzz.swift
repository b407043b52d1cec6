internal import Bindings
internal import Documents
internal import Formats
internal import Resolution
internal import ThemeAPI
internal import Themes

// Reads packages of any bytes: unpacking stays within the limits, and an accepted package can be served.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point that the package manager gives an executable, in place of the fuzzer's own `main`.
@_cdecl("PackageFuzz_main")
func enter(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe runDriver(&count, &arguments) { bytes, count in unsafe testOneInput(bytes, count) }
}

private let bounds = ZipDirectory.Bounds(bytes: 1 << 20)

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  if let font = try? FontFile(input) { _ = font.facts { Inflation.bytes(of: $0, count: $1) } }
  for type in ImageFolder.types { _ = AssetKind.image.complaint(about: input, named: "fuzz.\(type)") }
  var unpacked = 0
  let package = try? ThemePackage(input, in: .all, within: bounds) { packed, size in
    precondition(size <= bounds.bytes, "asked to unpack \(size) bytes")
    let content = Inflation.bytes(of: packed, count: size)
    unpacked += content?.count ?? 0
    return content
  }
  precondition(unpacked <= bounds.bytes, "unpacked \(unpacked) bytes")
  guard let package else { return 0 }
  let names = package.images.map(\.name)
  precondition(names.count < bounds.entries && Set(names).count == names.count)
  for image in package.images {
    precondition(!image.name.contains("/") && ImageFolder.isImage(image.name), image.name)
    precondition(AssetKind(ofFile: image.name)?.complaint(about: image.bytes, named: image.name) == nil)
  }
  return 0
}
