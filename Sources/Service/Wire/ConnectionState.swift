internal import Bindings

// The life of a connection. What may follow what is said here and nowhere else: the worker reports events, and
// performs the actions that it gets in return.
//
//                    (a PendingConnection awaits its first bytes)
//                                      │
//             (encrypted: handshake, which ends by secured or requestLine)
//                                      │
//            ┌─────────────────────────▼──┐ requestLine ┌────────┐ head ┌────────┐
//            │ idle                       ├────────────▶│ head   ├─────▶│ body   │
//            └─▲──────────────────────────┘             └────────┘      └──┬─────┘
//              │ requestFinished                               requestComplete, answeredEarly
//              │                                            ┌─────────────┐│
//              ├────────────────────────────────────────────┤ answering   │◀┐
//              │                                            └──┬──────────┘ │ released (poll, offload)
//              │                                        parked │            │
//              │ requestFinished (the stream has ended)     ┌──▼────────────┴───────────────┐
//              └────────────────────────────────────────────┤ parked: poll, offload, stream │
//                                                           └───────────────────────────────┘
//
//   From handshake, idle, head and body a deadline that has passed, from poll and stream the departure of the client, from
//   anywhere an event that can't happen there, lead to `closing`: nothing is answered any more. `closed` follows
//   from every state, once the daemon has let go of the connection.

/// Where a connection stands, and until when it may stand there.
struct ConnectionState: Equatable {
  enum Phase: Hashable {
    /// The connection is being encrypted; no request has begun.
    case handshake
    /// Between two requests, or before the first.
    case idle
    /// A request line or a part of its headers has come.
    case head
    /// All headers have come, the body perhaps not yet.
    case body
    /// The request is complete; its answer is made or being sent.
    case answering
    /// The request waits for something to happen.
    case parked(ParkingKind)
    /// The socket is shut, or its request given up; the daemon has not let go of the connection yet.
    case closing
    case closed
  }

  /// What a parked request waits for.
  enum ParkingKind: Hashable, CaseIterable {
    /// A change or the end of its time.
    case poll
    /// Work on another thread.
    case offload
    /// Each change, until the end of its life; its answer has begun.
    case stream
  }

  /// How long a client may take.
  struct Limits {
    let idle: MonotonicTime.Span
    let head: MonotonicTime.Span
    let body: MonotonicTime.Span
  }

  private(set) var phase: Phase
  /// When the connection is cut off, unless something happens before.
  private(set) var deadline: MonotonicTime
  /// When the request under way began.
  private(set) var requestStart: MonotonicTime
  /// Whether a request has been finished on it.
  private(set) var hasServed = false

  /// How a connection begins, its first bytes being there.
  enum Beginning: Hashable {
    /// With those of a request.
    case head
    /// With those of a handshake.
    case handshake
  }

  /// - Parameter beginning: nil where no bytes are there yet.
  init(openedAt now: MonotonicTime, beginning: Beginning?, limits: Limits) {
    phase =
      switch beginning {
      case .head: .head
      case .handshake: .handshake
      case nil: .idle
      }
    deadline = now + (beginning == nil ? limits.idle : limits.head)
    requestStart = now
  }

  /// Whether the answer to the request under way may still be given.
  var isAnswering: Bool { phase == .answering }
}

extension ConnectionState {
  /// Takes note of an event; returns what is to be done about it.
  mutating func handle(_ event: ConnectionEvent, at now: MonotonicTime, limits: Limits) -> ConnectionActions {
    switch (phase, event) {
    case (.closed, _): return []
    case (_, .closed): return close()
    case (.closing, _): return []
    case (.handshake, .secured): return beginIdling(limits)
    case (_, .secured): return []
    case (.idle, .requestLine), (.handshake, .requestLine): return beginHead(at: now, limits)
    case (.head, .requestLine): return []
    case (.head, .head(let hasBody)): return beginBody(hasBody, limits)
    case (.body, .bodyPiece): return []
    case (.body, .answeredEarly), (.body, .requestComplete): return beginAnswer()
    case (.answering, .parked(let kind)): return move(to: .parked(kind))
    case (.parked(.poll), .released), (.parked(.offload), .released): return move(to: .answering)
    case (.parked(.poll), .departed), (.parked(.stream), .departed): return giveUp([.dropParked])
    case (_, .departed): return []
    case (.parked(.stream), .fellBehind): return giveUp([.dropParked, .cut])
    case (_, .fellBehind): return []
    case (_, .requestFinished(let isDraining)): return finish(isDraining, at: now, limits)
    case (_, .tick): return expire(at: now)
    case (_, .drainBegan): return phase == .idle && hasServed ? [.stopReading] : []
    case (.parked(.offload), .drainEnded): return [.interrupt]
    case (_, .drainEnded): return phase == .idle || phase == .handshake ? [.stopReading] : []
    case (.parked, .stopped): return giveUp([.dropParked])
    case (_, .stopped): return []
    // What can't happen here: whatever has led to it, this connection is not to be trusted any more.
    case (.parked, _): return giveUp([.dropParked, .cut])
    default: return giveUp([.cut])
    }
  }

  private mutating func move(to next: Phase) -> ConnectionActions {
    phase = next
    return []
  }

  /// The time since the opening counts as silence.
  private mutating func beginIdling(_ limits: Limits) -> ConnectionActions {
    deadline = requestStart + limits.idle
    return move(to: .idle)
  }

  private mutating func beginHead(at now: MonotonicTime, _ limits: Limits) -> ConnectionActions {
    requestStart = now
    deadline = now + limits.head
    return move(to: .head)
  }

  private mutating func beginBody(_ hasBody: Bool, _ limits: Limits) -> ConnectionActions {
    if hasBody { deadline = requestStart + limits.body }
    return move(to: .body)
  }

  private mutating func beginAnswer() -> ConnectionActions {
    deadline = .distantFuture
    return move(to: .answering)
  }

  /// The request is done with, or given up by the daemon.
  private mutating func finish(
    _ isDraining: Bool, at now: MonotonicTime, _ limits: Limits
  ) -> ConnectionActions {
    var actions: ConnectionActions = isDraining ? [.stopReading] : []
    if case .parked = phase { actions.insert(.dropParked) }
    hasServed = true
    deadline = now + limits.idle
    phase = .idle
    return actions
  }

  private mutating func expire(at now: MonotonicTime) -> ConnectionActions {
    guard deadline <= now else { return [] }
    return giveUp(phase == .idle || phase == .handshake ? [.cut] : [.refuseAsTooSlow, .cut])
  }

  private mutating func giveUp(_ actions: ConnectionActions) -> ConnectionActions {
    deadline = .distantFuture
    phase = .closing
    return actions
  }

  private mutating func close() -> ConnectionActions {
    let wasParked = if case .parked = phase { true } else { false }
    deadline = .distantFuture
    phase = .closed
    return wasParked ? [.dropParked] : []
  }
}
