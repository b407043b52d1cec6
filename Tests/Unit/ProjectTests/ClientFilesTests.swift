import Foundation
import TestSupport
import Testing

/// The files that apps take in.
@Suite struct `What apps take in` {
  private static let clients = ["LiveryClient", "LiveryUIKit"]

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(ProjectFiles.root)/\(path)", encoding: .utf8)
  }

  /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
  @Test func `uses no API for which a privacy manifest must give a reason`() {
    let listed = [
      "systemUptime", "mach_absolute_time", "UserDefaults", "creationDate", "modificationDate",
      "ModificationDate",
      "getattrlist", "fstat(", "lstat(", " stat(", "statfs", "statvfs", "volumeAvailableCapacity",
      "systemFreeSize",
      "systemSize", "activeInputModes",
    ]
    var count = 0
    for (path, text) in ProjectText.shared.files
    where Self.clients.contains(where: { path.hasPrefix("Sources/\($0)/") }) && path.hasSuffix(".swift") {
      // What a comment names is not used.
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(
        separator: "\n")
      for name in listed { #expect(!code.contains(name), "\(path) uses \(name)") }
      count += 1
    }
    #expect(count > 10)
  }

  @Test(arguments: clients) func `has the license beside it`(client: String) throws {
    #expect(try Self.text("Sources/\(client)/LICENSE") == Self.text("LICENSE"))
    for manifest in ["Package.swift", "Package@swift-6.0.swift"] {
      #expect(
        try Self.text(manifest).components(separatedBy: #"exclude: ["LICENSE"]"#).count == 3, "\(manifest)")
    }
  }

  @Test func `is for Android what docs/clients.md shows`() throws {
    let page = try Self.text("docs/clients.md")
    #expect(page.contains("```kotlin\n\(try Self.text("Examples/android/ThemeFollower.kt"))```\n"))
  }

  @Test func `is named by one version in every guide`() throws {
    let pages = [
      "docs/clients.md", "Sources/LiveryClient/LiveryClient.docc/YourAppInTenMinutes.md",
      "Examples/terminal/Package.swift",
    ]
    let versions = try pages.flatMap {
      try Self.text($0).matches(of: /livery\.git", from: "([0-9.]+)"/).map { String($0.1) }
    }
    #expect(versions.count == 3 && Set(versions).count == 1, "\(versions)")
  }
}
