import Changes
import Documents
import ThemeAPI

/// The clients of a world, each a loop on a thread of its own.
extension World {
  /// Sends a request to any server, over a network that delays it. Nil if no answer comes.
  func ask(
    _ client: String, _ line: String, _ headers: [(String, String)] = [], body: String? = nil,
    patience: Int64 = 70_000
  ) -> Reply? {
    let parts = line.split(separator: " ")
    let halves = parts[1].split(separator: "?", maxSplits: 1)
    let query = halves.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1)
      return Request.Field(String(sides[0]), String(sides.dropFirst().first ?? ""))
    }
    var fields = [Request.Field("Host", "localhost")] + headers.map { Request.Field($0.0, $0.1) }
    if client.hasPrefix("author"), parts[0] == "GET", let seen = cursors[client], seen.epoch == judge.epoch {
      fields.append(Request.Field("Livery-Cursor", seen.description))
    }
    if body != nil { fields.append(Request.Field("Content-Type", "application/json")) }
    let request = Request(
      method: Request.Method(rawValue: String(parts[0])) ?? .get, path: String(halves[0]), query: query,
      headers: fields, body: Array((body ?? "").utf8),
      peer: Request.Peer(address: "127.0.0.1", isLoopback: true, user: PeerUser { .trusted }))
    scheduler.sleep(.random(in: 0...10, using: &scheduler.random))
    var answer: Reply??
    let server =
      servers.count == 1 ? servers[0] : servers[Int.random(in: servers.indices, using: &scheduler.random)]
    let sentAt = scheduler.now
    server.take(request) { answer = .some($0) }
    scheduler.wait(until: scheduler.now + patience, for: { answer != nil })
    if answer ?? nil != nil, !server.wasFrozen(since: sentAt) {
      judge.took(scheduler.now - sentAt, request, from: client)
    }
    guard let reply = answer ?? nil else {
      judge.note("\(client): \(line) \(body ?? "") has no answer")
      return nil
    }
    judge.note(
      "\(client): \(line) \(body ?? "") → \(reply.status) \(reply.header("Livery-Cursor") ?? "")\(reply.status > 499 ? " " + reply.text : "")"
    )
    if reply.status < 300 {
      judge.saw(reply.header("Livery-Cursor"))
      cursors[client] = reply.header("Livery-Cursor").flatMap { Cursor($0) }
    }
    return reply
  }

  /// Follows a channel by its changes.
  func follow(_ client: String, _ channel: String) {
    var cursor: Cursor?
    while !isOver {
      guard let known = cursor else {
        cursor = ask(client, "GET /v1/changes?channel=\(channel)")?["cursor"].flatMap { Cursor($0) }
        scheduler.sleep(200)
        continue
      }
      if known.epoch == judge.epoch { judge.waiting[client] = (channel, known.revision) }
      let seconds = isBusy ? 5 : 55
      let line = "GET /v1/changes?channel=\(channel)&mode=all&since=\(known)&wait=\(seconds)"
      let reply = ask(client, line)
      judge.waiting[client] = nil
      // Whoever was away may come back when the log no longer goes back so far.
      if scheduler.isChance(oneIn: 300) {
        scheduler.sleep(.random(in: 0...14_400_000, using: &scheduler.random))
      }
      switch reply?.status {
      case 200, 204:
        guard let reply, let next = reply.header("Livery-Cursor").flatMap({ Cursor($0) }) else {
          judge.convict("\(client): an answer without a cursor")
        }
        judge.told(client, reply.status == 204 ? [] : reply.changes, from: known, to: next, in: channel)
        cursor = next
      case 410:
        judge.wasGone(client, known, reason: reply?["reason"] ?? "")
        cursor = reply?["cursor"].flatMap { Cursor($0) }
      default: scheduler.sleep(.random(in: 100...1000, using: &scheduler.random))
      }
    }
  }

  /// Holds the theme of a channel, by its tag.
  func hold(_ client: String, _ channel: String) {
    var tag = ""
    while !isOver {
      let headers = [("If-None-Match", tag), ("Prefer", "wait=\(isBusy ? 5 : 55)")]
      let reply = ask(client, "GET /v1/theme?channel=\(channel)", tag.isEmpty ? [] : headers)
      if let reply, reply.status == 200, let cursor = reply.header("Livery-Cursor").flatMap({ Cursor($0) }) {
        tag = reply.header("ETag") ?? ""
        judge.looked(client, at: channel, Files.deploy(in: reply), cursor)
        if let theme = judge.theme(of: channel, at: cursor) {
          judge.expect(
            reply["theme"] == theme, "\(client) got \(reply["theme"] ?? ""), and \(cursor) is \(theme)")
        }
      } else if reply?.status != 304 {
        scheduler.sleep(.random(in: 100...1000, using: &scheduler.random))
      }
    }
  }

  /// Writes whatever the seed says, and sends what has a key again until it is answered.
  func write(_ client: String) {
    var ids: [String] = []
    while !isOver {
      waitForWork(client)
      guard !isOver else { return }
      writes += 1
      let note = "w\(writes)"
      let channel = scheduler.isChance(oneIn: 3) ? "kiosk" : "main"
      let theme = pick(Files.names)
      switch Int.random(in: 0..<10, using: &scheduler.random) {
      case 0, 1: plan(client, note, channel, theme, &ids)
      case 2 where !ids.isEmpty:
        let id = ids.remove(at: .random(in: ids.indices, using: &scheduler.random))
        _ = send(client, "DELETE /v1/schedule/\(id)", nil, note)
      case 3:
        let seen = lastCursor.flatMap { Cursor($0) }
        let headers = seen.map { [("Livery-Cursor", $0.description)] } ?? []
        let reply = ask(client, "GET /v1/active?channel=\(channel)", headers)
        if let seen, let reply, reply.status == 200 {
          let cursor = reply.header("Livery-Cursor").flatMap { Cursor($0) }
          judge.expect(
            cursor?.epoch != seen.epoch || (cursor?.revision ?? 0) >= seen.revision,
            "\(client) had seen \(seen), and is answered at \(cursor?.description ?? "")")
        }
      default:
        _ = send(
          client, "POST /v1/active", #"{"theme":"\#(theme)","channel":"\#(channel)","note":"\#(note)"}"#, note
        )
      }
    }
  }

  /// Orders a schedule: once or daily, in minutes or in hours.
  private func plan(
    _ client: String, _ note: String, _ channel: String, _ theme: String, _ ids: inout [String]
  ) {
    let now = scheduler.now
    let isDaily = scheduler.isChance(oneIn: 3)
    let from =
      now + .random(in: 1...(scheduler.isChance(oneIn: 2) ? 60 : 7200), using: &scheduler.random) * 1000
    let until = from + .random(in: 5...7200, using: &scheduler.random) * 1000
    var plan = NaiveModel.Plan(channel: channel, theme: theme, from: from, until: until)
    var body = #"{"theme":"\#(theme)","channel":"\#(channel)","note":"\#(note)""#
    if isDaily {
      plan.from = Berlin.local(from) / 60_000 * 60_000 + 60_000
      plan.until = plan.from + max((until - from) / 60_000, 1) * 60_000
      plan.isDaily = true
      func text(_ time: Int64) -> String { String(Timestamp(milliseconds: time).description.prefix(16)) }
      body +=
        #","from":"\#(text(plan.from))","until":"\#(text(plan.until))","repeat":"FREQ=DAILY","zone":"Europe/Berlin"}"#
    } else {
      body += #","from":"\#(Timestamp(milliseconds: from))","until":"\#(Timestamp(milliseconds: until))"}"#
    }
    judge.ask(for: plan, note)
    if !ids.isEmpty, scheduler.isChance(oneIn: 4) {
      _ = send(client, "PUT /v1/schedule/\(ids[0])", body, note)
    } else if let id = send(client, "POST /v1/schedule", body, note)?["schedule.id"] {
      ids.append(id)
    }
  }

  /// Sends a write, often with a key, and then until it is answered; sometimes once more after that.
  private func send(_ client: String, _ line: String, _ body: String?, _ note: String) -> Reply? {
    let hasKey = scheduler.isChance(oneIn: 2)
    let headers = hasKey ? [("Idempotency-Key", "key-\(note)")] : []
    while true {
      if hasKey, scheduler.isChance(oneIn: 3) { double(client, line, headers, body) }
      let reply = ask(client, line, headers, body: body)
      guard let reply, reply.status < 500 else {
        if !hasKey || isOver { return nil }
        scheduler.sleep(.random(in: 50...3000, using: &scheduler.random))
        continue
      }
      take(reply, client, note)
      guard hasKey, reply.status < 300, scheduler.isChance(oneIn: 3) else { return reply }
      let epoch = judge.epoch
      scheduler.sleep(
        .random(in: 1...(scheduler.isChance(oneIn: 5) ? 3_600_000 : 2000), using: &scheduler.random))
      if let again = ask(client, line, headers, body: body), judge.epoch == epoch, again.status < 500,
        again["cursor"].flatMap({ Cursor($0) })?.epoch ?? epoch == epoch
      {
        judge.expect(
          again.header("Idempotency-Replayed") == "true" && again.content.bytes == reply.content.bytes,
          "\(client): the key of \(note) was answered with \(reply.status), and now \(again.status)")
      }
      return reply
    }
  }

  /// Sends a write a second time while the first may be under way.
  private func double(_ client: String, _ line: String, _ headers: [(String, String)], _ body: String?) {
    scheduler.start("\(client) again") { [self] in
      scheduler.sleep(.random(in: 0...(scheduler.isChance(oneIn: 2) ? 6 : 60), using: &scheduler.random))
      if !isOver { _ = ask(client, line, headers, body: body) }
    }
  }

  private func take(_ reply: Reply, _ client: String, _ note: String) {
    // By a clock that is ahead, a schedule may be over already.
    let allowed = [200, 201, 404, 409] + (judge.isClockRight(since: scheduler.now - 6000) ? [] : [400])
    judge.expect(allowed.contains(reply.status), "\(client): \(note) got \(reply.status) \(reply.text)")
    guard reply.status < 300, let cursor = reply["cursor"].flatMap({ Cursor($0) }) else { return }
    lastCursor = cursor.description
    guard reply["schedule.id"] != nil || reply["changed"] != nil else { return }
    judge.acknowledge(note, revision: reply["changed"] == "false" ? nil : cursor.revision, in: cursor.epoch)
  }

  /// Uploads a theme of its own, and drafts of it that it publishes now or at a time.
  func author(_ client: String) {
    var number = 0
    var (document, isSure, epoch) = ("", false, judge.epoch)
    while !isOver {
      waitForWork(client)
      guard !isOver else { return }
      if judge.epoch != epoch {
        (isSure, epoch) = (false, judge.epoch)
        strayPlans.insert(client)
      }
      number += 1
      let text = Files.theme("#0000" + (number % 256 < 16 ? "0" : "") + String(number % 256, radix: 16))
      if scheduler.isChance(oneIn: 2) {
        let reply = ask(client, "PUT /v1/themes/\(client)", body: text)
        if let status = reply?.status {
          judge.expect([200, 201, 503, 507].contains(status), "\(client): \(status)")
        }
        (document, isSure) = (text, (reply?.status ?? 500) < 300)
      } else if draft(client, text) {
        (document, isSure) = (text, true)
      } else {
        isSure = false
      }
      // The log may have another epoch of which no server has told yet.
      guard isSure, cursors[client].map({ $0.epoch == judge.epoch }) ?? true, judge.epoch == epoch,
        let reply = ask(client, "GET /v1/themes/\(client)"),
        judge.epoch == epoch
      else { continue }
      guard reply.status != 503 else { continue }
      judge.expect(
        reply.status == 200 && reply.text == document,
        "\(client): its theme is \(reply.status), \(reply.text)")
    }
  }

  /// Keeps a draft and publishes it. Returns whether that is known to be done.
  private func draft(_ client: String, _ text: String) -> Bool {
    guard let made = ask(client, "POST /v1/drafts?name=\(client)", body: text), made.status == 201,
      let id = made["id"]
    else { return false }
    let epoch = judge.epoch
    if scheduler.isChance(oneIn: 2) {
      guard let done = ask(client, "POST /v1/drafts/\(id)/publish", body: "{}"), done.status < 300 else {
        return false
      }
    } else {
      let orderedAt = scheduler.now
      let at = scheduler.now + .random(in: 500...20_000, using: &scheduler.random)
      let body = #"{"at":"\#(Timestamp(milliseconds: at))"}"#
      guard let planned = ask(client, "POST /v1/drafts/\(id)/publish", body: body), planned.status == 202
      else {
        strayPlans.insert(client)
        return false
      }
      scheduler.wait(until: at - 1)
      if let early = ask(client, "GET /v1/drafts/\(id)"), scheduler.now < at, judge.epoch == epoch,
        early.status < 500, judge.isClockRight(since: orderedAt)
      {
        judge.expect(
          early.status == 200,
          "\(client): draft \(id) is \(early.status) before \(Timestamp(milliseconds: at))")
      }
      scheduler.wait(until: at + 4000)
      if judge.isTroubled || !judge.isClockRight(since: orderedAt) { return false }
    }
    // The judge may learn later than the client that the log goes on under another epoch.
    guard let end = ask(client, "GET /v1/drafts/\(id)"), judge.epoch == epoch, end.status < 500,
      cursors[client].map({ $0.epoch == epoch }) ?? true
    else { return false }
    // A plan that no answer named, or that came back with a copy of the log, may have changed the theme meanwhile.
    if end["state"] == "stale", strayPlans.contains(client) { return false }
    judge.expect(
      end.status == 410 && end["reason"] == "published",
      "\(client): draft \(id) was published, and is \(end.status) \(end.text)")
    return true
  }

  private func pick(_ names: [String]) -> String {
    names[Int.random(in: names.indices, using: &scheduler.random)]
  }

  /// Waits for a while, and for the next time of work.
  private func waitForWork(_ client: String) {
    scheduler.sleep(.random(in: 0...(scheduler.isChance(oneIn: 2) ? 20 : 4000), using: &scheduler.random))
    scheduler.wait(for: { [self] in isBusy || isOver })
  }
}

extension Reply {
  /// A member of the JSON document, by names: `schedule.id`.
  subscript(path: String) -> String? {
    var (node, _) = JSONReader.read(SourceFile(name: "reply", bytes: content.bytes))
    for step in path.split(separator: ".") { node = node?[String(step)] }
    return node.flatMap { $0.string ?? $0.bool.map(String.init) }
  }

  /// The changes of a feed, as `Change.told` writes them.
  var changes: [String] {
    let (root, _) = JSONReader.read(SourceFile(name: "reply", bytes: content.bytes))
    return root?["changes"].map { Array($0.items) }?.map { change in
      let revision = change["cursor"]?.string.flatMap { Cursor($0) }?.revision ?? 0
      let channels = change["channels"].map { $0.items.compactMap(\.string) } ?? []
      let (kind, theme) = (change["kind"]?.string ?? "", change["theme"]?.string ?? "")
      return "\(revision) \(kind) \(theme) \(channels.joined(separator: ",")) \(change["note"]?.string ?? "")"
    } ?? []
  }

  func header(_ name: String) -> String? {
    (headers + content.headers).first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  var text: String { String(decoding: content.bytes, as: UTF8.self) }
}
