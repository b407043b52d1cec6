internal import Bindings
internal import Changes

/// A search for the primary: the server in the URL that accepts writes and has the highest timeline.
///
/// libpq's `target_session_attrs=read-write` is not enough. It takes the first server that accepts writes, which may be a
/// former primary that came back with an older timeline. It also tries the servers one after another, for at least 2 seconds
/// each, so that a silent one in front would use up most of the time for which a write is held.
struct PrimarySearch {
  struct Found: Sendable {
    let connection: LockedConnection
    let parameters: PostgresParameters
    let place: PostgresPlace
  }

  private let servers: [PostgresParameters]
  /// The time to wait for another server with a higher timeline.
  private static let grace = Duration.milliseconds(300)
  /// The time after which a standby is asked again, since it may have been promoted while another server is silent.
  private static let pause = Duration.milliseconds(500)
  /// The SQLSTATE of a server that is read only.
  private static let standby = "25006"

  init(_ servers: [PostgresParameters]) { self.servers = servers }

  /// - Parameter timeline: the one of the primary before, if that is known. For one that is higher it does not wait for others.
  func find(within time: Duration, after timeline: String? = nil) throws(PostgresFailure) -> Found {
    var deadline = MonotonicTime.now + time
    var againAt = MonotonicTime.now + Self.pause
    var connecting = PostgresConnecting(to: servers)
    var standbys: [Int] = []
    var best: Found?
    var failure = PostgresFailure(state: "", message: "no server answers")
    while true {
      guard let (index, outcome) = connecting.next(until: min(deadline, againAt)) else {
        guard !connecting.isOver, MonotonicTime.now < deadline else { break }
        for index in standbys { connecting.add(servers[index], index) }
        (standbys, againAt) = ([], .now + Self.pause)
        continue
      }
      do throws(PostgresFailure) {
        let found = try Self.look(
          at: outcome.get(), servers[index], within: max(time / 4, .milliseconds(500)))
        if let timeline, found.place.timeline > timeline { return found }
        if found.place.timeline > best?.place.timeline ?? "" { best = found }
        deadline = min(deadline, .now + Self.grace)
      } catch {
        if error.state == Self.standby { standbys.append(index) }
        failure = failure.kind == .refused ? failure : error
      }
    }
    guard let best else { throw failure }
    return best
  }

  private static func look(
    at connection: LockedConnection, _ parameters: PostgresParameters, within time: Duration
  ) throws(PostgresFailure) -> Found {
    let (place, address) = try connection.withConnection { connection throws(PostgresFailure) in
      (try Self.place(connection, until: .now + time), connection.address)
    }
    let known = address.isEmpty ? parameters : parameters.with("hostaddr", address)
    return Found(connection: connection, parameters: known, place: place)
  }

  private static func place(
    _ connection: PostgresConnection, until deadline: MonotonicTime
  ) throws(PostgresFailure) -> PostgresPlace {
    let state: PostgresRow?
    do throws(PostgresFailure) {
      let statement = PostgresStatement("SELECT pg_backend_pid(), pg_is_in_recovery()")
      state = try connection.run(statement, until: deadline)[0].first
    } catch {
      // A plan of that name exists, since a pooler used this session for another connection before.
      throw error.state == "42P05" ? .pooled : error
    }
    guard let state, state[0] == .integer(Int64(connection.session)) else { throw .pooled }
    guard state[1].number == 0 else {
      throw PostgresFailure(state: standby, message: "the server is a standby")
    }
    let statement = PostgresStatement("SELECT \(PostgresPlace.columns)")
    let row = try connection.run(statement, until: deadline)[0].first
    guard let row, let found = PostgresPlace(row[0], row[1]) else {
      throw PostgresFailure(state: "", message: "the server does not report its timeline")
    }
    return found
  }
}
