package import Changes
internal import Documents
internal import Renderings
internal import Themes

extension Call {
  /// Returns a change that is decided at its turn, and that shares its commit with others that wait.
  /// - Parameters:
  ///   - decide: returns the change for the state that it builds on.
  ///   - answer: returns the reply, which is stored with the idempotency key if there is one.
  func write(
    to publisher: Publisher, note: String? = nil, buildsOn: Cursor? = nil,
    decide: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Refusal) -> ChangeRequest.Action,
    answer: @escaping @Sendable (Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let author = principal.name
    let trace = TraceContext(of: request)
    let submission = Submission(key: try IdempotencyKey(request, by: author)) {
      snapshot, summary throws(Refusal) in
      ChangeRequest(
        try decide(snapshot, summary), at: publisher.now(), by: author, note: note, buildsOn: buildsOn,
        trace: trace)
    } record: {
      answer($0).recorded
    }
    return .offload(.init(SharedWrite(publisher: publisher, submission: submission, answer: answer)))
  }

  /// Returns a change of documents, which has its own commit.
  /// - Parameter read: reads what the change needs, on the same thread beside the workers.
  func writeDocuments<Value: Sendable>(
    to publisher: Publisher, reading read: @escaping @Sendable () throws(Refusal) -> Value,
    perform:
      @escaping @Sendable (Value, DocumentWrite) throws(Publisher.DocumentError) -> WriteResult<Never>,
    answer: @escaping @Sendable (Value, Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let key = try IdempotencyKey(request, by: principal.name)
    let trace = TraceContext(of: request)
    return .offload(
      .init(
        on: .checking,
        committing: { permit in
          let value: Value
          do throws(Refusal) { value = try read() } catch { return error.reply }
          do throws(Publisher.DocumentError) {
            let write = DocumentWrite(key: key, permit: permit, trace: trace) { answer(value, $0).recorded }
            let result = try perform(value, write)
            return result.reply(
              in: publisher.current.now, refusal: { (_: Never) -> Refusal in }, answer: { answer(value, $0) })
          } catch { return Refusal(error).reply }
        }))
  }
}

/// A write on its way to the publisher, which may share its commit with others.
struct SharedWrite: Sendable {
  let publisher: Publisher
  let submission: Submission<Refusal>
  let answer: @Sendable (Publication) -> Reply

  var mayJoin: Bool { submission.key == nil }

  /// - Parameter joining: returns the writes that join them, called when the turn begins.
  static func perform(_ writes: [SharedWrite], joining: () -> [SharedWrite] = { [] }) -> [Reply] {
    guard let publisher = writes.first?.publisher else { return [] }
    var writes = writes
    do throws(StoreError) {
      let results = try publisher.publish(writes.map(\.submission)) {
        let joined = joining()
        writes += joined
        return joined.map(\.submission)
      }
      let snapshot = publisher.current.now
      return zip(writes, results).map { $1.reply(in: snapshot, refusal: { $0 }, answer: $0.answer) }
    } catch {
      let refusal = Refusal(error).reply
      return writes.map { _ in refusal }
    }
  }
}

extension WriteResult {
  fileprivate func reply(
    in snapshot: Snapshot, refusal: (Failure) -> Refusal, answer: (Publication) -> Reply
  ) -> Reply {
    switch self {
    case .published(let publication): answer(publication)
    case .replayed(let record): Reply(replaying: record)
    case .refused(let error): Refusal(error, in: snapshot).reply
    case .failed(let failure): refusal(failure).reply
    }
  }
}

extension Publication {
  /// Returns a reply that names what was changed, with the cursor of the log after the write in a header too.
  func reply(
    _ key: String, _ name: String, status: Int = 200, headers: [Request.Field] = [],
    _ members: (inout JSONWriter) -> Void = { _ in }
  ) -> Reply {
    .json(status: status, headers: [.init("Livery-Cursor", head.description)] + headers) { json in
      json.member(key, name)
      json.member("cursor", head.description)
      members(&json)
    }
  }
}

extension IdempotencyKey {
  /// The key that the header `Idempotency-Key` gives a request; nil without that header.
  init?(_ request: Request, by author: String) throws(Refusal) {
    guard let key = request.header("Idempotency-Key") else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Refusal(.badRequest, "An Idempotency-Key has 1 to 255 visible ASCII characters, without spaces.")
    }
    self.init(text: "\(author) \(key)", fingerprint: Self.fingerprint(of: request))
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
  /// The form that is stored with an idempotency key.
  fileprivate var recorded: RecordedAnswer {
    RecordedAnswer(
      status: status,
      headers: headers.map { RecordedAnswer.RecordedHeader(name: $0.name, value: $0.value) },
      body: content.bytes)
  }

  /// The first reply again, with a header that says so.
  fileprivate init(replaying record: IdempotencyRecord) {
    let headers = record.answer.headers.map { Request.Field($0.name, $0.value) }
    self = .fresh(
      status: record.answer.status, record.answer.body, .json,
      headers: headers + [Request.Field("Idempotency-Replayed", "true")])
  }
}

/// An attempt to change something, for the log of writes.
package struct WriteRecord: Sendable {
  /// A word such as `switchTheme`.
  package let operation: String
  package let author: String
  package let address: String
  package let channel: String?
  /// The name of the theme, the image or the schedule.
  package let name: String?
  package let status: Int
  /// The cursor of the log after the write; nil if it was refused.
  package let cursor: String?
  /// The reason for a refusal; nil if there was none.
  package let refusal: String?
  /// The trace of the request, if it names one.
  package let trace: TraceContext?

  /// Returns nil for a request that stored nothing and was not refused.
  /// - Parameter name: the name in the path, used unless the endpoint noted another.
  init?(
    of reply: Reply, to operation: Operation, about name: String?, by author: String, from address: String,
    in trace: TraceContext?
  ) {
    let cursor = reply.headers.first { $0.name == "Livery-Cursor" }?.value
    let isRefused = reply.status >= 400
    guard isRefused || cursor != nil else { return nil }
    (self.operation, self.author, self.address, self.trace) = (operation.id, author, address, trace)
    let name = reply.note?.name ?? name
    channel = reply.note?.channel?.shown
    // The key of a draft may be there in place of its id.
    self.name = name?.isDraftKey == true && operation.pattern.hasPrefix("/v1/drafts/") ? "…" : name?.shown
    status = reply.status
    (self.cursor, refusal) = isRefused ? (nil, reply.note?.refusal ?? "") : (cursor, nil)
  }
}

/// The facts about a reply that only the log of writes needs. An object, so that all other replies stay small.
final class WriteNote: Sendable {
  let channel: String?
  let name: String?
  /// The sentence of a refusal.
  let refusal: String?

  init(channel: String? = nil, name: String? = nil, refusal: String? = nil) {
    (self.channel, self.name, self.refusal) = (channel, name, refusal)
  }
}

extension Outcome {
  /// Returns the outcome of a write, whose record names a channel and perhaps a theme.
  func noting(channel: String?, name: String? = nil) -> Outcome {
    then { reply in
      var reply = reply
      reply.note = WriteNote(channel: channel, name: name, refusal: reply.note?.refusal)
      return reply
    }
  }
}

extension Call {
  /// Returns the outcome of a write in a channel, which is refused if the author may not operate there.
  func operate(
    in channel: String, showing theme: String? = nil, _ write: () throws(Refusal) -> Outcome
  ) -> Outcome {
    var outcome: Outcome
    do throws(Refusal) {
      try principal.check(.operate, in: channel)
      outcome = try write()
    } catch { outcome = .reply(error.reply) }
    return outcome.noting(channel: channel, name: theme)
  }
}
