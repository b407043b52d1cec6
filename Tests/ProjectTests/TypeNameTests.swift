import Testing

@Suite struct `A name` {
  @Test func `belongs to one type of the sources, nested ones too`() {
    var declarations = Declarations()
    for (path, text) in ProjectText.shared.files where Self.isOfTheServer(path) {
      declarations.read(text, at: path)
    }
    #expect(Self.doubled(in: declarations) == [])
  }

  @Test func `given twice is seen`() {
    var declarations = Declarations()
    declarations.read("package struct One {\n  enum Kind { case a }\n}", at: "Sources/A.swift")
    declarations.read("// struct Kind\nfinal class Two {\n  private struct Kind {}\n}", at: "Sources/B.swift")
    #expect(Self.doubled(in: declarations) == ["Kind: Sources/A.swift, Sources/B.swift"])
  }

  /// The client is a product of its own: apps say Theme to what the server says Theme to.
  private static func isOfTheServer(_ path: String) -> Bool {
    path.hasPrefix("Sources/") && path.hasSuffix(".swift") && !path.hasPrefix("Sources/LiveryClient/")
      && !path.hasPrefix("Sources/LiveryUIKit/")
  }

  private static func doubled(in declarations: Declarations) -> [String] {
    declarations.types.filter { $0.value.count > 1 }.map { name, files in
      "\(name): \(files.sorted().joined(separator: ", "))"
    }.sorted()
  }
}
