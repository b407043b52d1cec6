import Bindings
import Testing

@testable import Service

/// The life of a connection by a hand clock.
@Suite struct `The state of a connection` {
  private static let limits = ConnectionState.Limits(
    idle: MonotonicTime.Span(.seconds(60)), head: MonotonicTime.Span(.seconds(10)),
    body: MonotonicTime.Span(.seconds(30)))
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  /// How each phase is reached from the opening.
  static let ways: [(phase: ConnectionState.Phase, events: [ConnectionEvent])] = [
    (.idle, []),
    (.handshake, []),
    (.head, [.requestLine]),
    (.body, [.requestLine, .head(hasBody: true)]),
    (.answering, [.requestLine, .head(hasBody: false), .requestComplete]),
    (.parked(.poll), [.requestLine, .head(hasBody: false), .requestComplete, .parked(.poll)]),
    (.parked(.offload), [.requestLine, .head(hasBody: false), .requestComplete, .parked(.offload)]),
    (.parked(.stream), [.requestLine, .head(hasBody: false), .requestComplete, .parked(.stream)]),
    (.closing, [.bodyPiece]),
    (.closed, [.closed]),
  ]

  /// The next phase and the actions. Every phase has every event, except the events in `misplaced`.
  static let expected:
    [ConnectionState.Phase: [ConnectionEvent: (ConnectionState.Phase, ConnectionActions)]] = [
      .idle: [
        .secured: (.idle, []),
        .requestLine: (.head, []), .requestFinished(isDraining: false): (.idle, []),
        .requestFinished(isDraining: true): (.idle, [.stopReading]), .closed: (.closed, []),
        .departed: (.idle, []), .fellBehind: (.idle, []), .tick: (.closing, [.cut]), .drainBegan: (.idle, []),
        .drainEnded: (.idle, [.stopReading]), .stopped: (.idle, []),
      ],
      .handshake: [
        .secured: (.idle, []), .requestLine: (.head, []), .requestFinished(isDraining: false): (.idle, []),
        .requestFinished(isDraining: true): (.idle, [.stopReading]), .closed: (.closed, []),
        .departed: (.handshake, []), .fellBehind: (.handshake, []), .tick: (.closing, [.cut]),
        .drainBegan: (.handshake, []), .drainEnded: (.handshake, [.stopReading]), .stopped: (.handshake, []),
      ],
      .head: [
        .secured: (.head, []),
        .requestLine: (.head, []), .head(hasBody: false): (.body, []), .head(hasBody: true): (.body, []),
        .requestFinished(isDraining: false): (.idle, []),
        .requestFinished(isDraining: true): (.idle, [.stopReading]), .closed: (.closed, []),
        .departed: (.head, []), .fellBehind: (.head, []), .tick: (.closing, [.refuseAsTooSlow, .cut]),
        .drainBegan: (.head, []), .drainEnded: (.head, []), .stopped: (.head, []),
      ],
      .body: [
        .secured: (.body, []),
        .bodyPiece: (.body, []), .answeredEarly: (.answering, []), .requestComplete: (.answering, []),
        .requestFinished(isDraining: false): (.idle, []),
        .requestFinished(isDraining: true): (.idle, [.stopReading]), .closed: (.closed, []),
        .departed: (.body, []), .fellBehind: (.body, []), .tick: (.closing, [.refuseAsTooSlow, .cut]),
        .drainBegan: (.body, []), .drainEnded: (.body, []), .stopped: (.body, []),
      ],
      .answering: [
        .secured: (.answering, []),
        .parked(.poll): (.parked(.poll), []), .parked(.offload): (.parked(.offload), []),
        .parked(.stream): (.parked(.stream), []), .requestFinished(isDraining: false): (.idle, []),
        .requestFinished(isDraining: true): (.idle, [.stopReading]), .closed: (.closed, []),
        .departed: (.answering, []), .fellBehind: (.answering, []), .tick: (.answering, []),
        .drainBegan: (.answering, []), .drainEnded: (.answering, []), .stopped: (.answering, []),
      ],
      .parked(.poll): [
        .secured: (.parked(.poll), []),
        .parked(.offload): (.parked(.offload), []),
        .released: (.answering, []), .departed: (.closing, [.dropParked]),
        .requestFinished(isDraining: false): (.idle, [.dropParked]),
        .requestFinished(isDraining: true): (.idle, [.dropParked, .stopReading]),
        .closed: (.closed, [.dropParked]), .fellBehind: (.parked(.poll), []), .tick: (.parked(.poll), []),
        .drainBegan: (.parked(.poll), []), .drainEnded: (.parked(.poll), []),
        .stopped: (.closing, [.dropParked]),
      ],
      .parked(.offload): [
        .secured: (.parked(.offload), []),
        .released: (.answering, []), .departed: (.parked(.offload), []),
        .requestFinished(isDraining: false): (.idle, [.dropParked]),
        .requestFinished(isDraining: true): (.idle, [.dropParked, .stopReading]),
        .closed: (.closed, [.dropParked]), .fellBehind: (.parked(.offload), []),
        .tick: (.parked(.offload), []), .drainBegan: (.parked(.offload), []),
        .drainEnded: (.parked(.offload), [.interrupt]), .stopped: (.closing, [.dropParked]),
      ],
      .parked(.stream): [
        .secured: (.parked(.stream), []),
        .departed: (.closing, [.dropParked]), .fellBehind: (.closing, [.dropParked, .cut]),
        .requestFinished(isDraining: false): (.idle, [.dropParked]),
        .requestFinished(isDraining: true): (.idle, [.dropParked, .stopReading]),
        .closed: (.closed, [.dropParked]), .tick: (.parked(.stream), []), .drainBegan: (.parked(.stream), []),
        .drainEnded: (.parked(.stream), []), .stopped: (.closing, [.dropParked]),
      ],
      .closing: [.closed: (.closed, [])],
      .closed: [:],
    ]

  /// The result for an event that is not in the table, since it can't happen in that phase.
  static func misplaced(in phase: ConnectionState.Phase) -> (ConnectionState.Phase, ConnectionActions) {
    switch phase {
    case .closed: (.closed, [])
    case .closing: (.closing, [])
    case .parked: (.closing, [.dropParked, .cut])
    case .handshake, .idle, .head, .body, .answering: (.closing, [.cut])
    }
  }

  static let events: [ConnectionEvent] =
    [
      .requestLine, .head(hasBody: false), .head(hasBody: true), .bodyPiece, .answeredEarly,
      .requestComplete, .requestFinished(isDraining: false), .requestFinished(isDraining: true), .closed,
      .secured, .released, .departed, .fellBehind, .tick, .drainBegan, .drainEnded, .stopped,
    ] + ConnectionState.ParkingKind.allCases.map { .parked($0) }

  private static func state(
    after events: [ConnectionEvent], beginning: ConnectionState.Beginning? = nil
  ) -> ConnectionState {
    var state = ConnectionState(openedAt: start, beginning: beginning, limits: limits)
    for event in events { _ = state.handle(event, at: start, limits: limits) }
    return state
  }

  @Test(arguments: 0..<ways.count, events)
  func `says for every event what follows and what is to be done`(_ way: Int, _ event: ConnectionEvent) {
    let (phase, events) = Self.ways[way]
    var state = Self.state(after: events, beginning: phase == .handshake ? .handshake : nil)
    #expect(state.phase == phase)
    // Long after every deadline, so that a tick is due where there is one.
    let actions = state.handle(event, at: Self.start + .seconds(3600), limits: Self.limits)
    let (next, wanted) = Self.expected[phase]?[event] ?? Self.misplaced(in: phase)
    #expect(state.phase == next)
    #expect(actions == wanted)
  }

  @Test func `gives a silent connection its idle time, the first one and each after a request`() {
    var state = Self.state(after: [])
    #expect(state.deadline == Self.start + .seconds(60))
    let later = Self.start + .seconds(100)
    state = Self.state(after: [.requestLine, .head(hasBody: false), .requestComplete])
    #expect(state.deadline == .distantFuture)
    _ = state.handle(.requestFinished(isDraining: false), at: later, limits: Self.limits)
    #expect(state.deadline == later + .seconds(60))
    #expect(state.handle(.tick, at: later + .seconds(59), limits: Self.limits) == [])
    #expect(state.handle(.tick, at: later + .seconds(60), limits: Self.limits) == [.cut])
  }

  @Test func `counts the time of a head from its first byte, a body's from the same`() {
    var state = Self.state(after: [], beginning: .head)
    #expect(state.phase == .head)
    let later = Self.start + .seconds(5)
    _ = state.handle(.requestLine, at: later, limits: Self.limits)
    #expect(state.requestStart == Self.start)
    #expect(state.deadline == Self.start + .seconds(10))
    _ = state.handle(.head(hasBody: true), at: later, limits: Self.limits)
    #expect(state.deadline == Self.start + .seconds(30))
    _ = state.handle(.bodyPiece, at: later + .seconds(20), limits: Self.limits)
    #expect(state.deadline == Self.start + .seconds(30))
  }

  @Test func `gives a handshake the time of a head, and no request's; what follows may be idle`() {
    var state = Self.state(after: [], beginning: .handshake)
    #expect(state.deadline == Self.start + .seconds(10))
    let later = Self.start + .seconds(9)
    var asking = state
    _ = asking.handle(.requestLine, at: later, limits: Self.limits)
    #expect(asking.requestStart == later && asking.deadline == later + .seconds(10))
    _ = state.handle(.secured, at: later, limits: Self.limits)
    #expect(state.deadline == Self.start + .seconds(60))
  }

  @Test func `sends away at the beginning of a drain only who has been served`() {
    var fresh = Self.state(after: [])
    #expect(fresh.handle(.drainBegan, at: Self.start, limits: Self.limits) == [])
    var served = Self.state(after: [
      .requestLine, .head(hasBody: false), .requestComplete, .requestFinished(isDraining: false),
    ])
    #expect(served.handle(.drainBegan, at: Self.start, limits: Self.limits) == [.stopReading])
  }
}
