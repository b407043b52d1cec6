import TestSupport
import Testing

@testable import ThemeAPI

/// Executes the examples of docs/protocol.md that write or follow, in their order. The examples that read are sent to
/// the real server.
struct ProtocolTests {
  @Test func `the protocol's examples are answered as they say`() throws {
    let api = try WritableTestAPI()
    let examples = ProtocolExample.all(ofReading: false)
    #expect(examples.count >= 10)
    var cursor = ""
    for example in examples {
      let line = "\(example.method) \(example.target.replacing("$CURSOR", with: cursor))"
      let type = example.headers.first { $0.0 == "Content-Type" }?.1
      let reply = try #require(
        type.map { api.ask(line, ["Content-Type": $0], body: example.body) } ?? api.ask(line), "\(line)")
      #expect(reply.status == example.status, "\(line): \(reply.text)")
      let headers = (reply.headers + reply.content.headers).map { (name: $0.name, value: $0.value) }
      #expect(example.isMet(body: reply.text, headers: headers), "\(line) gives\n\(reply.text)")
      cursor = reply.header("Livery-Cursor") ?? cursor
    }
  }
}
