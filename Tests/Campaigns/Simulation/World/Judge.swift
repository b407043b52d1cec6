import Changes
import Documents
import Glibc
import ThemeAPI

/// The observer of a simulation: it compares all that clients get with the log as it was first shown, and the log with a
/// naive model of what was asked for.
final class Judge {
  nonisolated(unsafe) static var shared = Judge()

  /// Whether the history is printed.
  var isVerbose = false
  /// The seed and the world, for the verdict.
  var title = ""
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var count = 0
  /// The log as it was shown: each change at its revision, less one.
  private(set) var log: [Change] = []
  private(set) var epoch: Epoch?
  private var learnedAt: [Int64] = []
  private var floor: UInt64 = 0
  /// The highest revision of which any client knows.
  private var seen: UInt64 = 0
  private var naive = NaiveModel()
  /// The clients that wait for a change.
  var waiting: [String: (channel: String, since: UInt64)] = [:]
  /// The notes of writes that were answered, with their revisions; nil for nothing to change.
  private var acknowledged: [String: UInt64?] = [:]
  /// Since when a channel shows another theme than the model.
  private var differs: [String: Int64] = [:]
  /// The servers that run, and since when one of them could not write.
  private var publishers: [String: Publisher] = [:]
  /// The time in which clients are told and schedules begin.
  var patience: Int64 = 3000
  private(set) var troubledSince: Int64?
  private var troubleEnded: Int64 = 0

  // MARK: The history

  func note(_ text: @autoclosure () -> String) {
    let line = "\(Timestamp(milliseconds: Scheduler.shared.now)) \(text())"
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    count += 1
    if isVerbose { print(line) }
  }

  /// Ends the simulation with a violation.
  func convict(_ why: String) -> Never {
    note("VIOLATION: \(why)")
    print("VIOLATION \(title) at \(Timestamp(milliseconds: Scheduler.shared.now)): \(why)")
    fflush(nil)
    _exit(1)
  }

  func expect(_ isTrue: Bool, _ why: @autoclosure () -> String) { if !isTrue { convict(why()) } }

  // MARK: The log

  /// A server has opened the log: all that was shown is in it, or it has a new epoch.
  func opened(_ publisher: Publisher, by name: String) {
    let state = publisher.current.now.state
    note("\(name) serves \(state.cursor), \(publisher.origin)")
    publishers[name] = publisher
    if troubledSince != nil { (troubledSince, troubleEnded) = (nil, Scheduler.shared.now) }
    if epoch == nil {
      naive.begin(state)
    } else if state.epoch != epoch {
      restart(publisher, state)
    } else {
      expect(state.head >= seen, "revision \(seen) was shown, and the log ends at \(state.head)")
      var next = max(state.floor, 0)
      while next < state.head, let changes = try? publisher.store.read(after: next, limit: 500),
        !changes.isEmpty
      {
        changes.forEach(compare)
        next = changes[changes.count - 1].revision
      }
    }
    epoch = state.epoch
    learn(publisher)
  }

  private var mayLoseSome = false

  /// An older copy of the log takes its place.
  func restored() { mayLoseSome = true }

  private func restart(_ publisher: Publisher, _ state: LogState) {
    expect(mayLoseSome, "the log has a new epoch, and no copy was put back")
    mayLoseSome = false
    // What the copy holds is found by comparing; the rest is gone.
    let kept = (try? publisher.store.read(after: state.floor, limit: 10_000)) ?? []
    let same = kept.last { known($0.revision) == $0 }?.revision ?? state.floor
    note("the log goes on at \(same) of \(log.count)")
    let rest = Array(log.prefix(Int(min(same, UInt64(log.count)))))
    (log, learnedAt) = ([], [])
    (seen, floor) = (0, state.floor)
    naive.begin(again: rest)
    for change in rest { add(change) }
    acknowledged = [:]
    waiting = [:]
    differs = [:]
    naive.forgetDoubt()
  }

  private func known(_ revision: UInt64) -> Change? {
    revision >= 1 && revision <= log.count ? log[Int(revision) - 1] : nil
  }

  private func compare(_ change: Change) {
    if let known = known(change.revision) {
      expect(known == change, "revision \(change.revision) was \(known.brief), and is \(change.brief)")
    } else {
      expect(change.revision == UInt64(log.count) + 1, "after \(log.count) comes \(change.revision)")
      note("log \(change.brief)")
      naive.check(change, lag: lag)
      add(change)
    }
  }

  private func add(_ change: Change) {
    log.append(change)
    learnedAt.append(Scheduler.shared.now)
    naive.take(change, lag: lag)
  }

  /// How late a schedule may be: it waits for a write before it, and as long as nothing can be written.
  private var lag: Int64 {
    let now = Scheduler.shared.now
    if let troubledSince { return now - troubledSince + 3000 }
    return now - troubleEnded < 5000 ? 3_600_000 : patience - 500
  }

  private func learnAll() {
    for (_, publisher) in publishers.sorted(by: { $0.key < $1.key }) { learn(publisher) }
  }

  /// Learns what a server shows.
  func learn(_ publisher: Publisher) {
    let snapshot = publisher.current.now
    floor = max(floor, snapshot.state.floor)
    guard snapshot.state.epoch == epoch else { convict("the epoch is another while a server runs") }
    while UInt64(log.count) < snapshot.state.head {
      let before = log.count
      let cursor = Cursor(epoch: snapshot.state.epoch, revision: UInt64(log.count))
      switch snapshot.log.read(since: cursor, channel: Snapshot.everyChannel, mode: .all, limit: 500) {
      case .changes(let page): page.changes.forEach(compare)
      case .older, .gone:
        guard let changes = try? publisher.store.read(after: cursor.revision, limit: 500) else { return }
        changes.forEach(compare)
      }
      guard log.count > before else { return }
    }
  }

  // MARK: Clients

  /// A client has got a cursor.
  func saw(_ text: String?) {
    guard let cursor = text.flatMap({ Cursor($0) }), cursor.epoch == epoch else { return }
    seen = max(seen, cursor.revision)
  }

  /// A client that had a cursor was told these changes and has another one now.
  func told(_ client: String, _ told: [String], from: Cursor, to: Cursor, in channel: String) {
    guard from.epoch == epoch, to.epoch == epoch else { return }
    learnAll()
    expect(to.revision >= from.revision, "\(client): the cursor goes back from \(from) to \(to)")
    guard to.revision <= log.count, from.revision <= to.revision else {
      convict("\(client): cursor \(to) is ahead of the log, \(log.count)")
    }
    let changes = log[Int(from.revision)..<Int(to.revision)]
    let expected = changes.filter { channel == "*" || $0.channels.contains(channel) }.map(\.told)
    expect(told == expected, "\(client): from \(from) to \(to) it was told \(told), not \(expected)")
  }

  func wasGone(_ client: String, _ cursor: Cursor, reason: String) {
    note("\(client): \(cursor) is gone, \(reason)")
    guard cursor.epoch == epoch else { return }
    expect(reason == "compacted" && cursor.revision < floor, "\(client): \(cursor) is gone, \(reason)")
  }

  /// A write was answered.
  func acknowledge(_ note: String, revision: UInt64?, in epoch: Epoch?) {
    guard epoch == self.epoch else { return }
    acknowledged[note] = .some(revision)
  }

  /// Returns the theme that a channel shows at a revision.
  func theme(of channel: String, at revision: UInt64) -> String? {
    learnAll()
    return log.prefix(Int(revision)).last { $0.kind == .activated && $0.channels == [channel] }?.theme
  }

  var isTroubled: Bool { troubledSince != nil || Scheduler.shared.now - troubleEnded < 5000 }

  func ask(for plan: NaiveModel.Plan, _ note: String) { naive.asked[note] = plan }

  static func start(_ text: String) -> Int64 { Timestamp(text)?.milliseconds ?? 0 }

  // MARK: Each second

  func audit() {
    guard !publishers.isEmpty else { return }
    let now = Scheduler.shared.now
    learnAll()
    let snapshots = publishers.values.map(\.current.now)
    if snapshots.contains(where: { $0.trouble != nil }) {
      troubledSince = troubledSince ?? now
    } else if troubledSince != nil {
      (troubledSince, troubleEnded) = (nil, now)
    }
    for (client, wait) in waiting {
      guard
        let index = (Int(wait.since)..<max(log.count, Int(wait.since))).first(where: {
          wait.channel == "*" || log[$0].channels.contains(wait.channel)
        }), now - learnedAt[index] > patience
      else { continue }
      convict("\(client) waits since \(wait.since) and is not told of \(log[index].brief)")
    }
    guard troubledSince == nil, now - troubleEnded > 5000 else { return differs = [:] }
    guard let snapshot = snapshots.first(where: { $0.state.head == log.count }) else { return }
    for channel in ["main", "kiosk"] {
      let (shown, wanted) = (snapshot.state.activations[channel]?.theme, naive.shown(channel, at: now))
      guard let wanted, !naive.isInDoubt(channel), shown != wanted else {
        differs[channel] = nil
        continue
      }
      let since = differs[channel] ?? now
      differs[channel] = since
      expect(now - since < patience + 1000, "\(channel) shows \(shown ?? "nothing"), and \(wanted) is due")
    }
  }

  func ended(_ name: String) {
    publishers[name] = nil
    troubledSince = troubledSince ?? Scheduler.shared.now
  }

  /// The end: each write that was answered is in the log once, each other one at most once.
  func finish() {
    var revisions: [String: [UInt64]] = [:]
    for change in log {
      guard let note = change.note, change.schedule == nil || change.kind == .scheduled else { continue }
      revisions[note, default: []].append(change.revision)
    }
    for (note, found) in revisions {
      expect(found.count == 1, "\(note) is in the log at \(found)")
    }
    for (note, revision) in acknowledged {
      let found = revisions[note] ?? []
      // A schedule that runs at once is answered with the change that it causes.
      let fits = revision.map { found.count == 1 && found[0] <= $0 && $0 - found[0] <= 2 } ?? found.isEmpty
      expect(
        fits,
        "\(note) was acknowledged as \(revision ?? 0), and is at \(found)")
    }
    note("end at \(log.count), \(acknowledged.count) acknowledged")
  }
}

extension Change {
  /// The change as a client is told of it.
  var told: String { "\(revision) \(kind) \(theme) \(channels.joined(separator: ",")) \(note ?? "")" }

  fileprivate var brief: String { told + (schedule.map { " by \($0)" } ?? "") }
}

/// What channels should show, by nothing but the requests and the time.
struct NaiveModel {
  /// A schedule as a client asked for it, in milliseconds since 1970; of a daily one by the clock in Berlin.
  struct Plan {
    var channel: String, theme: String
    var from: Int64, until: Int64
    var isDaily = false
    var revision: UInt64 = 0
    /// The beginning of the occurrence that a switch by hand has ended.
    var stopped: Int64 = .min

    /// The occurrence at a time.
    func span(at time: Int64) -> (start: Int64, end: Int64)? {
      let spans =
        isDaily
        ? [Int64(-1), 0, 1].map { day in
          let days = (time - from) / 86_400_000 + day
          return (Berlin.utc(from + max(days, 0) * 86_400_000), Berlin.utc(until + max(days, 0) * 86_400_000))
        } : [(from, until)]
      return spans.last { $0.0 <= time && time < $0.1 }.map { (start: $0.0, end: $0.1) }
    }
  }

  /// The plans by the notes of their requests.
  var asked: [String: Plan] = [:]
  private var plans: [String: Plan] = [:]
  private var bases: [String: String] = [:]
  /// The channels of which it is not known whether a switch came before or after a schedule.
  private var doubts: Set<String> = []
  private var first: [String: String] = [:]

  mutating func begin(_ state: LogState) {
    first = Dictionary(uniqueKeysWithValues: state.activations.map { ($0.key, $0.value.base) })
    bases = first
  }

  mutating func begin(again changes: [Change]) { (plans, bases, doubts) = ([:], first, []) }

  mutating func forgetDoubt() { doubts = ["main", "kiosk"] }

  func isInDoubt(_ channel: String) -> Bool { doubts.contains(channel) }

  func shown(_ channel: String, at time: Int64) -> String? {
    let running = plans.values.filter { $0.channel == channel }.compactMap { plan in
      plan.span(at: time).flatMap { $0.start > plan.stopped ? (plan, $0.start) : nil }
    }
    return running.max { ($0.1, $0.0.revision) < ($1.1, $1.0.revision) }?.0.theme ?? bases[channel]
  }

  /// Compares a change that a schedule caused with what is due.
  func check(_ change: Change, lag: Int64) {
    guard change.kind == .activated, change.schedule != nil, let channel = change.channels.first,
      !doubts.contains(channel)
    else { return }
    let at = change.at.milliseconds
    let due = shown(channel, at: at)
    Judge.shared.expect(
      due == change.theme || due == nil,
      "at \(change.at) a schedule shows \(change.theme) in \(channel), and \(due ?? "") is due")
  }

  mutating func take(_ change: Change, lag: Int64) {
    let at = change.at.milliseconds
    switch change.kind {
    case .activated:
      guard change.schedule == nil, let channel = change.channels.first else { return }
      doubts.remove(channel)
      bases[channel] = change.theme
      for (id, plan) in plans where plan.channel == channel {
        guard let span = plan.span(at: at) else { continue }
        if at - span.start < lag { doubts.insert(channel) }
        plans[id]?.stopped = span.start
      }
    case .scheduled:
      guard let id = change.schedule, let note = change.note, var plan = asked[note] else { return }
      plan.revision = plans[id]?.revision ?? change.revision
      plan.stopped = plans[id]?.stopped ?? .min
      plans[id] = plan
    case .unscheduled: if let id = change.schedule { plans[id] = nil }
    case .updated, .removed: break
    }
  }
}

/// The clock in Berlin since 1996, by its rule.
enum Berlin {
  /// Returns the time of a local time, both in milliseconds: of two the first, of none as much later.
  static func utc(_ local: Int64) -> Int64 {
    isSummer(local - 7_200_000) ? local - 7_200_000 : local - 3_600_000
  }

  static func local(_ time: Int64) -> Int64 { time + (isSummer(time) ? 7_200_000 : 3_600_000) }

  /// From the last Sunday of March to that of October, each at one o'clock.
  private static func isSummer(_ time: Int64) -> Bool {
    let year = Timestamp(milliseconds: time).description.prefix(4)
    return lastSunday("\(year)-03-31") <= time && time < lastSunday("\(year)-10-31")
  }

  private static func lastSunday(_ end: String) -> Int64 {
    let time = Timestamp("\(end)T01:00:00Z")?.milliseconds ?? 0
    // The first day of 1970 was a Thursday.
    return time - (time / 86_400_000 + 4) % 7 * 86_400_000
  }
}
