internal import Synchronization
internal import TestSupport

// Documents of any bytes through every reader: the first byte of an input chooses, the rest is the document.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point that the package manager gives an executable, in place of the fuzzer's own `main`.
@_cdecl("DocumentFuzz_main")
func enter(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe runDriver(&count, &arguments) { bytes, count in unsafe testOneInput(bytes, count) }
}

/// Making a document larger takes a while, so it is done with some.
private let tested = Atomic<Int>(0)

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let kind = input.first else { return 0 }
  let document = Array(input.dropFirst())
  if tested.add(1, ordering: .relaxed).newValue.isMultiple(of: 500), kind == UInt8(ascii: "t") {
    let complaint = ThemeTrial.growth(of: document, named: "fuzz.json", from: 2 << 10, atMost: 20)
    ThemeTrial.demand(complaint == nil, complaint ?? "")
  }
  switch kind {
  case UInt8(ascii: "j"): ThemeTrial.json(document)
  case UInt8(ascii: "k"): ThemeTrial.kit(document)
  case UInt8(ascii: "t"): ThemeTrial.theme(document, named: "fuzz.json")
  case UInt8(ascii: "m"): ThemeTrial.theme(document, named: "fuzz.metheme.json")
  case UInt8(ascii: "c"):
    let others = ["fuzz.metheme.json": #"{ "Color": { "A": "FFF" } }"#, "parent.json": "{}"]
    ThemeTrial.theme(document, named: "fuzz.metheme.meta.json", beside: others)
  case UInt8(ascii: "s"): ThemeTrial.theme(document, named: "fuzz.swifttheme.json")
  case UInt8(ascii: "o"): ThemeTrial.theme(document, named: "fuzz.tokens.json")
  case UInt8(ascii: "5"): ThemeTrial.theme(document, named: "fuzz.tokens.json5")
  case UInt8(ascii: "f"): ThemeTrial.folder(document)
  case UInt8(ascii: "r"): ThemeTrial.theme(document, named: "fuzz.resolver.json")
  case UInt8(ascii: "S"): ThemeTrial.theme(document, named: "fuzz.tokensstudio.json")
  case UInt8(ascii: "d"): ThemeTrial.theme(document, named: "DKColorTable.txt")
  default: return -1
  }
  return 0
}
