import Documents
import ServerAccess
import Service
import TestServer
import Testing
import Themes

/// Compares the real program's responses to wrong requests word by word.
@Suite struct `A bad question to a running server` {
  private let server: ShippedServer

  init() throws { server = try ShippedServer.running }

  /// A request with the status, the code and the sentence of its response.
  struct Row: Sendable, CustomTestStringConvertible {
    let ask: String
    let status: Int
    let code: String
    let sentence: String

    init(_ ask: String, _ status: Int, _ code: String, _ sentence: String) {
      (self.ask, self.status, self.code, self.sentence) = (ask, status, code, sentence)
    }

    var testDescription: String { ask }
  }

  private static let questions: [Row] = [
    Row(
      "/v1/theme?userInterfaceStlye=dark", 400, "unknown-parameter",
      "There is no parameter 'userInterfaceStlye'; did you mean 'userInterfaceStyle'?"),
    Row(
      "/v1/theme?chanel=main", 400, "unknown-parameter",
      "There is no parameter 'chanel'; did you mean 'channel'?"),
    Row(
      "/v1/kits?theme=night", 400, "unknown-parameter",
      "There is no parameter 'theme'; this takes no parameters."),
    Row(
      "/v1/theme?userInterfaceStyle=drak", 400, "bad-parameter",
      "The trait userInterfaceStyle can't be 'drak'; did you mean 'dark'?"),
    Row(
      "/v1/theme?userInterfaceStyle=plaid", 400, "bad-parameter",
      "The trait userInterfaceStyle can't be 'plaid'; it can be 'light' or 'dark'."),
    Row(
      "/v1/theme?displayScale=two", 400, "bad-parameter",
      "The trait displayScale should be a number, not 'two'."),
    Row(
      "/v1/theme?displayScale=2&displayScale=2", 400, "repeated-parameter",
      "The parameter 'displayScale' is given more than once."),
    Row(
      "/v1/theme?theme=new-yaer", 404, "unknown-theme",
      "There is no theme 'new-yaer'; did you mean 'new-year'?"),
    Row(
      "/v1/theme?channel=mian", 404, "unknown-channel",
      "There is no channel 'mian'; did you mean 'main'?"),
    Row(
      "/v1/theme?channel=lobby", 404, "unknown-channel",
      "There is no channel 'lobby'. The first switch in it makes it."),
    Row(
      "/v1/colors/acent", 404, "unknown-color",
      "The theme default has no color 'acent'; did you mean 'accent'?"),
    Row(
      "/v1/images/lgoo", 404, "unknown-image",
      "The theme default has no image 'lgoo'; did you mean 'logo'?"),
    Row("/v1/kits/wed", 404, "unknown-kit", "There is no kit 'wed'; did you mean 'web'?"),
    Row(
      "/v1/appearance", 400, "missing-parameter",
      "The parameter 'for' is missing: The class, with its styles."),
    Row(
      "/v1/appearance?for=UIButon", 400, "unknown-class",
      "The kit uikit has no class 'UIButon'; did you mean 'UIButton'?"),
    Row(
      "/v1/appearance?for=UIButton&in=UIWindw/UIToolbar", 400, "unknown-class",
      "The kit uikit has no class 'UIWindw'; did you mean 'UIWindow'?"),
    Row(
      "/v1/appearance?for=UIButton..big", 400, "bad-parameter",
      "'UIButton..big' is no target; write Class or Class.style, such as UIButton.sure."),
    Row(
      "/v1/appearance?for=UIButton&property=titelColor:normal", 400, "unknown-property",
      "UIButton has no property 'titelColor'; did you mean 'titleColor'?"),
    Row(
      "/v1/appearance?for=UIButton&property=titleColor", 400, "bad-parameter",
      "UIButton's titleColor takes 1 axis value, not 0, as in 'titleColor:normal'."),
    Row(
      "/v1/appearance?for=UIButton&explain=maybe", 400, "bad-parameter",
      "The parameter 'explain' is true, false or all, not 'maybe'."),
    Row("/v1/theem", 404, "not-found", "There is nothing at '/v1/theem'; did you mean '/v1/theme'?"),
  ]

  @Test(arguments: questions) func `is told what is wrong in one sentence`(row: Row) throws {
    try Self.check(server.get(row.ask), row)
  }

  @Test(arguments: [
    (
      "/v1/theme",
      "application/json, text/css, application/xml, application/design-tokens+json"
    ),
    ("/v1/colors/accent", "application/json"),
    ("/v1/images/logo", "application/json"),
    ("/v1/appearance?for=UIButton", "application/json"),
    ("/v1/themes", "application/json"),
    ("/v1/themes/night", "application/json"),
    ("/v1/kits", "application/json"),
    ("/v1/kits/web", "application/json"),
    ("/v1/active", "application/json"),
    ("/v1/channels", "application/json"),
    ("/v1/schedule", "application/json"),
  ])
  func `that accepts nothing of what is there is told what is`(target: String, there: String) throws {
    for accept in ["image/png", "text/*;q=0, application/*;q=0"] {
      let answer = try server.get(target, headers: [("Accept", accept)])
      try Self.check(
        answer,
        Row(target, 406, "not-acceptable", "None of the media types in 'Accept' is available; use \(there).")
      )
      let list = try Self.document(answer)["available"]?.items.compactMap(\.string)
      #expect(list?.joined(separator: ", ") == there)
    }
    let fitting = try server.get(target, headers: [("Accept", "image/png, */*;q=0.1")])
    #expect(fitting.status == 200)
    #expect(fitting["vary"]?.contains("Accept,") == true, "a cache keeps the answers apart")
  }

  /// A body with the sentence, the line and the column of the response.
  struct Body: Sendable, CustomTestStringConvertible {
    let text: String
    let code: String
    let sentence: String
    let place: [Int]

    init(_ text: String, _ code: String, _ sentence: String, _ place: [Int]) {
      (self.text, self.code, self.sentence, self.place) = (text, code, sentence, place)
    }

    var testDescription: String { text }
  }

  private static let bodies: [Body] = [
    Body("", "bad-body", "The body is not JSON.", [1, 1]),
    Body("{\n  \"nodes\": [,]\n}", "bad-body", "The body is not JSON.", [2, 13]),
    Body("[]", "bad-body", "The body should be an object.", [1, 1]),
    Body("{\n  \"nods\": []\n}", "bad-body", "The body has no 'nods'; did you mean 'nodes'?", [2, 3]),
    Body("{}", "bad-body", "The body needs 'nodes' or 'tree', and not both.", [1, 1]),
    Body(#"{ "nodes": {} }"#, "bad-body", "'nodes' should be an array.", [1, 12]),
    Body(#"{ "nodes": [ 7 ] }"#, "bad-body", "A node should be an object.", [1, 14]),
    Body(#"{ "nodes": [ {} ] }"#, "bad-body", "A node needs 'for'.", [1, 14]),
    Body(#"{ "nodes": [ { "for": 7 } ] }"#, "bad-body", "'for' should be a string.", [1, 23]),
    Body(
      #"{ "nodes": [ { "for": "UIButton", "id": [] } ] }"#, "bad-body",
      "An 'id' should be a string or a number.", [1, 41]),
    Body(
      "{ \"nodes\": [\n  { \"for\": \"UIButon\" }\n] }", "bad-body",
      "The kit uikit has no class 'UIButon'; did you mean 'UIButton'?", [2, 12]),
    Body(
      ##"{ "nodes": [ { "for": "UIButton", "override": { "tintColour": "#fff" } } ] }"##, "bad-body",
      "UIButton has no property 'tintColour'; did you mean 'tintColor'?", [1, 49]),
    Body(
      #"{ "traits": { "userInterfaceStyle": true }, "nodes": [] }"#, "bad-body",
      "The trait 'userInterfaceStyle' should be a string or a number.", [1, 37]),
    Body(
      #"{ "tree": { "for": "UIView", "children": {} } }"#, "bad-body", "'children' should be an array.",
      [1, 42]),
  ]

  @Test(arguments: bodies) func `in a body is told where`(body: Body) throws {
    let answer = try server.post("/v1/appearance", body.text)
    try Self.check(answer, Row(body.text, 400, body.code, body.sentence))
    let problem = try #require(try Self.document(answer)["problems"].flatMap { Array($0.items).first })
    #expect([problem["line"]?.integer, problem["column"]?.integer] == body.place)
  }

  @Test func `in a batch that is too long or too deep is told the limit`() throws {
    let nodes = Array(repeating: #"{"for":"UIView"}"#, count: 10_001).joined(separator: ",")
    try Self.check(
      server.post("/v1/appearance", "{\"nodes\":[\(nodes)]}"),
      Row("10 001 nodes", 413, "too-many-nodes", "A batch of this kind has at most 10000 nodes."))
    let explained = Array(repeating: #"{"for":"UIView"}"#, count: 102).joined(separator: ",")
    try Self.check(
      server.post("/v1/appearance?explain=true", "{\"nodes\":[\(explained)]}"),
      Row("102 explained", 413, "too-many-nodes", "A batch of this kind has at most 101 nodes."))
    for depth in [65, 100, 5000] {
      let tree =
        String(repeating: #"{"for":"UIView","children":["#, count: depth - 1) + #"{"for":"UIView"}"#
        + String(repeating: "]}", count: depth - 1)
      try Self.check(
        server.post("/v1/appearance", "{\"tree\":\(tree)}"),
        Row("\(depth) levels", 400, "too-deep", "A tree has at most 64 levels."))
    }
  }

  private static func document(_ answer: HTTPClient.ServerReply) throws -> JSONNode {
    try #require(JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).0)
  }

  private static func check(_ answer: HTTPClient.ServerReply, _ row: Row) throws {
    #expect(answer.status == row.status)
    #expect(answer["content-type"] == "application/problem+json")
    #expect(answer["cache-control"] == "no-store")
    let problem = try document(answer)
    #expect(problem["type"]?.string == "urn:livery:problem:\(row.code)")
    #expect(problem["status"]?.integer == row.status)
    #expect(problem["detail"]?.string == row.sentence)
    #expect(problem["title"]?.string?.isEmpty == false)
  }
}
