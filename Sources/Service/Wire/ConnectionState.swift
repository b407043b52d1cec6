internal import Bindings

// The life of a connection. The order of its phases is decided here and nowhere else: the worker reports events, and performs
// the actions that are returned.
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
//   These lead to `closing`, where nothing is answered: a deadline that has passed in handshake, idle, head and body, the
//   departure of the client in poll and stream, and an event that can't happen in the phase. `closed` follows every phase,
//   once the daemon has closed the connection.

/// The phase of a connection, with the deadline for it.
struct ConnectionState: Equatable {
  enum Phase: Hashable {
    /// The connection is being encrypted; no request has begun.
    case handshake
    /// Between two requests, or before the first.
    case idle
    /// A request line or a part of its headers has come.
    case head
    /// All headers have come, but perhaps not the body.
    case body
    /// The request is complete; its response is being made or sent.
    case answering
    /// The request waits.
    case parked(ParkingKind)
    /// The socket is shut down, or its request given up; the daemon has not closed the connection yet.
    case closing
    case closed
  }

  /// The kinds of wait.
  enum ParkingKind: Hashable, CaseIterable {
    /// The request waits for a change or the end of its time.
    case poll
    /// The request waits for work on another thread.
    case offload
    /// The response has begun; each change adds to it until the end of its life.
    case stream
  }

  /// The times that a client may take.
  struct Limits {
    let idle: MonotonicTime.Span
    let head: MonotonicTime.Span
    let body: MonotonicTime.Span
  }

  private(set) var phase: Phase
  /// The time at which the connection is cut off, unless something happens before.
  private(set) var deadline: MonotonicTime
  /// The time at which the current request began.
  private(set) var requestStart: MonotonicTime
  /// Indicates whether it has served a request.
  private(set) var hasServed = false

  /// The beginnings of a connection whose first bytes have come.
  enum Beginning: Hashable {
    /// The bytes are those of a request.
    case head
    /// The bytes are those of a handshake.
    case handshake
  }

  /// - Parameter beginning: nil if no bytes have come yet.
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

  /// Indicates whether the current request may still be answered.
  var isAnswering: Bool { phase == .answering }
}

extension ConnectionState {
  /// Handles an event. Returns the actions to perform.
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
    case (.parked(.poll), .parked(.offload)): return move(to: .parked(.offload))
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
    // The event can't happen in this phase, so the connection is no longer trusted.
    case (.parked, _): return giveUp([.dropParked, .cut])
    default: return giveUp([.cut])
    }
  }

  private mutating func move(to next: Phase) -> ConnectionActions {
    phase = next
    return []
  }

  /// Begins to wait for a request. The time since the opening counts as silence.
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

  /// Ends a request that was answered, or that the daemon gave up.
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

/// An event in the life of a connection.
enum ConnectionEvent: Hashable {
  // Reported by the daemon.
  case requestLine
  /// All headers have come.
  case head(hasBody: Bool)
  case bodyPiece
  /// The request was answered by its head alone; its body is not read.
  case answeredEarly
  case requestComplete
  /// The answer has been sent, or the request was given up.
  case requestFinished(isDraining: Bool)
  /// The daemon has closed the connection.
  case closed

  // Reported by the worker.
  /// The handshake of an encrypted connection is over.
  case secured
  case parked(ConnectionState.ParkingKind)
  /// The wait is over, and the request is answered.
  case released
  /// The client has closed its end.
  case departed
  /// A client leaves too much of its stream unread.
  case fellBehind
  /// Time has passed.
  case tick
  /// The server stops accepting.
  case drainBegan
  /// The time of draining is over.
  case drainEnded
  /// The worker ends.
  case stopped
}

/// The actions that a worker performs for a connection after an event.
struct ConnectionActions: OptionSet, Hashable {
  let rawValue: UInt8

  /// Send a refusal for lateness, without the daemon.
  static let refuseAsTooSlow = ConnectionActions(rawValue: 1)
  /// Shut the socket down in both directions.
  static let cut = ConnectionActions(rawValue: 2)
  /// Stop reading from the socket, so that the daemon finds its end and closes.
  static let stopReading = ConnectionActions(rawValue: 4)
  /// Discard the parked request. If it is unanswered, its connection closes.
  static let dropParked = ConnectionActions(rawValue: 8)
  /// Give up the work that the request waits for, unless it is being committed, and answer the client.
  static let interrupt = ConnectionActions(rawValue: 16)
}

extension ConnectionState.Limits {
  init(_ configuration: WireConfiguration) {
    idle = MonotonicTime.Span(configuration.idleTimeout)
    head = MonotonicTime.Span(configuration.headerTimeout)
    body = MonotonicTime.Span(configuration.bodyTimeout)
  }
}
