package import Changes

/// The result of an endpoint for a request.
package enum Outcome: Sendable {
  case reply(Reply)
  /// The client is parked until something of this channel changes or its time is up.
  case watch(Watch)
  /// The client is parked until this is done on its lane's thread.
  case offload(Offload)
  /// The response stays open, and the client is sent a piece whenever something of this channel changes.
  case stream(Stream)

  package struct Watch: Sendable {
    package enum End: Sendable, Hashable {
      case changed, timedOut, draining
    }

    /// The channel whose changes wake the client; `everyChannel` for any change.
    package let channel: String
    /// A name that no channel has, under which every change is announced.
    package static let everyChannel = "*"
    /// A name that no channel has, under which nothing is announced.
    package static let noChannel = ""
    /// A name that no channel has, under which the reads of a shared log are announced by their number.
    package static let looks = "looks "
    /// The revision that the client knows. Any later one that concerns the channel wakes it.
    package let since: UInt64
    package var wait: Duration
    /// Indicates whether the client waits as a penalty. Such clients take no place of those that wait for a change.
    package var isPenalty = false
    /// Indicates whether the client has what the channel shows, and is counted among those that hold it.
    package var follows = false
    /// Called on the worker of the client. It is kept while the client is parked, so it should hold no request or bytes.
    package internal(set) var next: @Sendable (End) -> NextStep

    package enum NextStep: Sendable {
      case reply(Reply)
      /// The client is parked again for the rest of its time, since the change did not concern it.
      case stay
      case move(Watch)
      case offload(Offload)
    }

    package init(
      channel: String, since: UInt64, wait: Duration, next: @escaping @Sendable (End) -> NextStep
    ) {
      (self.channel, self.since, self.wait, self.next) = (channel, since, wait, next)
    }

    /// - Parameter answer: returns nil to park the client again.
    package init(
      channel: String, since: UInt64, wait: Duration, answer: @escaping @Sendable (End) -> Reply?
    ) {
      self.init(channel: channel, since: since, wait: wait) { end in
        answer(end).map { .reply($0) } ?? .stay
      }
    }

    package func answer(_ end: End) -> Reply? { if case .reply(let reply) = next(end) { reply } else { nil } }
  }

  /// The place of work in a queue in which clients take turns, so that no client delays another by many requests.
  package struct Turn: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case batch, rendering
    }

    /// The address of the client; of IPv6, its network.
    package let client: String
    package let kind: Kind
    /// Indicates whether it precedes all that is not: clients waited for the result before a change, or had it.
    package let isAwaited: Bool

    package init(of client: String, for kind: Kind, isAwaited: Bool = false) {
      (self.client, self.kind, self.isAwaited) = (client, kind, isAwaited)
    }
  }

  package struct Offload: Sendable {
    /// A thread for one kind of work, so that work of one kind never waits for another kind.
    package enum Lane: Sendable, Hashable, CaseIterable {
      /// Changes, in their order.
      case writing
      /// Reading that memory can't serve: earlier changes and documents, a folder of pages.
      case reading
      /// Metrics, which are wanted most when nothing else is answered.
      case counting
      /// Reading documents, to check them or to serve them from then on.
      case checking
      /// Requests that are large, or for a large theme.
      case answering
    }

    package let lane: Lane
    /// The place in the queue of the lane; nil for the order in which the work was submitted.
    package private(set) var turn: Turn?
    /// The permit, which is withdrawn if no client waits for the work any longer.
    package let permit = CommitPermit()
    private let work: Work
    private var finish: @Sendable (Reply) -> Reply = { $0 }

    private enum Work: Sendable {
      case alone(@Sendable (CommitPermit) -> Reply)
      case shared(SharedWrite)
    }

    package init(on lane: Lane, in turn: Turn? = nil, perform: @escaping @Sendable () -> Reply) {
      (self.lane, self.turn, work) = (lane, turn, .alone { _ in perform() })
    }

    /// Makes work that asks the permit before it commits.
    init(on lane: Lane, committing perform: @escaping @Sendable (CommitPermit) -> Reply) {
      (self.lane, work) = (lane, .alone(perform))
    }

    init(_ shared: SharedWrite) { (lane, work) = (.writing, .shared(shared)) }

    package func then(_ next: @escaping @Sendable (Reply) -> Reply) -> Offload {
      var transformed = self
      transformed.finish = { [finish] in next(finish($0)) }
      return transformed
    }

    /// Begins the work. Returns false if it was withdrawn. Work that shares its commit can't be withdrawn afterwards.
    package func begin() -> Bool {
      if case .shared = work { permit.use() } else { !permit.isWithdrawn }
    }

    package func perform() -> Reply { Self.perform([self])[0] }

    /// Indicates whether it may join writes whose turn has begun.
    package var mayJoin: Bool { shared?.mayJoin ?? false }

    private var shared: SharedWrite? { if case .shared(let shared) = work { shared } else { nil } }

    /// Performs jobs in their order. Consecutive writes that can share a commit share it.
    /// - Parameter joining: returns jobs that join the last commit, called when its turn begins.
    /// - Returns: the replies to all jobs, then to the jobs that joined.
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
    package enum Event: Sendable, Hashable {
      case opened, changed, quiet, ending
    }

    package struct Piece: Sendable {
      /// The bytes to send; empty if there is nothing to send.
      package let bytes: [UInt8]
      /// The revision that the client knows once it has the bytes.
      package let since: UInt64
      /// Indicates whether another piece is there already. It is sent once the client has taken this one.
      package let hasMore: Bool

      package init(bytes: [UInt8], since: UInt64, hasMore: Bool = false) {
        (self.bytes, self.since, self.hasMore) = (bytes, since, hasMore)
      }
    }

    package let channel: String
    package let since: UInt64
    /// The headers of the response, including `Content-Type`. Its status is 200.
    package internal(set) var headers: [Request.Field]
    /// The time without bytes after which a `quiet` piece is sent.
    package let heartbeat: Duration
    /// The time after which the server ends the response.
    package let life: Duration
    /// Indicates whether the client is counted among those that follow the channel.
    package var follows = false
    /// Called on the worker of the client, with the revision of the last piece.
    package let piece: @Sendable (Event, UInt64) -> Piece

    package init(
      channel: String, since: UInt64, headers: [Request.Field], heartbeat: Duration, life: Duration,
      piece: @escaping @Sendable (Event, UInt64) -> Piece
    ) {
      (self.channel, self.since, self.headers) = (channel, since, headers)
      (self.heartbeat, self.life, self.piece) = (heartbeat, life, piece)
    }
  }
}

extension Outcome {
  /// Returns work for a lane. If it is refused, the refusal is the reply.
  static func offload(
    on lane: Offload.Lane, in turn: Turn? = nil, _ work: @escaping @Sendable () throws(Refusal) -> Reply
  ) -> Outcome {
    .offload(
      .init(on: lane, in: turn) { do throws(Refusal) { return try work() } catch { return error.reply } })
  }

  /// The same for a client that is parked already. A request for a stream never waits.
  var nextStep: Watch.NextStep {
    switch self {
    case .reply(let reply): .reply(reply)
    case .watch(let watch): .move(watch)
    case .offload(let work): .offload(work)
    case .stream: .stay
    }
  }

  /// Returns the outcome with a transformed reply. A client that waits or follows gets what it would get.
  func then(_ next: @escaping @Sendable (Reply) -> Reply) -> Outcome {
    switch self {
    case .reply(let reply): .reply(next(reply))
    case .offload(let work): .offload(work.then(next))
    case .watch, .stream: self
    }
  }
}

/// An object that turns requests into outcomes: the router, or a stub in tests.
package protocol Responder: Sendable {
  /// Never blocks. The route is a pattern such as `/v1/colors/{name}`, for the metrics.
  func answer(_ request: Request) -> (outcome: Outcome, route: String)

  /// Answers by the head alone: with a cached reply for exactly this target, or with a refusal for which no body need be read.
  /// If it returns nil, the complete request goes to `answer(_:)`. Never blocks.
  func answer(early head: any RequestHead) -> (reply: Reply, route: String)?

  /// Answers a GET that waits and whose token has other grants now, or none.
  /// - Parameter route: its pattern.
  func answer(revoked head: any RequestHead, at route: String) -> Reply
}

extension Responder {
  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? { nil }

  package func answer(revoked head: any RequestHead, at route: String) -> Reply { Gate.unknownToken.reply }
}
