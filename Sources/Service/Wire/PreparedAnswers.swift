internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// The daemon's responses kept beside a content, one for each set of headers it was last sent with.
final class PreparedAnswers: Sendable {
  private struct Prepared {
    let headers: [Request.Field]
    let isBodiless: Bool
    let response: Response
  }

  private static let kept = 4
  private let prepared = Mutex<[Prepared]>([])

  /// The answer that sends this reply; nil when memory has run out.
  static func answer(_ reply: Reply) -> StatusResponse? {
    let isBodiless = reply.status == 304 || reply.status == 204
    let content = reply.content
    guard content !== Content.empty else {
      return make(reply, isBodiless: isBodiless).map { StatusResponse(status: reply.status, response: $0) }
    }
    let answers = content.attached { PreparedAnswers() }
    return answers.response(reply, isBodiless: isBodiless).map {
      StatusResponse(status: reply.status, response: $0)
    }
  }

  private func response(_ reply: Reply, isBodiless: Bool) -> Response? {
    prepared.withLock { prepared in
      for one in prepared where one.isBodiless == isBodiless && one.headers == reply.headers {
        return one.response
      }
      guard let response = Self.make(reply, isBodiless: isBodiless) else { return nil }
      if prepared.count == Self.kept { prepared.removeLast() }
      prepared.insert(Prepared(headers: reply.headers, isBodiless: isBodiless, response: response), at: 0)
      return response
    }
  }

  private static func make(_ reply: Reply, isBodiless: Bool) -> Response? {
    var headers = (reply.headers + reply.content.headers).map { (name: $0.name, value: $0.value) }
    if isBodiless { headers.removeAll { $0.name.equalsIgnoringASCIICase("Content-Type") } }
    return Response(bytes: isBodiless && reply.status != 304 ? [] : reply.content.bytes, headers: headers)
  }
}
