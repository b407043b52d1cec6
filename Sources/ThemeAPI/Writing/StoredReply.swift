internal import Changes
internal import Themes

/// How the first answer to a write is kept beside its idempotency key: the status, then the body.
enum StoredReply {
  static func bytes(of reply: Reply) -> [UInt8] {
    Array("\(reply.status)\n".utf8) + reply.content.bytes
  }

  /// The first answer again, with a header that says so.
  static func read(_ receipt: IdempotencyRecord) -> Reply {
    let parts = receipt.answer.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let status = parts.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 200
    return .fresh(
      status: status, parts.count > 1 ? Array(parts[1]) : [], .json,
      headers: [.init("Idempotency-Replayed", "true")])
  }
}

extension IdempotencyKey {
  /// The order that a request asks for with `Idempotency-Key`; nil where it does not.
  init?(
    _ request: Request, by author: Author, answer: @escaping @Sendable (Publication) -> Reply
  ) throws(Refusal) {
    guard let key = request.header("Idempotency-Key") else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Refusal(
        .badRequest, "An Idempotency-Key has 1 to 255 visible ASCII characters, without spaces.")
    }
    self.init(
      key: "\(author.name) \(key)", fingerprint: Self.fingerprint(of: request),
      answer: { StoredReply.bytes(of: answer($0)) })
  }

  private static func fingerprint(of request: Request) -> String {
    var sum = Fingerprint()
    sum.add(request.method.rawValue)
    sum.add(request.path)
    sum.add(request.query.flatMap { [$0.name, $0.value] })
    sum.add(request.header("If-Match"))
    let body = SHA256.hex(of: request.body)
    return "\(Epoch(word: sum.word))\(body)"
  }
}

extension Journal {
  /// What the same write got the first time, or why its key can't be used; nil where it is new.
  func kept(_ order: IdempotencyKey) -> Reply? {
    do throws(StoreError) {
      guard let receipt = try store.receipt(for: order.key), receipt.isGood(at: now()) else { return nil }
      return receipt.fingerprint == order.fingerprint
        ? StoredReply.read(receipt) : Refusal(.keyReused, in: current.now).reply
    } catch { return Refusal(error).reply }
  }
}
