import ServerAccess
import Service
import TestServer
import TestSupport
import Testing

/// The examples of docs/protocol.md that read, asked of the real program with the shipped config.
@Suite struct `The protocol's section on reading` {
  @Test func `is answered as it says`() throws {
    let server = try RunningServer(config: ShippedServer.config)
    let examples = ProtocolExample.all(ofReading: true)
    #expect(examples.count >= 8)
    var (tag, url) = ("", "")
    for example in examples {
      let target = example.target.replacing("$URL", with: url)
      let headers = example.headers.map { ($0.0, $0.1.replacing("$ETAG", with: tag)) }
      let answer = try server.send(
        example.method, target, headers: headers, body: example.body.isEmpty ? nil : example.body)
      #expect(answer.status == example.status, "\(target): \(answer.text)")
      #expect(
        example.isMet(body: answer.text, headers: answer.headers.map { (name: $0.name, value: $0.value) }),
        "\(example.method) \(target) gives\n\(answer.headers)\n\(answer.text)")
      tag = answer["etag"] ?? tag
      if let found = answer.text.firstMatch(of: /"url":"([^"]+)"/) { url = String(found.1) }
    }
  }
}
