internal import Changes
internal import Documents
internal import Renderings
internal import Themes

extension IdempotencyKey {
  /// The key that came with a request in `Idempotency-Key`; nil where none did.
  init?(_ request: Request, by author: Principal) throws(Refusal) {
    guard let key = request.header("Idempotency-Key") else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Refusal(
        .badRequest, "An Idempotency-Key has 1 to 255 visible ASCII characters, without spaces.")
    }
    self.init(text: "\(author.name) \(key)", fingerprint: Self.fingerprint(of: request))
  }

  private static func fingerprint(of request: Request) -> String {
    var sum = Fingerprint()
    sum.add(request.method.rawValue)
    sum.add(request.path)
    sum.add(request.query.flatMap { [$0.name, $0.value] })
    for name in ["If-Match", "If-None-Match", "Content-Type"] { sum.add(request.header(name)) }
    return sum.word.hex16 + SHA256.hex(of: request.body)
  }
}

extension Reply {
  /// What is kept of it beside an idempotency key.
  var recorded: RecordedAnswer {
    RecordedAnswer(
      status: status,
      headers: headers.map { RecordedAnswer.RecordedHeader(name: $0.name, value: $0.value) },
      body: content.bytes)
  }

  /// The first answer again, with a header that says so.
  init(replaying record: IdempotencyRecord) {
    let headers = record.answer.headers.map { Request.Field($0.name, $0.value) }
    self = .fresh(
      status: record.answer.status, record.answer.body, .json,
      headers: headers + [Request.Field("Idempotency-Replayed", "true")])
  }
}
