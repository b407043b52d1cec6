/// The names on a page: links, and the code in its running text.
struct PageNames {
  /// The targets of links within the project, as the page writes them.
  private(set) var links: [String] = []
  /// The text between back-ticks, outside of whole blocks of code.
  private(set) var code: [String] = []

  init(_ page: String) {
    var isBlock = false
    var given: Set<String> = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        // The file that the block is the text of.
        if !isBlock, let file = line.split(separator: " ").dropFirst().first { given.insert(String(file)) }
        isBlock.toggle()
      }
      guard !isBlock, !line.hasPrefix("    ") else { continue }
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      for part in parts.enumerated() where !part.offset.isMultiple(of: 2) {
        code.append(String(part.element))
      }
      for part in line.split(separator: "](", omittingEmptySubsequences: false).dropFirst() {
        let link = part.prefix { $0 != ")" && $0 != "#" }
        if !link.isEmpty, !link.contains("://") { links.append(String(link)) }
      }
    }
    code.removeAll { given.contains($0) }
  }
}

/// A check of the names on a page.
struct PageCheck {
  let project: ProjectText
  let declarations: Declarations

  /// Pages about the formats of others: their names are not ours to check.
  private static let foreign = ["docs/formats.md"]
  private static let folders = ["Benchmarks/", "Config/", "Scripts/", "Sources/", "Tests/", "Web/", "docs/"]
  private static let endings = [".swift", ".c", ".h", ".sh", ".lua", ".md"]

  func problems(of page: String, at path: String) -> [String] {
    let names = PageNames(page)
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let broken = names.links.filter { !project.has(folder.isEmpty ? $0 : "\(folder)/\($0)") }
    let gone = names.code.compactMap { problem(with: $0, isForeign: Self.foreign.contains(path)) }
    return broken.map { "\(path): the link to \($0) leads nowhere" } + gone.map { "\(path): \($0)" }
  }

  /// Returns nil for an existing name, and for text that is not a name of the project.
  private func problem(with code: String, isForeign: Bool) -> String? {
    let first = String(code.prefix { $0 != " " })
    if Self.folders.contains(where: first.hasPrefix) {
      return project.has(first) ? nil : "there is no file \(first)"
    }
    if !isForeign, Self.endings.contains(where: first.hasSuffix), !first.contains("/") {
      let isThere = project.files.keys.contains { $0 == first || $0.hasSuffix("/\(first)") }
      return isThere || declarations.says(first.prefix { $0 != "." }) ? nil : "there is no file \(first)"
    }
    return first == code && !isForeign ? problem(withName: code) : nil
  }

  private func problem(withName name: String) -> String? {
    let bare = name.hasSuffix("()") ? name.dropLast(2) : name[...]
    let steps = bare.split(separator: ".", omittingEmptySubsequences: false)
    let isName = steps.allSatisfy { !$0.isEmpty && Declarations.words($0) == [$0] }
    guard isName, let owner = steps.first, owner.first?.isLetter == true else { return nil }
    if declarations.declares(type: String(owner)) {
      let missing = steps.dropFirst().first { step in
        !declarations.declares(type: String(step))
          && !steps.contains { declarations.declares(step, of: String($0)) }
      }
      return missing.map { "\(owner) has no \($0)" }
    }
    let isOurs =
      owner.first?.isUppercase == true || owner.contains(where: \.isUppercase) || bare.count < name.count
    guard isOurs, owner.contains(where: \.isLowercase) else { return nil }
    let isThere =
      declarations.says(owner) || declarations.declares(member: owner) || project.has(String(owner))
      || project.files.keys.contains { $0.hasSuffix("/\(owner).swift") }
    return isThere ? nil : "nothing is called \(owner)"
  }
}
