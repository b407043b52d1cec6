internal import Themes

/// An answer in JSON that is about this request alone and kept by nobody.
enum JSONReply {
  static func make(
    status: Int = 200, headers: [Request.Field] = [], _ members: (inout JSONWriter) -> Void
  ) -> Reply {
    var json = JSONWriter(.pretty)
    json.object { members(&$0) }
    return make(status: status, headers: headers, bytes: json.finished())
  }

  static func make(status: Int, headers: [Request.Field], bytes: [UInt8]) -> Reply {
    Reply(
      status: status, headers: headers,
      content: Content(
        bytes,
        headers: [.init("Content-Type", MediaType.json.text), .init("Cache-Control", "no-store")]))
  }
}
