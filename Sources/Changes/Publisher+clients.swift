internal import Synchronization
internal import Themes

/// The clients of a server by channel.
package struct ServerClients: Sendable {
  package let startedAt: Timestamp
  package let figures: [String: ClientFigures]
  /// The age of the figures when they were read.
  package let age: Duration

  package init(startedAt: Timestamp, figures: [String: ClientFigures], age: Duration) {
    (self.startedAt, self.figures, self.age) = (startedAt, figures, age)
  }
}

/// The clients of the other servers of the log, as they were read last.
struct ClientsElsewhere: Sendable {
  var servers: [ServerClients] = []
  var readAt = ContinuousClock.now
}

extension Publisher {
  /// Returns the clients of a channel at all servers of the log.
  /// - Parameter own: the clients at this server.
  package func report(on newest: NewestChange, own: ClientFigures) -> ClientReport {
    let elsewhere = elsewhere.withLock { $0 }
    let switchedAt = current.now.activation(of: newest.channel)?.at ?? newest.at
    var (sum, watched) = (own, own.watched(hasSeenSwitch: startedAt <= switchedAt))
    var (counted, oldest) = (1, Duration.zero)
    for server in elsewhere.servers {
      oldest = max(oldest, server.age + elsewhere.readAt.duration(to: .now))
      guard var figures = server.figures[newest.channel] else {
        counted += 1
        continue
      }
      if figures.change == newest.cursor { counted += 1 } else { figures.begin(newest.cursor) }
      sum.merge(figures)
      watched += figures.watched(hasSeenSwitch: server.startedAt <= switchedAt)
    }
    return ClientReport(
      newest: newest, figures: sum, watched: watched,
      servers: .init(known: elsewhere.servers.count + 1, counted: counted, oldest: oldest / .seconds(1)))
  }

  /// Stores the clients of this server for the others, and reads theirs; call it once a second.
  package func exchange(_ own: () -> [String: ClientFigures]) throws(StoreError) {
    guard isShared else { return }
    do throws(StoreError) {
      let servers = try store.exchange(
        ServerClients(startedAt: startedAt, figures: own(), age: .zero))
      elsewhere.withLock { $0 = ClientsElsewhere(servers: servers) }
    } catch {
      elsewhere.withLock { $0.servers = [] }
      throw error
    }
  }
}

extension ClientFigures {
  /// Returns the clients by which a guard is decided: those notified of the switch, or, if the server began after it and does
  /// not know them, all.
  fileprivate func watched(hasSeenSwitch: Bool) -> SwitchGuard.Figures {
    guard !hasSeenSwitch else { return .init(told: toldInAll, held: held, refused: count(.refused)) }
    let all = ClientState.allCases.reduce(0) { $0 + count($1) }
    return .init(told: all, held: count(.holding), refused: count(.refused))
  }
}

/// Guards of switches. A guard is part of the row of its channel's activation, and its decision is a commit, so that it is
/// made once among all servers of the log.
extension Publisher {
  /// Decides the guards whose time is over; call it about once a second.
  /// - Parameter report: returns the clients of a channel.
  /// - Returns: the decided guards with their channels.
  package func decideGuards(
    by report: (String) -> ClientReport?
  ) throws(StoreError) -> [(channel: String, watch: SwitchGuard)] {
    let present = current.now
    let due = dueGuards(in: present)
    guard !due.isEmpty, hasNewestFiles, present.trouble?.error.isAbsence != true else { return [] }
    var figures: [UInt64: SwitchGuard.Figures] = [:]
    for activation in due { figures[activation.revision] = report(activation.channel)?.watched ?? .init() }
    var decided: [(channel: String, watch: SwitchGuard)] = []
    _ = try publish { snapshot, cache in
      decided = []
      return dueGuards(in: snapshot).compactMap { activation in
        guard let figures = figures[activation.revision], let watch = activation.watch else { return nil }
        let decision = watch.decided(
          by: figures, obstacle: snapshot.obstacle(toTakingBack: activation))
        decided.append((activation.channel, decision))
        return request(for: decision, of: activation, in: snapshot, &cache)
      }
    }
    return decided
  }

  private func request(
    for decision: SwitchGuard, of activation: Activation, in snapshot: Snapshot, _ cache: inout WriterCache
  ) -> ChangeRequest {
    let theme = decision.state == .back ? activation.previous : nil
    let summary = theme.map { cache.summary(of: $0, in: snapshot.themeSet, configuration) }
    return ChangeRequest(
      .decide(channel: activation.channel, decision, theme: summary), at: now(), by: "guard",
      note: summary == nil ? nil : decision.note)
  }

  /// Returns the activations whose guards can be decided. A server that began after a switch waits until its clients may be
  /// back.
  private func dueGuards(in snapshot: Snapshot) -> [Activation] {
    guard !snapshot.state.guarded.isEmpty else { return [] }
    let now = now()
    return snapshot.state.guarded.sorted().compactMap { snapshot.activation(of: $0) }.filter { activation in
      guard let watch = activation.watch, watch.state == .watching, watch.until <= now else { return false }
      return startedAt <= activation.at || startedAt.advanced(bySeconds: SwitchGuard.patience) <= now
    }
  }
}
