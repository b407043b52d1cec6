import Foundation
import Glibc

/// A connection to a simulated PostgreSQL: the client's end, as libpq keeps it. The functions below replace libpq's, so that
/// all of Livery's own code runs above them.
final class Connection {
  nonisolated(unsafe) static var all: [Int32: Connection] = [:]
  nonisolated(unsafe) private static var count: Int32 = 100_000

  enum Statement {
    case prepare
    case query(String, [Database.Value])
  }

  /// What comes from the server.
  enum Item {
    case answer(Answer)
    case notice(String)
    case warning
  }

  private enum State { case begun, refused, made }

  let number: Int32
  let process: Scheduler.Process?
  private let node: Node?
  private var state = State.begun
  private var backend: Backend?
  private var plans: [String: String] = [:]
  fileprivate var portion: [Statement] = []
  fileprivate var receiveWarning: (() -> Void)?
  /// What has arrived, and what libpq has taken from it.
  private var arrived: [Item] = []
  fileprivate var taken: [Item] = []
  fileprivate var notices: [String] = []
  /// Whether the server's end is closed. What arrived before is read first.
  private var isClosed = false
  fileprivate var isLost = false
  private var lastSent: Int64 = 0
  private var lastArrival: Int64 = 0

  init(to host: String) {
    Connection.count += 1
    number = Connection.count
    process = Scheduler.shared.process
    node = Cluster.shared?.nodes.first { $0.name == host }
    Connection.all[number] = self
    lastSent = time(after: lastSent)
    Scheduler.shared.at(lastSent) { [weak self] in self?.knock() }
  }

  private func knock() {
    guard let node, node.isUp else {
      lastArrival = time(after: lastArrival)
      return Scheduler.shared.at(lastArrival) { [weak self] in self?.state = .refused }
    }
    node.run { [weak self] in
      guard let self, Connection.all[number] != nil else { return }
      let backend = Backend(of: self, at: node)
      self.backend = backend
      lastArrival = time(after: lastArrival)
      Scheduler.shared.at(lastArrival) { [weak self] in
        self?.state = .made
      }
    }
  }

  /// A message takes a few milliseconds, or as long as the network is silent; the order of messages stays.
  private func time(after last: Int64) -> Int64 {
    let scheduler = Scheduler.shared
    let begin = max(scheduler.now, process?.silentUntil ?? 0)
    return max(
      last, begin + (scheduler.isChance(oneIn: 4) ? .random(in: 1...4, using: &scheduler.random) : 0))
  }

  /// Delivers something from the server.
  func deliver(_ items: [Item], late: Int64 = 0) {
    lastArrival = max(lastArrival, time(after: lastArrival) + late)
    Scheduler.shared.at(lastArrival) { [weak self] in self?.arrived += items }
  }

  /// Closes the server's end.
  func hangUp() {
    lastArrival = time(after: lastArrival)
    Scheduler.shared.at(lastArrival) { [weak self] in self?.isClosed = true }
  }

  /// Closes the client's end.
  func close() {
    guard Connection.all.removeValue(forKey: number) != nil else { return }
    (isClosed, isLost) = (true, true)
    lastSent = time(after: lastSent)
    let backend = backend
    Scheduler.shared.at(lastSent) { backend?.leave() }
  }

  static func closeAll(of process: Scheduler.Process) {
    for connection in all.values.filter({ $0.process === process }).sorted(by: { $0.number < $1.number }) {
      connection.close()
    }
  }

  /// What is ready of what poll(2) is asked for.
  func ready(_ events: Int16) -> Int16 {
    switch state {
    case .begun: 0
    case .refused: events
    case .made: events & Int16(POLLOUT) | (isClosed || !arrived.isEmpty ? events & Int16(POLLIN) : 0)
    }
  }

  fileprivate var progress: Int32 {
    switch state {
    case .begun: isLost ? 0 : 2
    case .refused: 0
    case .made: isClosed ? 0 : 3
    }
  }

  fileprivate func send() -> Bool {
    guard !isLost else { return false }
    let statements = portion
    portion = []
    lastSent = time(after: lastSent)
    let backend = backend
    Scheduler.shared.at(lastSent) { backend?.take(statements) }
    return true
  }

  fileprivate func prepare(_ name: String, _ sql: String) {
    plans[name] = sql
    portion.append(.prepare)
  }

  fileprivate func text(of plan: String) -> String { plans[plan] ?? "" }

  /// Takes what has arrived. Returns false if the connection is lost.
  fileprivate func consume() -> Bool {
    guard !arrived.isEmpty else {
      if isClosed { isLost = true }
      return !isLost
    }
    for item in arrived {
      switch item {
      case .notice(let text): notices.append(text)
      case .answer, .warning: taken.append(item)
      }
    }
    arrived = []
    return true
  }

  fileprivate func next() -> Answer? {
    while let item = taken.first {
      taken.removeFirst()
      if case .answer(let answer) = item { return answer }
      receiveWarning?()
    }
    return nil
  }
}

/// The answer to a statement, as libpq hands it out.
final class Answer {
  /// PGRES_COMMAND_OK, PGRES_TUPLES_OK and so on.
  let status: UInt32
  let command: String
  let state: String
  var types: [UInt32] = []
  /// The places of the values in `bytes`; nil for NULL. A zero byte follows each.
  var cells: [Range<Int>?] = []
  var bytes: [UInt8] = []
  private var memory: UnsafeMutablePointer<CChar>?

  init(_ status: UInt32, _ command: String = "", state: String = "") {
    (self.status, self.command, self.state) = (status, command, state)
  }

  static var done: Answer { Answer(1) }
  static var rows: Answer { Answer(2) }
  static var sync: Answer { Answer(10) }
  static var skipped: Answer { Answer(11) }
  static func failure(_ state: String) -> Answer { Answer(7, state: state) }

  /// One row, of numbers and texts.
  static func row(_ values: [Database.Value]) -> Answer {
    let answer = Answer(2)
    for value in values { answer.add(value) }
    return answer
  }

  func add(_ value: Database.Value) {
    let column = types.count
    types.append(25)
    fill(value, column)
  }

  func fill(_ value: Database.Value, _ column: Int) {
    let start = bytes.count
    switch value {
    case .null: return cells.append(nil)
    case .integer(let number):
      types[column] = 20
      bytes += "\(number)".utf8
    case .real(let number):
      types[column] = 701
      bytes += "\(number)".utf8
    case .text(let text): bytes += text.utf8
    case .blob(let content):
      types[column] = 17
      bytes += "\\x".utf8
      for byte in content { bytes += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]] }
    }
    cells.append(start..<bytes.count)
    bytes.append(0)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  var count: Int { types.isEmpty ? 0 : cells.count / types.count }

  func cell(_ row: Int32, _ column: Int32) -> Range<Int>? { cells[Int(row) * types.count + Int(column)] }

  func pointer(_ range: Range<Int>) -> UnsafeMutablePointer<CChar>? {
    if memory == nil {
      memory = .allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { memory?[index] = CChar(bitPattern: byte) }
    }
    return memory?.advanced(by: range.lowerBound)
  }

  deinit { memory?.deallocate() }
}

/// Texts that C holds on to.
private enum Words {
  nonisolated(unsafe) private static var known: [String: UnsafeMutablePointer<CChar>] = [:]

  static func pointer(_ text: String) -> UnsafeMutablePointer<CChar>? {
    if let pointer = known[text] { return pointer }
    known[text] = strdup(text)
    return known[text]
  }
}

private func connection(_ handle: OpaquePointer?) -> Connection {
  guard let handle else { fatalError("libpq has no connection") }
  return Unmanaged<Connection>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

private func answer(_ handle: OpaquePointer?) -> Answer? {
  handle.map { Unmanaged<Answer>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

@_cdecl("PQconnectStartParams")
func connectStart(
  _ names: UnsafePointer<UnsafePointer<CChar>?>, _ values: UnsafePointer<UnsafePointer<CChar>?>, _: Int32
) -> OpaquePointer? {
  var (index, host) = (0, "")
  while let name = names[index] {
    if String(cString: name) == "host", let value = values[index] { host = String(cString: value) }
    index += 1
  }
  return OpaquePointer(Unmanaged.passRetained(Connection(to: host)).toOpaque())
}

@_cdecl("PQfinish")
func finish(_ handle: OpaquePointer?) {
  guard let handle else { return }
  let owned = Unmanaged<Connection>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue()
  owned.receiveWarning = nil
  owned.close()
}

@_cdecl("PQconnectPoll") func connectPoll(_ handle: OpaquePointer?) -> Int32 { connection(handle).progress }
@_cdecl("PQstatus") func status(_ handle: OpaquePointer?) -> Int32 { connection(handle).isLost ? 1 : 0 }
@_cdecl("PQsocket") func socket(_ handle: OpaquePointer?) -> Int32 { connection(handle).number }
@_cdecl("PQbackendPID") func backendPID(_ handle: OpaquePointer?) -> Int32 { connection(handle).number }
@_cdecl("PQhostaddr") func address(_: OpaquePointer?) -> UnsafeMutablePointer<CChar>? { Words.pointer("") }
@_cdecl("PQsetErrorVerbosity") func setVerbosity(_: OpaquePointer?, _: Int32) -> Int32 { 0 }
@_cdecl("PQsetnonblocking") func setNonblocking(_: OpaquePointer?, _: Int32) -> Int32 { 0 }
@_cdecl("PQenterPipelineMode") func enterPipelineMode(_: OpaquePointer?) -> Int32 { 1 }

@_cdecl("PQerrorMessage")
func errorMessage(_: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  Words.pointer("the connection is lost\n")
}

@_cdecl("PQsetNoticeReceiver")
func setNoticeReceiver(
  _ handle: OpaquePointer?, _ receive: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?,
  _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  let warning = Answer(6)
  connection(handle).receiveWarning = {
    receive?(context, OpaquePointer(Unmanaged.passUnretained(warning).toOpaque()))
  }
  return nil
}

private func values(
  _ count: Int32, _ texts: Texts?, _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
) -> [Database.Value] {
  (0..<Int(count)).map { index in
    guard let start = texts?[index] else { return .null }
    guard formats?[index] == 1 else { return Database.Value(written: String(cString: start)) }
    return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(lengths?[index] ?? 0))))
  }
}

@_cdecl("PQsendQueryParams")
func sendQuery(
  _ handle: OpaquePointer?, _ sql: UnsafePointer<CChar>, _ count: Int32, _: OpaquePointer?,
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
  _ formats: UnsafePointer<Int32>?, _: Int32
) -> Int32 {
  let values = values(count, texts, lengths, formats)
  connection(handle).portion.append(.query(String(cString: sql), values))
  return 1
}

@_cdecl("PQsendQueryPrepared")
func sendPrepared(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>, _ count: Int32,
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
  _ formats: UnsafePointer<Int32>?, _: Int32
) -> Int32 {
  let connection = connection(handle)
  let sql = connection.text(of: String(cString: name))
  connection.portion.append(.query(sql, values(count, texts, lengths, formats)))
  return 1
}

@_cdecl("PQsendPrepare")
func sendPrepare(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>, _ sql: UnsafePointer<CChar>, _: Int32,
  _: OpaquePointer?
) -> Int32 {
  connection(handle).prepare(String(cString: name), String(cString: sql))
  return 1
}

@_cdecl("PQpipelineSync")
func pipelineSync(_ handle: OpaquePointer?) -> Int32 { connection(handle).send() ? 1 : 0 }
@_cdecl("PQflush") func flush(_ handle: OpaquePointer?) -> Int32 { connection(handle).isLost ? -1 : 0 }

@_cdecl("PQconsumeInput")
func consumeInput(_ handle: OpaquePointer?) -> Int32 { connection(handle).consume() ? 1 : 0 }

@_cdecl("PQisBusy")
func isBusy(_ handle: OpaquePointer?) -> Int32 {
  let connection = connection(handle)
  return connection.taken.isEmpty && !connection.isLost ? 1 : 0
}

@_cdecl("PQgetResult")
func getResult(_ handle: OpaquePointer?) -> OpaquePointer? {
  connection(handle).next().map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

@_cdecl("PQclear")
func clear(_ handle: OpaquePointer?) {
  if let handle { Unmanaged<Answer>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// The layout of libpq's PGnotify.
private struct Notice {
  var channel: UnsafeMutablePointer<CChar>?
  var session: Int32
  var extra: UnsafeMutablePointer<CChar>?
  var next: UnsafeMutableRawPointer?
}

@_cdecl("PQnotifies")
func notifies(_ handle: OpaquePointer?) -> UnsafeMutableRawPointer? {
  let connection = connection(handle)
  guard !connection.notices.isEmpty, let memory = malloc(MemoryLayout<Notice>.size) else { return nil }
  let text = Words.pointer(connection.notices.removeFirst())
  memory.initializeMemory(as: Notice.self, to: Notice(channel: nil, session: 0, extra: text, next: nil))
  return memory
}

@_cdecl("PQresultStatus") func resultStatus(_ handle: OpaquePointer?) -> UInt32 {
  answer(handle)?.status ?? 7
}

@_cdecl("PQcmdStatus")
func commandStatus(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  Words.pointer(answer(handle)?.command ?? "")
}

@_cdecl("PQntuples") func countOfRows(_ handle: OpaquePointer?) -> Int32 { Int32(answer(handle)?.count ?? 0) }

@_cdecl("PQresultErrorField")
func errorField(_ handle: OpaquePointer?, _ field: Int32) -> UnsafeMutablePointer<CChar>? {
  guard let answer = answer(handle) else { return nil }
  switch UInt8(field) {
  case UInt8(ascii: "V"): return Words.pointer(answer.status == 6 ? "WARNING" : "ERROR")
  case UInt8(ascii: "C"): return Words.pointer(answer.state)
  default: return Words.pointer("the simulation says so")
  }
}

@_cdecl("PQresultErrorMessage")
func resultErrorMessage(_: OpaquePointer?) -> UnsafeMutablePointer<CChar>? { Words.pointer("") }

@_cdecl("PQgetisnull")
func isNull(_ handle: OpaquePointer?, _ row: Int32, _ column: Int32) -> Int32 {
  answer(handle)?.cell(row, column) == nil ? 1 : 0
}

@_cdecl("PQgetvalue")
func getValue(_ handle: OpaquePointer?, _ row: Int32, _ column: Int32) -> UnsafeMutablePointer<CChar>? {
  answer(handle).flatMap { answer in answer.cell(row, column).flatMap { answer.pointer($0) } }
}

@_cdecl("PQgetlength")
func getLength(_ handle: OpaquePointer?, _ row: Int32, _ column: Int32) -> Int32 {
  Int32(answer(handle)?.cell(row, column)?.count ?? 0)
}

@_cdecl("PQftype")
func columnType(_ handle: OpaquePointer?, _ column: Int32) -> UInt32 {
  answer(handle)?.types[Int(column)] ?? 25
}
