import Bindings
import Foundation
import ServerAccess
import TestServer
import Testing

/// Tests the program's requirements for its build and for the system that it starts on.
@Suite struct `A program that starts` {
  /// A copy of the program that offers the linker no function by that name, as one linked the wrong way does.
  private func programHiding(_ name: String, in folder: Folder) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Livery.path))
    // The first string of this text is the one that the dynamic linker looks names up in.
    let entry = Data([0]) + Data(name.utf8) + Data([0])
    let range = try #require(bytes.firstRange(of: entry))
    bytes[range.upperBound - 2] = UInt8(ascii: "X")
    let path = "\(folder.path)/livery"
    try bytes.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test func `refuses to serve where the library would answer with pages of its own`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let program = try programHiding("MHD_queue_response", in: folder)
    let ending = try Livery.run(
      ["serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0"],
      program: program)
    #expect(ending.code == 1)
    #expect(
      ending.errors
        == "livery: This program was linked so that libmicrohttpd answers bad requests with pages of its own; "
        + "build it with Scripts/build-release, and libmicrohttpd as a shared library.\n")
  }

  @Test(arguments: ["no-notice", "late-notice", "no-end", "no-add"])
  func `refuses to serve where libmicrohttpd would leave every client without a response`(_ fault: String)
    throws
  {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let library = try LibraryFault(fault)
    let ending = try withExtendedLifetime(library) {
      try Livery.run(
        ["serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0"],
        environment: library.environment)
    }
    #expect(ending.code == 1)
    let version = Daemon.libraryVersion
    #expect(
      ending.errors.hasPrefix(
        "livery: The libmicrohttpd of this system (version \(version)) left a request unanswered"))
    #expect(ending.errors.contains("install version 0.9.75 (Debian 12) or 1.0.1 (Debian 13)"))
    #expect(!ending.errors.contains("Listening"))
  }

  @Test func `serves where the library that stands before libmicrohttpd changes nothing`() throws {
    let library = try LibraryFault("none")
    try withExtendedLifetime(library) {
      let server = try RunningServer(environment: library.environment)
      #expect(try server.get("/healthz").status == 200)
      #expect(server.stop().code == 0)
    }
  }

  @Test(arguments: 5...40)
  func `with too few descriptors names what has run out, never a certificate`(_ count: Int) throws {
    do {
      let server = try RunningServer(arguments: ["--workers", "1"], descriptors: count)
      #expect(server.stop().code == 0)
    } catch let failure as RunningServer.NotStarted {
      let causes = [
        "Too many open files", "unable to open database file", "error while loading shared libraries",
      ]
      #expect(causes.contains { failure.description.contains($0) }, "\(failure)")
    }
  }
}
