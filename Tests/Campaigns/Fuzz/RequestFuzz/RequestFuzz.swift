internal import Bindings
internal import Changes
internal import Documents
internal import Resolution
internal import Storage
internal import Synchronization
internal import TestSupport
internal import ThemeAPI
internal import Themes

// Sends requests of any bytes through decoding and router: each has an outcome with a valid status.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point that the package manager gives an executable, in place of the fuzzer's own `main`.
@_cdecl("RequestFuzz_main")
func enter(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe runDriver(&count, &arguments) { bytes, count in unsafe testOneInput(bytes, count) }
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  test(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Making a request larger takes a while, so it is done with some.
private let tested = Atomic<Int>(0)

private func test(_ bytes: [UInt8]) {
  guard let request = RequestText.request(bytes) else { return }
  precondition(!request.path.utf8.contains(0) && request.path.utf8.first == UInt8(ascii: "/"))
  answer(request)
  if tested.add(1, ordering: .relaxed).newValue.isMultiple(of: 500) { checkGrowth(request) }
}

/// A larger body may take longer, at most in proportion to its size.
private func checkGrowth(_ request: Request) {
  let count = (2 << 10) / max(1, request.body.count)
  guard count > 0, MultipliedJSON.document(request.body, times: 1) != nil else { return }
  let complaint = ProcessorTime.complaint("\(request.method.rawValue) \(request.path)", atMost: 20) { times in
    let body = MultipliedJSON.document(request.body, times: times * count) ?? []
    answer(
      Request(
        method: request.method, path: request.path, query: request.query, headers: request.headers,
        body: body,
        peer: request.peer))
  }
  ThemeTrial.demand(complaint == nil, complaint ?? "")
}

private func answer(_ request: Request) {
  switch router.answer(request).outcome {
  case .reply(let reply): check(reply)
  case .offload(let work): check(work.perform())
  case .watch(let watch):
    if let reply = watch.answer(.changed) { check(reply) }
    if let reply = watch.answer(.timedOut) { check(reply) }
  case .stream(let stream): _ = stream.piece(.opened, stream.since)
  }
}

private func check(_ reply: Reply) { precondition((200...599).contains(reply.status)) }

private let kit = """
  {"classes":{"A":{"superclass":null,"appearance":true,"container":true,
    "properties":[{"name":"c","kind":"color","axes":["s"]}]}},
   "axes":{"s":{"values":["normal","high"],"fallback":"normal","combine":true}},
   "traits":{"t":{"values":["x","y"]},"n":{"kind":"number"}}}
  """

private let theme = """
  {"kit":"k","colors":{"a":{"value":"red","when":[{"traits":{"t":"y"},"value":"teal"}]}},
   "appearance":[{"for":"A","in":"A","set":{"c:normal":"{a/30%}"}}]}
  """

private let router: Router = {
  let files = ThemeFiles(
    kits: [SourceFile(name: "kits/k.json", bytes: Array(kit.utf8))],
    themes: [SourceFile(name: "themes/default.json", bytes: Array(theme.utf8))],
    images: ImageFolder(digests: [:]))
  let clock = { @Sendable in Timestamp(milliseconds: 0) }
  guard
    let publisher = try? Publisher(store: MemoryStore(), files: files, configuration: .init(clock: clock))
  else { fatalError("the fuzzer's theme is wrong") }
  guard let web = try? WebResources(WebFiles.all) else { fatalError("a file of Web/ is not embedded") }
  let services = Services(
    now: { publisher.current.now }, clock: clock, zones: .none, limits: .init(), uploads: .init(),
    caching: CachePolicy(), crowdSlot: 20, crossOrigin: CrossOrigin("*"), gate: Gate(), version: "0.0.0",
    publicURL: "",
    hasTLS: false,
    web: web, gzip: { [0x1f, 0x8b] + $0.prefix($0.count / 2) }, inflate: { _, _ in nil },
    image: { _, _ in .gone },
    hold: { _ in nil }, sharedLog: nil, clients: { _ in nil }, onWrite: { _ in }, background: nil)
  return Router(Endpoints.all(publisher: publisher, services: services), services: services)
}()
