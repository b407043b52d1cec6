import Foundation
import ServerAccess
import Service
import TestServer
import Testing

/// The real program with no descriptor left.
@Suite struct `A running server that runs out of descriptors` {
  /// Few enough to be used up by a test, more than the server needs for itself.
  private static let descriptors = 64
  /// So few that they are used up by fewer connections than are let in.
  private static let fewDescriptors = 48
  private static let insiders = 12

  @Test func `tells whom it can, does not spin, and recovers`() throws {
    let server = try RunningServer(descriptors: Self.descriptors)
    let inside = RawConnection(port: server.port)
    inside.get("/healthz")
    #expect(inside.answer()?.status == 200)
    var crowd = (0..<(2 * Self.descriptors)).map { _ in RawConnection(port: server.port) }
    for client in crowd { client.get("/healthz") }
    try eventually {
      let statuses = Set(crowd.filter(\.hasReceived).map { $0.status() })
      return statuses.isSuperset(of: [200, 503])
    }
    let answers = crowd.compactMap { $0.hasReceived ? $0.answer() : nil }
    #expect(answers.contains { $0.status == 200 })
    let refusals = answers.filter { $0.status == 503 }
    #expect(!refusals.isEmpty)
    #expect(refusals.allSatisfy { $0.header("Content-Type") == "application/problem+json" })
    #expect(refusals.allSatisfy { $0.header("Retry-After") != nil })
    // Those inside are served as ever.
    inside.get("/healthz")
    #expect(inside.answer()?.status == 200)
    let before = try server.cpuSeconds
    sleep(1)
    #expect(try server.cpuSeconds - before < 0.2, "a loop that spins takes the whole second")
    crowd = []
    #expect(serves(server))
    #expect(server.stop().code == 0)
  }

  @Test func `says that it is busy where an image can't be opened, and sends it again later`() throws {
    let server = try RunningServer(
      files: RunningServer.oneTheme.merging(["images/big.png": String(repeating: "a", count: 12 << 20)]) {
        one, _ in one
      }, arguments: ["--workers", "1"], descriptors: Self.fewDescriptors)
    let answer = try server.get("/v1/images/big")
    let address = try #require(answer.text.split(separator: "\"").first { $0.hasPrefix("/v1/files/") })
    // They connect before the first image is opened: later clients are refused because no descriptor is left.
    var readers = (0..<Self.insiders).map { _ in RawConnection(port: server.port) }
    for reader in readers {
      reader.get("/healthz")
      #expect(reader.answer()?.status == 200)
    }
    // Each holds the image open for as long as it reads no further.
    for reader in readers { reader.get(String(address)) }
    let refused = readers.first { $0.status() == 503 }?.answer()
    #expect(refused?.status == 503 && refused?.header("Retry-After") != nil)
    #expect(refused?.text.contains("Too many files are being sent") ?? false)
    readers = []
    #expect(serves(server))
  }

  /// Whether a new client is served, at last.
  private func serves(_ server: RunningServer) -> Bool {
    let patience = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < patience {
      let late = RawConnection(port: server.port)
      late.get("/healthz")
      if late.answer()?.status == 200 { return true }
    }
    return false
  }
}
