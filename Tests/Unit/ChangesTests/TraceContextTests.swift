import Changes
import Testing

@Suite struct `The trace of a request` {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let whole = "00-\(trace)-00f067aa0ba902b7-01"

  private func headers(_ parent: String, _ state: String? = nil) -> [String]? {
    TraceContext(parent: parent, state: state)?.headers(ofRequest: 0xab).map { "\($0.0): \($0.1)" }
  }

  @Test func `goes on in a request of the server, under another number`() {
    #expect(TraceContext(parent: Self.whole, state: nil)?.parent == Self.whole)
    #expect(headers(Self.whole) == ["traceparent: 00-\(Self.trace)-00000000000000ab-01"])
    let state = "congo=t61rcWkgMzE,tenant@rojo=00f067aa0ba902b7"
    #expect(headers(Self.whole, state)?.last == "tracestate: \(state)")
  }

  @Test func `of a later version is known by its first four parts`() {
    let later = "cc" + Self.whole.dropFirst(2)
    #expect(TraceContext(parent: "\(later)-what-will-be", state: nil)?.parent == later)
    #expect(headers(later) == ["traceparent: 00-\(Self.trace)-00000000000000ab-01"])
    #expect(headers("\(later).what-will-be") == nil)
  }

  @Test(arguments: [
    "", "00", whole + "-00", whole.uppercased(), "ff" + whole.dropFirst(2), whole.dropLast() + "g",
    "00-\(String(repeating: "0", count: 32))-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
    "00_\(trace)-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-1", "\(whole), \(whole)",
    "00-\(trace)00f067aa0ba902b7---01",
  ])
  func `that is malformed is none`(_ parent: String) { #expect(headers(parent) == nil) }

  @Test(arguments: [
    "", "a", "A=1", "a=1,,b=2", "a=1\r\nEvil: 1", "a=ä", "a=b=c", "=1",
    String(repeating: "a", count: 511) + "=1",
    (0...32).map { "a\($0)=1" }.joined(separator: ","),
  ])
  func `loses a state that is malformed or long`(_ state: String) {
    #expect(headers(Self.whole, state)?.count == 1)
  }
}
