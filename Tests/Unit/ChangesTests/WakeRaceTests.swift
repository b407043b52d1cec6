import Changes
import Foundation
import Synchronization
import TestSupport
import Testing

/// A worker and a publisher that meet at every possible moment, best run with the thread sanitizer.
struct WakeRaceTests {
  /// The publisher's signals for the worker, like its eventfd and inbox.
  private final class Inbox: Sendable {
    enum Letter: Sendable {
      case published(UInt64)
      /// Everything of this round has been published.
      case roundOver
    }

    /// A lock that the thread sanitizer knows; it takes what `Mutex` guards for a race.
    private let lock = NSLock()
    nonisolated(unsafe) private var letters: [Letter] = []
    private let latest = Atomic<UInt64>(0)
    /// The round that has begun.
    let turn = Atomic<Int>(0)

    /// First the state, then the signal.
    func publish(_ revision: UInt64) {
      latest.store(revision, ordering: .releasing)
      post(.published(revision))
    }

    func endRound() { post(.roundOver) }

    private func post(_ letter: Letter) { lock.withLock { unsafe letters.append(letter) } }

    var newest: UInt64 { latest.load(ordering: .acquiring) }

    func take() -> [Letter] {
      lock.withLock {
        defer { unsafe letters = [] }
        return unsafe letters
      }
    }
  }

  /// 100 000 rounds in the long form.
  @Test func `no wake is lost and none doubled when all happens at once`() throws {
    let rounds = isLong ? 100_000 : 1000
    let inbox = Inbox()
    try sideBySide([{ Self.publish(rounds, inbox) }, { Self.work(rounds, inbox) }])
  }

  private static func publish(_ rounds: Int, _ inbox: Inbox) {
    for round in 1...rounds {
      while inbox.turn.load(ordering: .acquiring) < round { sched_yield() }
      inbox.publish(UInt64(round))
      inbox.endRound()
    }
  }

  /// Each round parks clients while the publisher publishes, and lets some time out, depart or drain.
  private static func work(_ rounds: Int, _ inbox: Inbox) {
    var random = SeededGenerator(seed: 7)
    var list = WatchList(now: .zero)
    for round in 1...rounds {
      var answered: [Int: Int] = [:]
      var tickets: [WatchList.Ticket] = []
      let since = UInt64(round - 1)
      let now = Duration.milliseconds(round * 200)
      inbox.turn.store(round, ordering: .releasing)
      var isOver = false
      for client in 0..<Int.random(in: 1...6, using: &random) {
        answered[client] = 0
        switch list.register(
          client, channel: "main", since: since, latest: inbox.newest, deadline: now + .milliseconds(100))
        {
        case .parked(let ticket): tickets.append(ticket)
        case .changed: answered[client, default: 0] += 1
        }
        func count(_ clients: [Int]) { for client in clients { answered[client, default: 0] += 1 } }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: count(list.advance(to: now))
        case 1: count(list.drain(1))
        case 2: count(tickets.randomElement(using: &random).flatMap { list.depart($0) }.map { [$0] } ?? [])
        default: break
        }
      }
      while !isOver {
        for letter in inbox.take() {
          switch letter {
          case .published(let revision):
            for client in list.publish(channel: "main", revision: revision) {
              answered[client, default: 0] += 1
            }
          case .roundOver: isOver = true
          }
        }
      }
      guard list.isEmpty, answered.values.allSatisfy({ $0 == 1 }) else {
        Issue.record("round \(round): \(answered), \(list.count) still parked")
        return
      }
    }
  }
}
