internal import CPostgreSQL
internal import Glibc

/// A connection to a PostgreSQL server, closed when its owner lets go of it. It is one thread's at a time.
///
/// Statements are sent in portions, each answered as a whole. Only libpq's asynchronous calls are used, and each wait
/// has a deadline: `PQexec` and `PQconnectdb` have none, and libpq's own `connect_timeout` does not count here.
/// Nothing is ever canceled: a COMMIT that is canceled while it waits for its standby is answered as done.
@safe
package final class PostgresConnection {
  let handle: OpaquePointer
  private let warnings: Warnings
  /// Portions that were sent and whose answers were not read to the end: what each answer is to.
  private var unread: [[Sent]] = []
  private var plans = KeptPlans()
  /// What came by NOTIFY and was not asked for yet.
  private var heard: [String] = []
  /// Rung by whoever knows that waiting here is of no use any more.
  private let interruption: Doorbell?

  /// Begins to connect; `PostgresRace` goes on with it.
  init(starting parameters: PostgresParameters, interruption: Doorbell?) throws(PostgresFailure) {
    let names = CStrings(parameters.values.map(\.name)), values = CStrings(parameters.values.map(\.value))
    guard let handle = unsafe PQconnectStartParams(names.pointers, values.pointers, 0) else {
      throw .lost("out of memory")
    }
    unsafe self.handle = unsafe handle
    self.interruption = interruption
    warnings = Warnings()
    // With the SQLSTATE in the message: libpq tells it nowhere else while it connects.
    unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    unsafe PQsetNoticeReceiver(
      handle, { unsafe Warnings.receive($0, $1) }, Unmanaged.passUnretained(warnings).toOpaque())
    if unsafe PQstatus(handle) == CONNECTION_BAD { throw connectFailure }
  }

  deinit { unsafe PQfinish(handle) }

  /// Once it is connected: from here on statements are sent in portions.
  func begin() throws(PostgresFailure) {
    guard unsafe PQsetnonblocking(handle, 1) == 0 && PQenterPipelineMode(handle) == 1 else { throw lost }
    unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
  }

  /// The address that was connected to, so that a second connection needs no look-up of names.
  package var address: String { unsafe PQhostaddr(handle).map { unsafe String(cString: $0) } ?? "" }

  /// The number of the session, as whoever answered the connect told it: behind a pooler it is none of the server's.
  package var session: Int32 { unsafe PQbackendPID(handle) }

  /// The protocol that it is encrypted by, such as `TLSv1.3`; nil where it is not.
  package var tls: String? {
    guard unsafe PQsslInUse(handle) == 1 else { return nil }
    return unsafe PQsslAttribute(handle, "protocol").map { unsafe String(cString: $0) } ?? "TLS"
  }

  /// What must be watched for notices; changes never.
  package var descriptor: Int32 { unsafe PQsocket(handle) }

  /// Has the server keep the plan of each statement from now on: making it anew takes longer than most of them. Only for
  /// a session of the server's own, since behind a pooler the next transaction may have another.
  package func keepPlans() { plans.isKeeping = true }

  /// Fails where the server has closed the connection already: nothing has been sent then. The end is seen only once
  /// all that came before it is read, such as the answer to a portion that nobody waited for.
  package func checkOpen() throws(PostgresFailure) {
    repeat {
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    } while Readiness.isReadable(descriptor)
  }

  /// Sends statements that are answered together. Unless they say otherwise they are one transaction; after one that
  /// fails, none of the rest is run.
  package func send(_ statements: [PostgresStatement]) throws(PostgresFailure) {
    // All are looked at first: of a portion none is sent that could not be sent whole.
    var prepared: [(sql: String, values: ParameterBytes)] = []
    for statement in statements {
      guard let values = ParameterBytes(statement.values) else {
        throw PostgresFailure(state: "22021", message: "a text holds U+0000")
      }
      prepared.append((statement.sql, values))
    }
    var sent: [Sent] = []
    for statement in prepared { try send(statement.sql, statement.values, &sent) }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
    unread.append(sent)
    guard unsafe PQflush(handle) >= 0 else { throw lost }
  }

  /// The answers to the portion that was sent last; those before it are read and let go.
  package func receive(until deadline: MonotonicTime) throws(PostgresFailure) -> [PostgresResult] {
    // Where one of them throws, the connection is lost, and nothing more will come.
    while unread.count > 1 { _ = try portion(until: deadline) }
    return try portion(until: deadline).get()
  }

  /// Sends statements and waits for their answers.
  package func run(
    _ statements: PostgresStatement..., until deadline: MonotonicTime
  ) throws(PostgresFailure) -> [PostgresResult] {
    try run(statements, until: deadline)
  }

  package func run(
    _ statements: [PostgresStatement], until deadline: MonotonicTime
  ) throws(PostgresFailure) -> [PostgresResult] {
    try send(statements)
    return try receive(until: deadline)
  }

  /// Whether the server has warned since this was asked last.
  package func takeWarning() -> Bool { warnings.take() }

  /// What others have told by NOTIFY. Reads what has arrived, and waits for nothing.
  package func notices() throws(PostgresFailure) -> [String] {
    guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    defer { heard = [] }
    return hasHeard ? heard : []
  }

  /// Whether notices are there that came along with answers: they have been read by then, so that who watches the
  /// descriptor does not see them.
  package var hasHeard: Bool {
    while let notice = unsafe PQnotifies(handle) {
      heard.append(unsafe String(cString: notice.pointee.extra))
      unsafe PQfreemem(notice)
    }
    return !heard.isEmpty
  }
}

/// How answers are read.
extension PostgresConnection {
  /// The answers to one portion, or what failed in it; throws where the connection is of no use any more.
  private func portion(
    until deadline: MonotonicTime
  ) throws(PostgresFailure) -> Result<[PostgresResult], PostgresFailure> {
    var results: [PostgresResult] = []
    var failure: PostgresFailure?
    var answers = 0
    while true {
      guard let result = try next(until: deadline) else { continue }
      defer { answers += 1 }
      switch result.status {
      case PGRES_PIPELINE_SYNC:
        unread.removeFirst()
        return failure.map { .failure($0) } ?? .success(results)
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        switch unread[0][answers] {
        case .statement: results.append(result)
        case .plan(let sql, let name): plans.keep(name, of: sql)
        }
      case PGRES_PIPELINE_ABORTED: break
      default:
        failure = failure ?? result.failure
        // A server that ends the session says why before it goes.
        if unsafe PQstatus(handle) == CONNECTION_BAD { throw result.failure }
      }
    }
  }

  /// The next answer; nil between two statements.
  private func next(until deadline: MonotonicTime) throws(PostgresFailure) -> PostgresResult? {
    while unsafe PQisBusy(handle) == 1 {
      let unsent = unsafe PQflush(handle)
      guard unsent >= 0 else { throw lost }
      try Readiness.wait(for: descriptor, writing: unsent == 1, until: deadline, or: interruption)
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    }
    guard let result = unsafe PQgetResult(handle) else {
      if unsafe PQstatus(handle) == CONNECTION_BAD { throw lost }
      return nil
    }
    return unsafe PostgresResult(owning: result)
  }

  private func send(
    _ sql: String, _ values: ParameterBytes, _ sent: inout [Sent]
  ) throws(PostgresFailure) {
    let count = Int32(values.lengths.count)
    let isSent: Int32
    if let name = try plan(of: sql, &sent) {
      isSent = unsafe PQsendQueryPrepared(
        handle, name, count, values.pointers, values.lengths, values.formats, 0)
    } else {
      isSent = unsafe PQsendQueryParams(
        handle, sql, count, nil, values.pointers, values.lengths, values.formats, 0)
    }
    guard isSent == 1 else { throw lost }
    sent.append(.statement)
  }

  /// The name of a statement's plan, which is made first where there is none; nil where none is kept.
  private func plan(of sql: String, _ sent: inout [Sent]) throws(PostgresFailure) -> String? {
    if let name = plans.name(of: sql) { return name }
    for case .plan(sql, let name) in sent { return name }
    guard let name = plans.newName() else { return nil }
    guard unsafe PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost }
    sent.append(.plan(of: sql, name))
    return name
  }

  private var lost: PostgresFailure {
    .lost(unsafe String(cString: PQerrorMessage(handle)).oneLine)
  }

  /// With the SQLSTATE where the server said one: `FATAL:  28P01: password authentication failed …`.
  var connectFailure: PostgresFailure {
    let message = unsafe String(cString: PQerrorMessage(handle)).oneLine
    let words = message.split(separator: " ")
    let state = words.first { word in
      word.utf8.count == 6 && word.last == ":" && word.dropLast().utf8.allSatisfy(\.isUpperOrDigit)
        && word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    let text = message.components(before: "; LOCATION:")
    return PostgresFailure(state: state.map { String($0.dropLast()) } ?? "", message: text)
  }
}

/// What was sent, in the order in which it is answered.
private enum Sent {
  case statement
  case plan(of: String, String)
}

/// The plans that the server keeps for a connection, by their statements.
private struct KeptPlans {
  /// The statements are always the same few: this is for none that are made up as they go.
  private static let limit = 100

  var isKeeping = false
  private var names: [String: String] = [:]
  private var count = 0

  func name(of sql: String) -> String? { names[sql] }

  /// For one more; nil where none is kept. A plan that could not be made leaves its name unused.
  mutating func newName() -> String? {
    guard isKeeping, count < Self.limit else { return nil }
    count += 1
    return "livery_\(count)"
  }

  mutating func keep(_ name: String, of sql: String) { names[sql] = name }
}

/// Notes that the server warned. What it says is in the language of the server, so it is not looked at.
private final class Warnings {
  private var isWarned = false

  func take() -> Bool {
    defer { isWarned = false }
    return isWarned
  }

  static func receive(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context = unsafe context,
      let severity = unsafe PQresultErrorField(result, PostgresField.severity),
      unsafe String(cString: severity) == "WARNING"
    else { return }
    unsafe Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().isWarned = true
  }
}

extension UInt8 {
  fileprivate var isUpperOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}

extension String {
  fileprivate func components(before mark: String) -> String {
    firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
