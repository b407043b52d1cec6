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

  // MARK: What breaks

  /// Whether the database or the way to it is broken.
  var isDisturbed = false { didSet { disturbanceEnded = Scheduler.shared.now } }
  private var disturbanceEnded: Int64 = 0
  /// The time at which a server that was killed was back.
  var lastDeath: Int64 = 0
  /// Whether a new epoch may begin, and whether the log may lack changes then.
  var mayRenew = false
  var mayLoseSome = false
  private var formerEpochs: Set<Epoch> = []

  /// How far the clock of the server is ahead; that of a database is its own.
  private(set) var clockOffset: Int64 = 0
  private var clockSetAt: Int64 = 0
  /// The schedules that began while a clock was ahead.
  private var early: Set<String> = []

  /// The clock by which schedules begin.
  var clock: Int64 { Cluster.shared?.primary?.moment.clock ?? Scheduler.shared.now + clockOffset }

  /// The clock was set, by so many milliseconds, or is right again. Schedules that begin early may also end early: what
  /// channels show is judged again after a switch.
  func setClock(ahead offset: Int64) {
    clockOffset = offset
    clockSetAt = Scheduler.shared.now
    naive.forgetDoubt(until: clockSetAt + 2 * abs(offset))
    differs = [:]
  }

  /// Whether the clock was right since a time.
  func isClockRight(since time: Int64) -> Bool { clockOffset == 0 && clockSetAt < time }

  /// A schedule begins by the clock, even if the log has later times in it.
  private func checkClock(_ change: Change) {
    guard change.kind == .activated, let id = change.schedule, let plan = naive.plan(id), !plan.isDaily,
      // Another order for the schedule has ended it.
      log.last?.schedule != id || log.last?.kind == .activated
    else { return }
    if clockOffset != 0 { early.insert(id) }
    guard !early.contains(id), isClockRight(since: Scheduler.shared.now - 5000) else { return }
    let wait = plan.from - Scheduler.shared.now
    expect(wait <= 100, "a schedule begins \(wait) ms early: \(change.brief)")
  }

  // MARK: The log

  /// A server has opened the log: all that was shown is in it, or it has a new epoch.
  func opened(_ publisher: Publisher, by name: String) {
    let state = publisher.current.now.state
    note("\(name) serves \(state.cursor), \(publisher.origin)")
    publishers[name] = publisher
    if troubledSince != nil { (troubledSince, troubleEnded) = (nil, Scheduler.shared.now) }
    if epoch == nil {
      naive.begin(state)
    } else if formerEpochs.contains(state.epoch) {
      return
    } else if state.epoch != epoch {
      restart(publisher, state)
    } else {
      // A server of a fleet may have opened the log before another one wrote.
      expect(
        publisher.isShared || state.head >= seen,
        "revision \(seen) was shown, and the log ends at \(state.head)")
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

  /// An older copy of the log takes its place.
  func restored() { (mayRenew, mayLoseSome) = (true, true) }

  private func restart(_ publisher: Publisher, _ state: LogState) {
    expect(mayRenew, "the log has a new epoch, and nothing was lost: \(publisher.origin)")
    // What the copy holds is found by comparing; the rest is gone.
    let kept =
      publisher.isShared
      ? publisher.current.now.log.newest(10_000)
      : (try? publisher.store.read(after: state.floor, limit: 10_000)) ?? []
    let first = kept.first.map { min($0.revision - 1, UInt64(log.count)) } ?? state.floor
    let same = kept.last { known($0.revision) == $0 }?.revision ?? first
    note("the log goes on at \(same) of \(log.count)")
    expect(mayLoseSome || same >= seen, "the new epoch lacks revision \(seen), which was shown")
    if !publisher.isShared { (mayRenew, mayLoseSome) = (false, false) }
    if let epoch { formerEpochs.insert(epoch) }
    let rest = Array(log.prefix(Int(min(same, UInt64(log.count)))))
    (log, learnedAt) = ([], [])
    (seen, floor) = (0, state.floor)
    naive.begin(again: rest)
    for change in rest { add(change) }
    acknowledged = [:]
    waiting = [:]
    differs = [:]
    updated = []
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
      checkClock(change)
      checkUpdate(change)
      if let late = naive.lateness(of: change, after: log.last), !isTroubled,
        Disk.shared.lastSlow + 5000 < Scheduler.shared.now
      {
        expect(late <= 200, "a schedule begins \(late) ms late: \(change.brief)")
      }
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
    if isDisturbed { return 3_600_000 }
    if let troubledSince { return now - troubledSince + 3000 }
    return isTroubled ? 3_600_000 : patience - 500
  }

  private func learnAll() {
    for (_, publisher) in publishers.sorted(by: { $0.key < $1.key }) { learn(publisher) }
  }

  /// Learns what a server shows.
  func learn(_ publisher: Publisher) {
    let snapshot = publisher.current.now
    if formerEpochs.contains(snapshot.state.epoch) { return }
    if snapshot.state.epoch != epoch {
      restart(publisher, snapshot.state)
      epoch = snapshot.state.epoch
    }
    floor = max(floor, snapshot.state.floor)
    while UInt64(log.count) < snapshot.state.head {
      let before = log.count
      let cursor = Cursor(epoch: snapshot.state.epoch, revision: UInt64(log.count))
      switch snapshot.log.read(since: cursor, channel: Snapshot.everyChannel, mode: .all, limit: 500) {
      case .changes(let page): page.changes.forEach(compare)
      case .older, .gone:
        guard !publisher.isShared, let changes = try? publisher.store.read(after: cursor.revision, limit: 500)
        else { return }
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
    learnAll()
    guard from.epoch == epoch, to.epoch == epoch else { return }
    expect(to.revision >= from.revision, "\(client): the cursor goes back from \(from) to \(to)")
    guard to.revision <= log.count, from.revision <= to.revision else {
      convict("\(client): cursor \(to) is ahead of the log, \(log.count)")
    }
    let changes = log[Int(from.revision)..<Int(to.revision)]
    let expected = changes.filter { channel == "*" || $0.channels.contains(channel) }.map(\.told)
    expect(told == expected, "\(client): from \(from) to \(to) it was told \(told), not \(expected)")
  }

  /// The deploy whose look each client saw last, and the looks that were told since the last deploy.
  private var looks: [String: Int] = [:]
  private var updated: Set<String> = []

  /// The end of the log when a deploy began that is under way; nil for none.
  private var deployBegan: Int?

  func deployBegins() { (updated, deployBegan) = ([], log.count) }

  func deployEnded() { deployBegan = nil }

  /// A client sees the old look, then the new one, and never goes back. For a theme to which a channel was switched during the
  /// deploy, that does not hold: a server with older files switches to its own look.
  func looked(_ client: String, at channel: String, _ deploy: Int?, _ cursor: Cursor) {
    guard let deploy else { convict("\(client) got a theme without its color") }
    learnAll()
    defer { looks[client] = deploy }
    let isSwitched = deployBegan.map { began in
      cursor.epoch != epoch
        || log.dropFirst(began).contains { $0.kind == .activated && $0.channels == [channel] }
    }
    let before = looks[client] ?? 0
    expect(
      deploy >= before || isSwitched == true,
      "\(client) goes back from the look of deploy \(before) to \(deploy), at \(cursor)")
  }

  /// A deploy tells each change of a look once.
  private func checkUpdate(_ change: Change) {
    guard change.kind == .updated, Files.names.contains(change.theme) else { return }
    let look = "\(change.theme) in \(change.channels)"
    expect(updated.insert(look).inserted, "the look of a deploy is told twice: \(change.brief)")
  }

  func wasGone(_ client: String, _ cursor: Cursor, reason: String) {
    note("\(client): \(cursor) is gone, \(reason)")
    learnAll()
    guard cursor.epoch == epoch else { return }
    expect(reason == "compacted" && cursor.revision < floor, "\(client): \(cursor) is gone, \(reason)")
  }

  /// A write was answered.
  func acknowledge(_ note: String, revision: UInt64?, in epoch: Epoch?) {
    guard epoch == self.epoch else { return }
    acknowledged[note] = .some(revision)
  }

  /// Returns the theme that a channel shows at a cursor; nil for one of a former epoch.
  func theme(of channel: String, at cursor: Cursor) -> String? {
    learnAll()
    guard cursor.epoch == epoch else { return nil }
    return log.prefix(Int(cursor.revision)).last { $0.kind == .activated && $0.channels == [channel] }?.theme
  }

  var isTroubled: Bool {
    let now = Scheduler.shared.now
    return isDisturbed || troubledSince != nil || now - max(troubleEnded, disturbanceEnded) < 5000
  }

  func ask(for plan: NaiveModel.Plan, _ note: String) { naive.asked[note] = plan }

  static func start(_ text: String) -> Int64 { Timestamp(text)?.milliseconds ?? 0 }

  /// A request was answered after so many milliseconds. A write is held for five seconds at most. Nothing else waits for the
  /// database longer than it was asked to.
  func took(_ time: Int64, _ request: Request, from client: String) {
    let waits = request.query.first { $0.name == "wait" }.flatMap { Int64($0.value) }
    let prefers = request.headers.first { $0.name == "Prefer" }.flatMap { Int64($0.value.dropFirst(5)) }
    let most: Int64 =
      request.method != .get
      ? 5100
      : (waits ?? prefers ?? (request.headers.contains { $0.name == "Livery-Cursor" } ? 2 : 0)) * 1000 + 1000
    expect(
      time <= most,
      "\(client): \(request.method) \(request.path) was answered after \(time) ms, \(most) at most")
  }

  /// Since when a server says other than the truth whether it can write.
  private var untruths: [String: Int64] = [:]

  /// What `/readyz` says is true within three seconds, or five once writes are possible again, whether a write comes or not.
  private func checkReadiness() {
    guard let cluster = Cluster.shared, !isJudgedLater else { return untruths = [:] }
    let now = Scheduler.shared.now
    for (name, publisher) in publishers {
      let isWritable = publisher.current.now.trouble == nil && publisher.store.report?.isReachable != false
      // Whether standbys confirm shows only with a write.
      guard isWritable ? !cluster.isReachable : cluster.isWritable else {
        untruths[name] = nil
        continue
      }
      let since = untruths[name] ?? now
      untruths[name] = since
      expect(
        now - since <= (isWritable ? 4000 : 6000),
        "\(name) says since \(Timestamp(milliseconds: since)) that it can\(isWritable ? "" : "not") write: "
          + "\(publisher.current.now.trouble.map { "\($0.error)" } ?? "nothing is wrong")")
    }
  }

  private var floorCheckedAt: Int64 = 0
  private var floorDiffers = 0

  /// Memory does not go on beyond what the store has removed.
  private func checkFloor() {
    let now = Scheduler.shared.now
    guard now - floorCheckedAt > 30_000, Cluster.shared == nil, let publisher = publishers.values.first else {
      return
    }
    floorCheckedAt = now
    let floor = publisher.current.now.state.floor
    var isThere = true
    do { isThere = try publisher.store.read(after: floor, limit: 1) != nil } catch { return }
    floorDiffers = isThere ? 0 : floorDiffers + 1
    expect(floorDiffers < 3, "memory goes back to \(floor), and the store does not")
  }

  /// A server that is stopped says nothing.
  private var isJudgedLater: Bool { frozenUntil + 6000 > Scheduler.shared.now }
  var frozenUntil: Int64 = 0

  // MARK: Each second

  func audit() {
    guard !publishers.isEmpty else { return }
    let now = Scheduler.shared.now
    learnAll()
    checkReadiness()
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
        }), !isTroubled, now - learnedAt[index] > patience
      else { continue }
      convict("\(client) waits since \(wait.since) and is not told of \(log[index].brief)")
    }
    guard !isTroubled else { return differs = [:] }
    checkFloor()
    guard let snapshot = snapshots.first(where: { $0.state.head == log.count }) else { return }
    for channel in ["main", "kiosk"] {
      let (shown, wanted) = (snapshot.state.activations[channel]?.theme, naive.shown(channel, at: clock))
      guard let wanted, !naive.isInDoubt(channel), shown != wanted else {
        differs[channel] = nil
        continue
      }
      let since = differs[channel] ?? now
      differs[channel] = since
      expect(now - since < patience + 1000, "\(channel) shows \(shown ?? "nothing"), and \(wanted) is due")
    }
  }

  func ended(_ name: String, isDead: Bool = true) {
    publishers[name] = nil
    if isDead { lastDeath = Scheduler.shared.now }
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
