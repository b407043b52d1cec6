import Bindings
import Changes
import Synchronization

@testable import Storage

/// Three servers, a primary and two standbys, reduced to what the verdict about a log depends on.
///
/// A change is known by its number alone: each is appended to one log, so its number stands for all before it. The
/// primary waits for one standby or both, and the other one may lack what it confirmed. Assumed is that a row of
/// `livery.replicas` reaches every standby before its server writes.
struct FailoverModel: Hashable {
  enum Step: Hashable {
    case acknowledge(Int, confirmedBy: [Int])
    case see(Int)
    /// The server ends or is cut off.
    case lose(Int)
    /// 15 s pass after a process was lost, in which the live servers read the log.
    case expire(Int)
    case losePrimary
    case promote(Int)
    case startFresh(Int)
    case comeBack(Int)
  }

  enum Violation: Hashable {
    case twoPasts
    case needlessEpoch(String)
  }

  struct Server: Hashable {
    enum Status: Hashable { case absent, live, lost }
    var status = Status.absent
    var memory: Position?
    var row = Row.none
    /// The row of a process that the server was before, and that can't come back.
    var predecessor = Row.none
  }

  /// A row of `livery.replicas`. It is silent if it was written before the log moved.
  enum Row: Hashable {
    case none, silent
    case reported(Position?)

    var isThere: Bool { self != .none }
  }

  struct Position: Hashable {
    var epoch = 1, version = 0
    /// The changes in their order.
    var changes: [Int] = []
  }

  /// Indicates whether each server judges by its own memory, as in earlier versions.
  private let judgesAlone: Bool
  private var log = Position()
  private var servers: [Server]
  /// The number of changes that each standby has; nil after the promotion of one.
  private var standbys: [Int]? = [0, 0]
  private var hasPrimary = true
  private var isMoved = false
  private var acknowledged = 0
  /// The change behind each cursor that a client has seen.
  private var shown: [Cursor: Int] = [:]
  /// The revision with which each epoch began.
  private var beginnings = [1: 0]

  private struct Cursor: Hashable {
    let epoch: Int, revision: Int
  }

  init(judgesAlone: Bool) {
    self.judgesAlone = judgesAlone
    let live = Server(status: .live, memory: Position(), row: .silent)
    servers = [live, live, Server()]
  }

  /// All steps that are possible now.
  func steps(changes limit: Int) -> [Step] {
    var steps: [Step] = []
    let live = servers.filter { $0.status == .live }
    let isQuiet = standbys != nil && hasPrimary && !live.isEmpty && live.allSatisfy { $0.memory == log }
    for (index, server) in servers.enumerated() {
      switch server.status {
      case .live:
        if hasPrimary {
          steps.append(.see(index))
          let confirmations = standbys == nil ? [[]] : [[0], [1], [0, 1]]
          if acknowledged < limit { steps += confirmations.map { .acknowledge(index, confirmedBy: $0) } }
        }
        steps.append(.lose(index))
      case .lost: if hasPrimary { steps += [.startFresh(index), .comeBack(index)] }
      case .absent: if hasPrimary { steps.append(.startFresh(index)) }
      }
      let isGone = server.status == .lost && server.row.isThere || server.predecessor.isThere
      if isQuiet, isGone { steps.append(.expire(index)) }
    }
    if standbys != nil { steps += hasPrimary ? [.losePrimary] : [.promote(0), .promote(1)] }
    return steps
  }

  /// Returns the promise that the step breaks; nil for none.
  mutating func take(_ step: Step) -> Violation? {
    switch step {
    case .acknowledge(let index, let confirmations):
      switch look(index) {
      case .waits: return nil
      case .breaks(let violation): return violation
      case .sees: break
      }
      acknowledged += 1
      log.version += 1
      log.changes.append(acknowledged)
      for standby in confirmations { standbys?[standby] = log.changes.count }
      return show(index)
    case .see(let index): return look(index).violation
    case .lose(let index): servers[index].status = .lost
    case .expire(let index):
      servers[index].predecessor = .none
      if servers[index].status == .lost { servers[index].row = .none }
    case .losePrimary: hasPrimary = false
    case .promote(let standby):
      log.changes = Array(log.changes.prefix(standbys?[standby] ?? 0))
      log.version = log.changes.count
      (standbys, hasPrimary, isMoved) = (nil, true, true)
      for index in servers.indices {
        if servers[index].row.isThere { servers[index].row = .silent }
      }
    case .startFresh(let index):
      let before = servers[index]
      servers[index] = Server(
        status: .live, predecessor: before.predecessor == .silent ? .silent : before.row)
      return look(index).violation
    case .comeBack(let index):
      servers[index].status = .live
      return look(index).violation
    }
    return nil
  }

  private enum Look {
    case sees, waits
    case breaks(Violation)

    var violation: Violation? { if case .breaks(let violation) = self { violation } else { nil } }
  }

  /// A server reports what it remembers, then reads the log and judges it.
  private mutating func look(_ index: Int) -> Look {
    let memory = servers[index].memory
    servers[index].row = .reported(memory)
    let log = Self.log(log, isMoved: isMoved)
    var verdict = LogVerdict(log, remembering: memory?.memory, then: fingerprint(at: memory))
    if case .moved = verdict {
      if !judgesAlone, servers.contains(where: { $0.status == .live && $0.row == .silent }) { return .waits }
      let rows = judgesAlone ? [servers[index].row] : servers.flatMap { [$0.row, $0.predecessor] }
      let known = rows.compactMap { if case .reported(let position) = $0 { position } else { nil } }
      let fleet = FleetMemory(memories: known.map(\.memory), hasSilent: rows.contains(.silent))
      let newest = known.first { $0.memory == fleet.newest(of: log) }
      verdict = LogVerdict(moved: log, by: fleet, then: fingerprint(at: newest))
    }
    if case .renew(let reason) = verdict {
      let isWhole = acknowledged == self.log.changes.count
      let isRemembered = servers.contains { $0.status == .live && $0.memory?.epoch == self.log.epoch }
      let isSilent = servers.contains { $0.row == .silent || $0.predecessor == .silent }
      if isWhole, isRemembered, !isSilent || judgesAlone { return .breaks(.needlessEpoch(reason)) }
      self.log.epoch += 1
      self.log.version += 1
      beginnings[self.log.epoch] = self.log.changes.count
    }
    isMoved = false
    return show(index).map { .breaks($0) } ?? .sees
  }

  private func fingerprint(at memory: Position?) -> Fingerprint? {
    guard let head = memory?.changes.count, head > 0, head <= log.changes.count else { return nil }
    return Fingerprint(word: UInt64(log.changes[head - 1]))
  }

  /// A server shows the log to clients, who may name any revision since the epoch began.
  private mutating func show(_ index: Int) -> Violation? {
    servers[index].memory = log
    let first = (beginnings[log.epoch] ?? 0) + (log.epoch == 1 ? 1 : 0)
    for revision in max(first, 1)..<max(first, log.changes.count + 1, 1) {
      let (cursor, change) = (Cursor(epoch: log.epoch, revision: revision), log.changes[revision - 1])
      if let other = shown[cursor], other != change { return .twoPasts }
      shown[cursor] = change
    }
    return nil
  }
}

extension FailoverModel.Position {
  var memory: LogMemory {
    let position = LogPosition(
      epoch: Epoch(word: UInt64(epoch)), version: UInt64(version), head: UInt64(changes.count),
      fingerprint: Fingerprint(word: UInt64(changes.last ?? 0)))
    return LogMemory(name: "log", position: position)
  }
}

/// The states that are reached from the first one by so many steps, in any order, each by the fewest.
struct ExploredFailovers {
  /// Each broken promise, with the shortest way to it.
  private(set) var ways: [FailoverModel.Violation: [String]] = [:]
  private(set) var count = 0

  /// - Parameters:
  ///   - changes: the most changes that the servers acknowledge together.
  ///   - longest: the number of steps.
  init(_ first: FailoverModel, changes: Int, longest: Int) {
    var depths = [0]
    var known: Set = [first]
    var states: [(model: FailoverModel, from: Int, step: FailoverModel.Step?)] = [(first, -1, nil)]
    while count < states.count {
      guard depths[count] < longest else { break }
      let model = states[count].model
      for step in model.steps(changes: changes) {
        var next = model
        if let violation = next.take(step) {
          if ways[violation] == nil {
            ways[violation] = (Self.way(to: count, in: states) + [step]).map(\.description)
          }
        } else if known.insert(next).inserted {
          states.append((next, count, step))
          depths.append(depths[count] + 1)
        }
      }
      count += 1
    }
  }

  private static func way(
    to index: Int, in states: [(model: FailoverModel, from: Int, step: FailoverModel.Step?)]
  ) -> [FailoverModel.Step] {
    var (index, steps) = (index, [FailoverModel.Step]())
    while index >= 0, let step = states[index].step {
      steps.insert(step, at: 0)
      index = states[index].from
    }
    return steps
  }
}

extension FailoverModel.Step: CustomStringConvertible {
  var description: String {
    func server(_ index: Int) -> Character { ["A", "B", "C"][index] }
    func standbys(_ list: [Int]) -> String { list.map { ["b", "c"][$0] }.joined(separator: " and ") }
    return switch self {
    case .acknowledge(let index, let list) where list.isEmpty: "\(server(index)) acknowledges"
    case .acknowledge(let index, let list): "\(server(index)) acknowledges, \(standbys(list)) confirmed"
    case .see(let index): "\(server(index)) sees"
    case .lose(let index): "\(server(index)) is lost"
    case .expire(let index): "\(server(index)) was lost 15 s ago"
    case .losePrimary: "the primary is lost"
    case .promote(let standby): "\(standbys([standby])) is promoted"
    case .startFresh(let index): "\(server(index)) starts fresh"
    case .comeBack(let index): "\(server(index)) comes back"
    }
  }
}

extension FailoverModel {
  private static let logs = Mutex<[LogKey: PostgresLog]>([:])

  private struct LogKey: Hashable {
    let position: Position, isMoved: Bool
  }

  /// Returns the row of the log, made once.
  private static func log(_ position: Position, isMoved: Bool) -> PostgresLog {
    let key = LogKey(position: position, isMoved: isMoved)
    return logs.withLock { logs in
      if let log = logs[key] { return log }
      let log = makeLog(position, isMoved: isMoved)
      logs[key] = log
      return log
    }
  }

  private static func makeLog(_ position: Position, isMoved: Bool) -> PostgresLog {
    let here = isMoved ? "00000002" : "00000001"
    let epochs = (1...position.epoch).map { Epoch(word: UInt64($0)).description }
    let row = ModelRow(values: [
      .text("log"), .text(epochs[epochs.count - 1]), .text(epochs.joined(separator: " ")),
      .integer(Int64(position.version)), .integer(Int64(position.changes.count)),
      .text(UInt64(position.changes.last ?? 0).hex16), .integer(0), .text(UInt64(0).hex16), .integer(0),
      .text("00000001"), .text("77"), .integer(1), .integer(1), .integer(1), .integer(0), .text(here),
      .text("77"), .integer(0), .null,
    ])
    guard let log = PostgresLog(row) else { preconditionFailure("the row is no log") }
    return log
  }

  private struct ModelRow: ColumnRow {
    let values: [ColumnValue]
    subscript(_ column: Int) -> ColumnValue { values[column] }
  }
}
