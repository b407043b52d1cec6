internal import Bindings
internal import ThemeAPI

/// What libmicrohttpd sends, made of a reply: once for all who get the same.
extension Reply {
  /// The answer that sends this reply; nil when memory has run out.
  var answer: StatusResponse? {
    let isBodiless = status == 304 || status == 204
    guard content !== Content.empty else {
      return response(isBodiless: isBodiless).map { StatusResponse(status: status, response: $0) }
    }
    if let kept = content.response(with: headers, isBodiless: isBodiless) as? Response {
      return StatusResponse(status: status, response: kept)
    }
    guard let made = response(isBodiless: isBodiless) else { return nil }
    content.keep(made, with: headers, isBodiless: isBodiless)
    return StatusResponse(status: status, response: made)
  }

  private func response(isBodiless: Bool) -> Response? {
    var fields = (headers + content.headers).map { (name: $0.name, value: $0.value) }
    // Of every answer with a body: what it is, is never guessed.
    if !isBodiless { fields.append((name: "X-Content-Type-Options", value: "nosniff")) }
    if isBodiless { fields.removeAll { $0.name.equalsIgnoringASCIICase("Content-Type") } }
    if let part = content.file, let image = part.file as? OpenImage, !isBodiless, !part.range.isEmpty {
      return image.response(sending: part.range, headers: fields)
    }
    return Response(bytes: isBodiless && status != 304 ? [] : content.bytes, headers: fields)
  }
}
