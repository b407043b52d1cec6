import Documents
import Resolution
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `A batch` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  private func outcome(_ body: String, _ query: String = "") -> Outcome {
    api.outcome("POST /v1/appearance\(query)", ["Content-Type": "application/json"], body: body)
  }

  private func list(_ nodes: some Sequence<String>) -> String {
    "{\"nodes\":[\(nodes.map { "{\"for\":\"\($0)\"}" }.joined(separator: ","))]}"
  }

  /// Unknown names, so that the nearest name is searched for each.
  private func wrong(_ count: Int) -> [String] { (0..<count).map { "Labe\(String($0, radix: 36))" } }

  private func isOffloaded(_ outcome: Outcome) -> Bool {
    if case .offload(let work) = outcome { work.lane == .answering } else { false }
  }

  @Test func `is answered by the worker while it is small`() {
    #expect(outcome(list(repeatElement("Label", count: 2000))).reply?.status == 200)
    #expect(outcome(list(wrong(9))).reply?["problems.8.line"] == "1")
  }

  @Test func `leaves the worker as soon as it is not small, in whatever way`() {
    #expect(isOffloaded(outcome(list(repeatElement("Label", count: 2001)))))
    #expect(isOffloaded(outcome(list(wrong(10)))))
    #expect(isOffloaded(outcome(list(wrong(140_000)))))
    #expect(isOffloaded(outcome(list(["Label"]) + String(repeating: " ", count: 64 << 10))))
    #expect(isOffloaded(outcome(list(repeatElement("Label", count: 11)), "?explain=true")))
    let overrides = (0..<20).map { "\"colr\($0)\":1" }.joined(separator: ",")
    #expect(isOffloaded(outcome("{\"nodes\":[{\"for\":\"Label\",\"override\":{\(overrides)}}]}")))
    let deep = String(repeating: "{\"for\":\"Label\",\"children\":[", count: 40)
    let children = repeatElement("{\"for\":\"Label\"}", count: 2000).joined(separator: ",")
    let tree = deep + children + String(repeating: "]}", count: 40)
    #expect(isOffloaded(outcome("{\"tree\":\(tree)}")))
  }

  @Test func `is small while few of its nodes differ`() {
    func nested(_ count: Int) -> String {
      String(repeating: "{\"for\":\"Label\",\"children\":[", count: count - 1) + "{\"for\":\"Label\"}"
        + String(repeating: "]}", count: count - 1)
    }
    func trees(_ count: Int, _ levels: Int) -> String {
      let inner = (0..<count).map { "{\"for\":\"Label.s\($0)\",\"children\":[\(nested(levels))]}" }
      return "{\"tree\":{\"for\":\"Label\",\"children\":[\(inner.joined(separator: ","))]}}"
    }
    #expect(outcome(trees(8, 30)).reply != nil)
    #expect(isOffloaded(outcome(trees(9, 30))))
    func overriding(_ count: Int) -> String {
      let node = "{\"for\":\"Label\",\"override\":{\"color\":\"red\"}}"
      return "{\"nodes\":[\(repeatElement(node, count: count).joined(separator: ","))]}"
    }
    #expect(outcome(overriding(249)).reply != nil)
    #expect(isOffloaded(outcome(overriding(250))))
  }

  @Test func `counts each node, good or bad, and stops at the hundredth problem`() throws {
    let reply = try #require(api.send("POST /v1/appearance", list(wrong(9_000))))
    #expect(reply.status == 400)
    #expect(reply.count("problems") == 100)
    #expect(reply["detail"]?.hasSuffix("There are 100 problems, and perhaps others.") == true)
    let good = repeatElement("Label", count: 10_001)
    #expect(api.send("POST /v1/appearance", list(good))?.code == "too-many-nodes")
    let mixed = wrong(50) + repeatElement("Label", count: 9_951)
    #expect(api.send("POST /v1/appearance", list(mixed))?.code == "too-many-nodes")
  }

  @Test func `seeks no nearest name among very many`() {
    let names = (0..<5000).map { "name\($0)" }
    #expect(NearestName.of("name_1", among: names) == nil)
    #expect(NearestName.of("name_1", among: names.prefix(2000)) == "name1")
  }
}
