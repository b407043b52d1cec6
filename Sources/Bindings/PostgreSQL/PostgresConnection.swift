internal import CPostgreSQL
internal import Glibc

/// A connection to a PostgreSQL server, closed when it is released. One thread uses it at a time.
///
/// Statements are sent in portions, and each portion is answered as a whole. Only libpq's asynchronous calls are used, so
/// that each wait has a deadline: `PQexec` and `PQconnectdb` have none.
/// Nothing is ever canceled: PostgreSQL answers a COMMIT that is canceled while it waits for its standby as done.
///
/// The server keeps the plan of each statement: planning takes it longer than most statements do.
@safe
package final class PostgresConnection {
  let handle: OpaquePointer
  /// A request to prepare a plan, which is answered like a statement.
  private typealias Plan = (sql: String, name: String)
  /// The portions whose answers were not read to the end; for each answer, the plan that it prepares, or nil.
  private var unread: [[Plan?]] = []
  /// The names of the plans that the server keeps, by their statements.
  private var plans: [String: String] = [:]
  private var planCount = 0
  /// A bound in case statements are composed at run time: the usual statements are the same few.
  private static let planLimit = 100
  private var isWarned = false
  /// The payloads that arrived by NOTIFY and that `notices` has not returned yet.
  private var received: [String] = []
  /// Ends every wait once it is rung.
  private let interruption: Doorbell?

  /// Begins to connect; `PostgresConnecting` continues.
  init(starting parameters: PostgresParameters, interruption: Doorbell?) throws(PostgresFailure) {
    let pairs = Array(parameters.values)
    let names = CStrings(pairs.map(\.key)), values = CStrings(pairs.map(\.value))
    guard let handle = unsafe PQconnectStartParams(names.pointers, values.pointers, 0) else {
      throw .lost("out of memory")
    }
    unsafe self.handle = unsafe handle
    self.interruption = interruption
    // The message then holds the SQLSTATE: libpq has it nowhere else while it connects.
    unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    unsafe PQsetNoticeReceiver(
      handle, { unsafe PostgresConnection.receive($0, $1) }, Unmanaged.passUnretained(self).toOpaque())
    if unsafe PQstatus(handle) == CONNECTION_BAD { throw connectFailure }
  }

  deinit { unsafe PQfinish(handle) }

  /// Prepares a connection that was just made for portions of statements.
  func begin() throws(PostgresFailure) {
    guard unsafe PQsetnonblocking(handle, 1) == 0 && PQenterPipelineMode(handle) == 1 else { throw lost }
    unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
  }

  /// The address of the server, so that a second connection needs no name resolution.
  package var address: String { unsafe PQhostaddr(handle).map { unsafe String(cString: $0) } ?? "" }

  /// The process ID that was reported when the connection was made. A connection pooler reports one of its own.
  package var session: Int32 { unsafe PQbackendPID(handle) }

  /// The encryption protocol, such as `TLSv1.3`; nil for none.
  package var tls: String? {
    guard unsafe PQsslInUse(handle) == 1 else { return nil }
    return unsafe PQsslAttribute(handle, "protocol").map { unsafe String(cString: $0) } ?? "TLS"
  }

  /// The socket; constant once the connection is made.
  package var descriptor: Int32 { unsafe PQsocket(handle) }

  /// Throws if the server has already closed the connection: nothing has been sent then. The end is visible only after
  /// everything before it was read, such as the response to statements for which no caller waited.
  package func checkOpen() throws(PostgresFailure) {
    repeat {
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    } while Poll.wait(for: [descriptor], until: .now)
  }

  /// Sends statements that are answered together. Without BEGIN and COMMIT they are one transaction. After a statement
  /// that fails, the rest is not run.
  package func send(_ statements: [PostgresStatement]) throws(PostgresFailure) {
    // All values are checked first: a portion is sent whole or not at all.
    var prepared: [(sql: String, values: ParameterBytes)] = []
    for statement in statements {
      guard let values = ParameterBytes(statement.values) else {
        throw PostgresFailure(state: "22021", message: "a text holds U+0000")
      }
      prepared.append((statement.sql, values))
    }
    var sent: [Plan?] = []
    for statement in prepared { try send(statement.sql, statement.values, &sent) }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
    unread.append(sent)
    guard unsafe PQflush(handle) >= 0 else { throw lost }
  }

  /// Returns the answers to the portion that was sent last. Answers to earlier portions are discarded.
  package func receive(until deadline: MonotonicTime) throws(PostgresFailure) -> [PostgresResult] {
    // If one of them throws, the connection is lost, and nothing more will arrive.
    while unread.count > 1 { _ = try portion(until: deadline) }
    return try portion(until: deadline).get()
  }

  package func run(
    _ statements: PostgresStatement..., until deadline: MonotonicTime
  ) throws(PostgresFailure) -> [PostgresResult] { try run(statements, until: deadline) }

  package func run(
    _ statements: [PostgresStatement], until deadline: MonotonicTime
  ) throws(PostgresFailure) -> [PostgresResult] {
    try send(statements)
    return try receive(until: deadline)
  }

  /// Returns whether the server has warned since the last call.
  package func takeWarning() -> Bool {
    defer { isWarned = false }
    return isWarned
  }

  /// Notes a warning. Its text is in the language of the server, so it is not read.
  private static func receive(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context = unsafe context,
      let severity = unsafe PQresultErrorField(result, PostgresField.severity),
      unsafe String(cString: severity) == "WARNING"
    else { return }
    unsafe Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().isWarned = true
  }

  /// Returns the payloads that have arrived by NOTIFY since the last call, without waiting.
  package func notices() throws(PostgresFailure) -> [String] {
    guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    defer { received = [] }
    return hasNotices ? received : []
  }

  /// Indicates whether notices arrived along with answers. They are read already, so the socket does not become readable
  /// for them.
  package var hasNotices: Bool {
    while let notice = unsafe PQnotifies(handle) {
      received.append(unsafe String(cString: notice.pointee.extra))
      unsafe PQfreemem(notice)
    }
    return !received.isEmpty
  }
}

/// Sending single statements and reading their answers.
extension PostgresConnection {
  /// Returns the answers to one portion, or the failure in it. Throws if the connection is lost.
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
        if let plan = unread[0][answers] { plans[plan.sql] = plan.name } else { results.append(result) }
      case PGRES_PIPELINE_ABORTED: break
      default:
        failure = failure ?? result.failure
        // A server that ends the session says why before it goes.
        if unsafe PQstatus(handle) == CONNECTION_BAD { throw result.failure }
      }
    }
  }

  /// Returns the next answer; nil between two statements.
  private func next(until deadline: MonotonicTime) throws(PostgresFailure) -> PostgresResult? {
    while unsafe PQisBusy(handle) == 1 {
      let unsent = unsafe PQflush(handle)
      guard unsent >= 0 else { throw lost }
      try wait(writing: unsent == 1, until: deadline)
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
    }
    guard let result = unsafe PQgetResult(handle) else {
      if unsafe PQstatus(handle) == CONNECTION_BAD { throw lost }
      return nil
    }
    return unsafe PostgresResult(owning: result)
  }

  /// Waits until the socket can be read, or written if that is asked for.
  private func wait(writing: Bool, until deadline: MonotonicTime) throws(PostgresFailure) {
    let events = Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0)
    var polled = [pollfd(fd: descriptor, events: events, revents: 0)]
    if let interruption {
      polled.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard Poll.wait(for: &polled, until: deadline) else { throw .late }
    if polled[0].revents == 0 { throw .interrupted }
  }

  private func send(_ sql: String, _ values: ParameterBytes, _ sent: inout [Plan?]) throws(PostgresFailure) {
    let count = Int32(values.lengths.count)
    let isSent: Int32
    if let name = try plan(of: sql, &sent) {
      isSent = unsafe PQsendQueryPrepared(
        handle, name, count, values.strings.pointers, values.lengths, values.formats, 0)
    } else {
      isSent = unsafe PQsendQueryParams(
        handle, sql, count, nil, values.strings.pointers, values.lengths, values.formats, 0)
    }
    guard isSent == 1 else { throw lost }
    sent.append(nil)
  }

  /// Returns the name of a statement's plan, which is prepared first if there is none; nil if there are too many. The name
  /// of a plan that fails stays unused.
  private func plan(of sql: String, _ sent: inout [Plan?]) throws(PostgresFailure) -> String? {
    if let name = plans[sql] { return name }
    for case let plan? in sent where plan.sql == sql { return plan.name }
    guard planCount < Self.planLimit else { return nil }
    planCount += 1
    let name = "livery_\(planCount)"
    guard unsafe PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost }
    sent.append((sql, name))
    return name
  }

  private var lost: PostgresFailure { .lost(unsafe String(cString: PQerrorMessage(handle)).oneLine) }

  /// The reason why connecting failed, with the SQLSTATE from the message if there is one: `FATAL:  28P01: password
  /// authentication failed …`.
  var connectFailure: PostgresFailure {
    let message = unsafe String(cString: PQerrorMessage(handle)).oneLine
    let state = message.split(separator: " ").first { word in
      word.utf8.count == 6 && word.last == ":" && word.contains(where: \.isNumber)
        && word.dropLast().allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }
    let text = message.firstRange(of: "; LOCATION:").map { String(message[..<$0.lowerBound]) } ?? message
    return PostgresFailure(state: state.map { String($0.dropLast()) } ?? "", message: text)
  }
}
