internal import Bindings
internal import Changes

/// Finds the engine among the servers that the URL names: of those that are no standby, the one with the highest
/// timeline. A former primary that comes back takes writes too, and its timeline tells that it is a former one.
struct PostgresSearch {
  struct Found: Sendable {
    let line: PostgresLine
    let parameters: PostgresParameters
    let place: PostgresPlace
  }

  private let servers: [PostgresParameters]
  /// For how long a better one is waited for.
  private static let grace = Duration.milliseconds(300)

  init(_ servers: [PostgresParameters]) { self.servers = servers }

  /// - Returns: the engine, or why there is none.
  func find(within time: Duration) -> Result<Found, PostgresFailure> {
    var deadline = MonotonicTime.now + time
    var race = PostgresRace(to: servers)
    var best: Found?
    var failure = PostgresFailure(state: "", message: "no server answers")
    while let arrived = race.next(until: deadline) {
      do throws(PostgresFailure) {
        let found = try Self.look(
          at: arrived.outcome.get(), servers[arrived.index], within: max(time / 4, .milliseconds(500)))
        if found.place.timeline > best?.place.timeline ?? "" { best = found }
        deadline = min(deadline, .now + Self.grace)
      } catch { failure = failure.kind == .refused ? failure : error }
    }
    return best.map { .success($0) } ?? .failure(failure)
  }

  private static func look(
    at line: PostgresLine, _ parameters: PostgresParameters, within time: Duration
  ) throws(PostgresFailure) -> Found {
    let (place, address) = try line.withConnection { live throws(PostgresFailure) in
      (try Self.place(live, within: time), live.address)
    }
    let known = address.isEmpty ? parameters : parameters.with("hostaddr", address)
    return Found(line: line, parameters: known, place: place)
  }

  private static func place(
    _ live: PostgresConnection, within time: Duration
  ) throws(PostgresFailure) -> PostgresPlace {
    let state = try live.run(PostgresStatement("SELECT pg_is_in_recovery()"), until: .now + time)
    guard state[0].first?[0].number == 0 else {
      throw PostgresFailure(state: "25006", message: "the server is a standby")
    }
    let results = try live.run(PostgresStatement("SELECT \(PostgresPlace.columns)"), until: .now + time)
    guard let row = results[0].first, let found = PostgresPlace(row[0], row[1]) else {
      throw PostgresFailure(state: "", message: "the server does not tell its timeline")
    }
    return found
  }
}
