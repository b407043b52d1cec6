internal import Documents
internal import Renderings
internal import Themes

/// What a client gets that accepts nothing of what there is.
extension Refusal {
  /// None of the types that there are is accepted.
  static func notAcceptable(_ offered: [MediaType]) -> Refusal {
    let names = offered.map(\.name)
    var json = JSONWriter()
    json.array { json in for name in names { json.string(name) } }
    return Refusal(
      .notAcceptable,
      "None of the media types in 'Accept' is available; use \(names.joined(separator: ", ")).",
      members: [.init("available", json: json.bytes)])
  }
}

extension Call {
  /// Refuses a client that takes no JSON.
  func requireJSON() throws(Refusal) {
    guard Negotiation.mediaType(accept: header("Accept"), offered: [.json]) != nil else {
      throw .notAcceptable([.json])
    }
  }
}
