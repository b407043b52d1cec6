internal import Documents
internal import Renderings
internal import Themes

/// An answer in JSON that is about this request alone and kept by nobody.
enum JSONReply {
  static func make(
    status: Int = 200, headers: [Request.Field] = [], _ members: (inout JSONWriter) -> Void
  ) -> Reply {
    var json = JSONWriter()
    json.object { members(&$0) }
    return .fresh(status: status, json.finished(), .json, headers: headers)
  }
}
