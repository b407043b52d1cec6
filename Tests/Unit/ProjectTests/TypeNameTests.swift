import Testing

@Suite struct `A name` {
  /// The clients are products of their own: apps say Theme to what the server says Theme to.
  @Test(arguments: [true, false])
  func `belongs to one type of the server, and to one of the clients, unless it is nested`(isClient: Bool) {
    var declarations = Declarations()
    for (path, text) in ProjectText.shared.files
    where path.hasPrefix("Sources/") && path.hasSuffix(".swift") && Self.isOfClients(path) == isClient {
      declarations.read(text, at: path)
    }
    #expect(!declarations.types.isEmpty)
    #expect(Self.doubled(in: declarations) == [])
  }

  @Test func `given twice is seen`() {
    var declarations = Declarations()
    declarations.read("package struct One {\n  enum Kind { case a }\n}", at: "Sources/A.swift")
    declarations.read("// struct Kind\nprivate struct Kind {}", at: "Sources/B.swift")
    declarations.read("typealias Kind = Int", at: "Sources/C.swift")
    #expect(Self.doubled(in: declarations) == ["Kind: Sources/B.swift, Sources/C.swift"])
  }

  private static func isOfClients(_ path: String) -> Bool {
    path.hasPrefix("Sources/LiveryClient/") || path.hasPrefix("Sources/LiveryUIKit/")
  }

  private static func doubled(in declarations: Declarations) -> [String] {
    declarations.outerTypes.filter { $0.value.count > 1 }.map { name, files in
      "\(name): \(files.sorted().joined(separator: ", "))"
    }.sorted()
  }
}
