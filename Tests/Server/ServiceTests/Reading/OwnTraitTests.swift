import ServerAccess
import TestServer
import TestSupport
import Testing

/// A theme with a trait of its own and values that lean on it, over a running server.
@Suite struct `A trait of a theme's own` {
  private let server: RunningServer

  private static let dense = ##"""
    {
      "traits": { "density": { "values": ["regular", "compact"], "default": "regular" } },
      "colors": { "ink": { "value": "#111", "when": [{ "traits": { "density": "compact" }, "value": "#222" }] } },
      "values": {
        "space.m": {
          "type": "dimension", "value": { "value": 1, "unit": "rem" },
          "when": [{ "traits": { "density": "compact" }, "value": { "value": 8, "unit": "px" } }]
        },
        "gap": { "type": "dimension", "value": "{space.m}" }
      }
    }
    """##

  init() throws {
    server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"),
      "themes/default.json": ##"{ "colors": { "ink": "#000" } }"##, "themes/dense.json": Self.dense,
      "themes/child.json": #"{ "extends": "dense" }"#,
    ])
  }

  @Test(arguments: [
    ("dense", "", "#111111"), ("dense", "&density=compact", "#222222"),
    ("child", "&density=compact", "#222222"),
  ])
  func `is a parameter of questions about it and its children`(theme: String, more: String, hex: String)
    throws
  {
    #expect(
      try server.get("/v1/colors/ink?theme=\(theme)\(more)").text == #"{"name":"ink","value":"\#(hex)"}"#)
  }

  @Test func `is told with its default, and followed by values that refer to others`() throws {
    #expect(try server.get("/v1/theme?theme=dense").text.contains(#""density":"regular""#))
    #expect(
      try server.get("/v1/values/gap?theme=dense&density=compact").text
        == #"{"name":"gap","type":"dimension","value":{"value":8,"unit":"px"}}"#)
    #expect(
      try server.get("/v1/themes").text.contains(
        #""traits":{"density":{"values":["regular","compact"],"default":"regular"}}"#))
  }

  @Test func `is refused with a value that it has not, and passed over by other themes of a channel`() throws
  {
    #expect(try server.get("/v1/colors/ink?theme=dense&density=loose").status == 400)
    #expect(try server.get("/v1/colors/ink?theme=default&density=compact").status == 400)
    #expect(try server.get("/v1/colors/ink?density=compact").text == ##"{"name":"ink","value":"#000000"}"##)
  }

  @Test func `is an attribute in style sheets`() throws {
    let css = try server.get("/v1/theme.css?theme=dense").text
    #expect(css.contains(#":where([data-density="compact"])"#) && css.contains("--ink: #222222;"), "\(css)")
  }
}
