import Foundation
import TestSupport
import Testing

/// `Scripts/release` in a small repository of its own.
@Suite struct `A release` {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private func run(_ command: String) throws -> (status: Int32, output: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func commit(changelog: String, version: String) throws {
    try write(changelog, to: "CHANGELOG.md")
    try write(
      "  package static let number = \"\(version)\"\n", to: "Sources/Service/Operations/Process.swift")
    try write(
      "  static let userAgent = \"LiveryClient/\(version)\"\n",
      to: "Sources/LiveryClient/Network/ThemeServer.swift")
    let guide = "`.package(url: \"https://git.example/livery.git\", from: \"\(version)\")`\n"
    for path in [
      "docs/clients.md", "Sources/LiveryClient/LiveryClient.docc/YourAppInTenMinutes.md",
      "Examples/terminal/Package.swift",
    ] {
      try write(guide, to: path)
    }
    let done = try run("git add -A && git -c user.name=test -c user.email=test@localhost commit -qm test")
    #expect(done.status == 0, "\(done.output)")
  }

  @Test func `is tagged once tree, changelog and versions agree, and never twice or backwards`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = try #require(ProjectText.shared.files["Scripts/release"])
    try write(script, to: "Scripts/release")
    #expect(
      try run("git init -q -b main && git config user.name test && git config user.email test@localhost")
        .status == 0)
    try commit(changelog: "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0\n\n- Old.\n", version: "0.2.0")
    let early = try run("bash Scripts/release 0.3.0")
    #expect(
      early.status == 1 && early.output.contains("'## Unreleased', not with '## 0.3.0'"), "\(early.output)")
    #expect(early.output.contains("Process.swift has 0.2.0, not 0.3.0"), "\(early.output)")
    #expect(early.output.contains("clients.md has 0.2.0"), "\(early.output)")
    #expect(early.output.contains("ThemeServer.swift has 0.2.0"), "\(early.output)")
    try commit(changelog: "# Changelog\n\n## 0.3.0\n\n## 0.2.0\n\n- Old.\n", version: "0.3.0")
    #expect(try run("bash Scripts/release 0.3.0").output.contains("says nothing about 0.3.0"))
    try commit(changelog: "# Changelog\n\n## 0.3.0\n\n- New.\n\n## 0.2.0\n\n- Old.\n", version: "0.3.0")
    try write("`branch: \"main\"`, or livery.git\", from: \"0.3.0\"\n", to: "docs/clients.md")
    #expect(try run("bash Scripts/release 0.3.0").output.contains("docs/clients.md names the branch main"))
    try write("mine", to: "mine")
    #expect(try run("bash Scripts/release 0.3.0").output.contains("not committed"))
    #expect(
      try run("rm mine && git checkout -q . && bash Scripts/release --check 0.3.0 && git tag").output
        == "0.3.0 can be released.\n"
    )
    let done = try run("bash Scripts/release 0.3.0 && git tag")
    #expect(done.status == 0 && done.output.hasSuffix("\n0.3.0\n"), "\(done.output)")
    #expect(try run("bash Scripts/release 0.3.0").output.contains("There is a tag 0.3.0"))
    #expect(try run("bash Scripts/release 0.2.9").output.contains("older than the newest tag"))
    #expect(try run("bash Scripts/release next").status == 2)
  }
}
