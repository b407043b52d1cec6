/// The idempotency key of a request, which is done once however often it is sent.
package struct IdempotencyKey: Sendable, Hashable {
  /// The author's name and the key that the author chose.
  package let text: String
  /// The fingerprint of the request, so that the same key with another request is noticed.
  package let fingerprint: String

  package init(text: String, fingerprint: String) {
    self.text = text
    self.fingerprint = fingerprint
  }
}

/// The response to a write with an idempotency key, stored with the write itself.
package struct IdempotencyRecord: Sendable, Hashable {
  package let key: IdempotencyKey
  package let answer: RecordedAnswer
  package let at: Timestamp

  package init(key: IdempotencyKey, answer: RecordedAnswer, at: Timestamp) {
    (self.key, self.answer, self.at) = (key, answer, at)
  }

  /// The limits: the number of records, their bytes together, and their age in seconds.
  package static let limit = 10_000
  package static let room = 64 << 20
  package static let life: Int64 = 24 * 3600

  /// The size that counts for that limit.
  package var size: Int {
    let headers = answer.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    return key.text.utf8.count + key.fingerprint.utf8.count + headers + answer.body.count
  }

  package func isGood(at time: Timestamp) -> Bool { time < at.advanced(bySeconds: Self.life) }
}

/// A response as it can be sent again: status, its own headers, body.
package struct RecordedAnswer: Sendable, Hashable {
  package struct RecordedHeader: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let status: Int
  package let headers: [RecordedHeader]
  package let body: [UInt8]

  package init(status: Int, headers: [RecordedHeader] = [], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
