package import Changes

/// What becomes of a request once an endpoint has looked at it.
package enum Outcome: Sendable {
  case reply(Reply)
  /// Park the client until something of this channel changes or its time is up.
  case watch(Watch)
  /// Park the client until this is done on its lane's thread.
  case offload(Offload)
  /// Keep the answer open and send a piece whenever something of this channel changes.
  case stream(Stream)

  package struct Watch: Sendable {
    /// What ends a wait.
    package enum End: Sendable, Hashable {
      case changed, timedOut, draining
    }

    /// What is waited for; `everyChannel` for a change of any kind, announced under that name as well.
    package let channel: String
    /// No channel's name: every change concerns it.
    package static let everyChannel = "*"
    /// No channel's name either: nothing ever happens there.
    package static let noChannel = ""
    /// The revision that the client knows; any later one that concerns the channel wakes it.
    package let since: UInt64
    package let wait: Duration
    /// Called on the worker that holds the client. It is kept for as long as the client is parked, so it should
    /// hold little: no request, no rendered bytes of its own.
    package let next: @Sendable (End) -> NextStep

    /// What becomes of the client.
    package enum NextStep: Sendable {
      case reply(Reply)
      /// It is parked again for the rest of its time: what happened did not concern what it waits for.
      case stay
      /// It waits for something else from now on.
      case move(Watch)
    }

    package init(
      channel: String, since: UInt64, wait: Duration, next: @escaping @Sendable (End) -> NextStep
    ) {
      self.channel = channel
      self.since = since
      self.wait = wait
      self.next = next
    }

    /// - Parameter answer: nil parks it again.
    package init(
      channel: String, since: UInt64, wait: Duration, answer: @escaping @Sendable (End) -> Reply?
    ) {
      self.init(channel: channel, since: since, wait: wait) { end in
        answer(end).map { .reply($0) } ?? .stay
      }
    }

    /// The reply, where there is one.
    package func answer(_ end: End) -> Reply? { if case .reply(let reply) = next(end) { reply } else { nil } }
  }

  /// Work that may block, for a thread beside the workers.
  package struct Offload: Sendable {
    /// Which thread does the work. Each lane has its own, so that work of one kind never waits for another kind.
    package enum Lane: Sendable, Hashable, CaseIterable {
      /// Changes, in their order.
      case writing
      /// What is read without being served from memory: earlier changes and documents, figures, a folder of pages.
      case reading
      /// Documents that are read: to see what is wrong with them, or to be served from then on.
      case checking
      /// Questions that are large, or asked of a large theme.
      case answering
    }

    package let lane: Lane
    /// Withdrawn where nobody awaits it any more.
    package let permit: CommitPermit
    private let work: Work
    private let finish: @Sendable (Reply) -> Reply

    private enum Work: Sendable {
      case alone(@Sendable (CommitPermit) -> Reply)
      case shared(SharedWrite)
    }

    /// Work that is done by itself.
    package init(on lane: Lane, perform: @escaping @Sendable () -> Reply) {
      self.init(.alone { _ in perform() }, on: lane, permit: CommitPermit()) { $0 }
    }

    /// Work that is done by itself and asks the permit before it commits.
    package init(on lane: Lane, committing perform: @escaping @Sendable (CommitPermit) -> Reply) {
      self.init(.alone(perform), on: lane, permit: CommitPermit()) { $0 }
    }

    /// A draft that shares its commit with others that have gathered.
    package init(_ shared: SharedWrite) {
      self.init(.shared(shared), on: .writing, permit: CommitPermit()) { $0 }
    }

    private init(
      _ work: Work, on lane: Lane, permit: CommitPermit, finish: @escaping @Sendable (Reply) -> Reply
    ) {
      self.lane = lane
      self.permit = permit
      self.work = work
      self.finish = finish
    }

    /// The same work, what `next` makes of its reply.
    package func then(_ next: @escaping @Sendable (Reply) -> Reply) -> Offload {
      Offload(work, on: lane, permit: permit) { [finish] in next(finish($0)) }
    }

    /// Whether it is still to be done. What shares its commit can't be withdrawn from here on.
    package func begin() -> Bool {
      if case .shared = work { permit.use() } else { !permit.isWithdrawn }
    }

    package func perform() -> Reply { Self.perform([self])[0] }

    /// Whether it may join writes whose turn has begun.
    package var mayJoin: Bool { shared?.mayJoin ?? false }

    private var shared: SharedWrite? { if case .shared(let shared) = work { shared } else { nil } }

    /// Performs jobs in their order. Consecutive writes that can share a commit do.
    /// - Parameter joining: returns jobs that join the last commit, called when its turn begins.
    /// - Returns: the replies to all jobs, then to those that joined.
    package static func perform(_ jobs: [Offload], joining: () -> [Offload] = { [] }) -> [Reply] {
      var jobs = jobs
      var replies: [Reply] = []
      var row: [SharedWrite] = []
      for job in jobs {
        switch job.work {
        case .shared(let shared): row.append(shared)
        case .alone(let perform):
          replies += SharedWrite.perform(row) + [perform(job.permit)]
          row = []
        }
      }
      replies += SharedWrite.perform(row) {
        let joined = joining()
        jobs += joined
        return joined.compactMap(\.shared)
      }
      return zip(jobs, replies).map { $0.finish($1) }
    }
  }

  package struct Stream: Sendable {
    /// Why a piece is asked for.
    package enum Event: Sendable, Hashable {
      case opened, changed, quiet, ending
    }

    package struct Piece: Sendable {
      /// Sent as they are; none is nothing to say.
      package let bytes: [UInt8]
      /// The revision that the client knows once it has them.
      package let since: UInt64
      /// Whether another piece is there already: it is asked for once the client has taken this one.
      package let hasMore: Bool

      package init(bytes: [UInt8], since: UInt64, hasMore: Bool = false) {
        self.bytes = bytes
        self.since = since
        self.hasMore = hasMore
      }
    }

    package let channel: String
    /// The revision that the client knows when it comes.
    package let since: UInt64
    /// The headers of the answer, `Content-Type` among them; its status is 200.
    package let headers: [Request.Field]
    /// How long nothing may be sent before a `quiet` piece is asked for.
    package let heartbeat: Duration
    /// How long the answer stays open before the server ends it.
    package let life: Duration
    /// Called on the worker that holds the client, with the revision of the last piece. A client that does not
    /// take its pieces is cut off.
    package let piece: @Sendable (Event, UInt64) -> Piece

    package init(
      channel: String, since: UInt64, headers: [Request.Field], heartbeat: Duration, life: Duration,
      piece: @escaping @Sendable (Event, UInt64) -> Piece
    ) {
      self.channel = channel
      self.since = since
      self.headers = headers
      self.heartbeat = heartbeat
      self.life = life
      self.piece = piece
    }
  }
}

/// Whatever turns requests into outcomes: the router over all endpoints, or a test's stand-in.
package protocol Responder: Sendable {
  /// Never blocks. The route is a pattern such as `/v1/colors/{name}`, for counting by.
  func answer(_ request: Request) -> (outcome: Outcome, route: String)

  /// Asked first, with the head alone: a reply that is ready for exactly this target, or a refusal that needs no
  /// body, so that none is read. Nil sends the request to `answer(_:)` once it is complete. Never blocks.
  func answer(early head: any RequestHead) -> (reply: Reply, route: String)?
}

extension Responder {
  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? { nil }
}
