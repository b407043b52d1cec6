import Foundation
import TestSupport
import Testing

/// The files that apps take in.
@Suite struct `What apps take in` {
  private static let clients = ["LiveryClient", "LiveryUIKit"]

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(ProjectFiles.root)/\(path)", encoding: .utf8)
  }

  private static func files(in folder: String) -> Set<String> {
    Set(
      ProjectText.shared.files.keys.filter { $0.hasPrefix("\(folder)/") }.map {
        String($0.dropFirst(folder.count + 1))
      })
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

  @Test func `is tested in an app on a Mac by files that exist`() throws {
    let project = try Self.text("Tests/Apple/Host.xcodeproj/project.pbxproj")
    let named = Set(project.matches(of: /4C5652[0-9A-F]{18}/).map { String($0.0) })
    for id in named { #expect(project.contains("\t\t\(id) = {"), "\(id) is defined") }
    let scheme = try Self.text("Tests/Apple/Host.xcodeproj/xcshareddata/xcschemes/Host.xcscheme")
    for match in scheme.matches(of: /4C5652[0-9A-F]{18}/) { #expect(named.contains(String(match.0))) }
    let tests = Self.files(in: "Tests/Unit/LiveryUIKitTests")
    let left = project.matches(of: /\t\t\t\t(\w+\.swift),/).map { String($0.1) }
    #expect(!left.isEmpty && tests.isSuperset(of: left), "\(left)")
    // What is not left out builds without the stand-in, or uses it in tests that say so.
    #expect(Set(["Wearer.swift", "ComingAndGoingTests.swift"]).isDisjoint(with: left))
    let workflow = try Self.text(".github/workflows/apple.yml")
    #expect(workflow.contains("-project Tests/Apple/Host.xcodeproj -scheme Host "))
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
