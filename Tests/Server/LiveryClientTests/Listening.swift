import Foundation

@testable import LiveryClient

/// A listener for tests: its themes and states one after another, none left out.
struct Listening {
  private var themes: AsyncStream<Theme>.Iterator
  private var states: AsyncStream<LiveryState>.Iterator
  let task: Task<Void, Never>

  init(_ livery: LiveryClient.Livery, _ traits: [String: String] = [:]) {
    let (changed, change) = AsyncStream.makeStream(of: LiveryState.self)
    let (arrived, arrival) = AsyncStream.makeStream(of: Theme.self)
    let stream = livery.themes(for: traits) { change.yield($0) }
    task = Task {
      for await theme in stream { arrival.yield(theme) }
      arrival.finish()
    }
    themes = arrived.makeAsyncIterator()
    states = changed.makeAsyncIterator()
  }

  /// The next theme; nil once it has stopped.
  mutating func theme() async -> Theme? { await themes.next(isolation: #isolation) }

  mutating func state() async -> LiveryState? { await states.next(isolation: #isolation) }

  /// The states up to this one.
  mutating func states(until last: LiveryState) async -> [LiveryState] {
    var told: [LiveryState] = []
    while let state = await states.next(isolation: #isolation) {
      told.append(state)
      if state == last { break }
    }
    return told
  }

  func stop() { task.cancel() }
}
