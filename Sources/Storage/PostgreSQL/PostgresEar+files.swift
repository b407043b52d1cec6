internal import Bindings
internal import Changes

/// Which files each server serves: the newest that anybody serves who lives are those whose changes are told.
extension PostgresEar {
  /// Tells that this server lives and what it serves, and learns whether anybody serves newer files.
  func beat() throws(StoreError) {
    guard let files = engine.now.files, engine.now.exclusion == nil else { return }
    let id = engine.id
    let found = try read { live, deadline throws(StoreError) -> Bool? in
      do throws(PostgresFailure) {
        let results = try live.run(Self.beat(of: id, files), until: deadline)
        return results[results.count - 2].first?[0].number == 1
      } catch {
        guard error.kind != .away else { throw StoreError(error) }
        // A disk that is full, say, keeps nobody from reading.
        try live.leaveTurn(until: deadline)
        return nil
      }
    }
    guard let isNewest = found else { return }
    let isNews = engine.update { state in
      defer { state.hasNewestFiles = isNewest }
      return state.hasNewestFiles != isNewest
    }
    if isNews { engine.tell() }
  }

  /// Who has not been heard of for so long, in milliseconds, lives no more: three times what lies between two beats.
  static let life: Int64 = 15_000

  /// Nothing waits for it: a beat that a failover loses comes again.
  private static func beat(of id: String, _ files: Fingerprint) -> [PostgresStatement] {
    let (id, files) = (PostgresValue.text(id), PostgresValue.text(files.word.hex16))
    return [
      PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      PostgresStatement(
        "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1s', true)"),
      PostgresStatement(
        "DELETE FROM livery.replicas WHERE id IN "
          + "(SELECT id FROM livery.replicas WHERE seen < \(PostgresLog.now) - $1::bigint FOR UPDATE SKIP LOCKED)",
        .number(life)),
      PostgresStatement(
        """
        INSERT INTO livery.files (fingerprint, number)
          SELECT $1, coalesce(max(number), 0) + 1 FROM livery.files ON CONFLICT (fingerprint) DO NOTHING
        """, files),
      PostgresStatement(
        """
        INSERT INTO livery.replicas (id, files, seen) VALUES ($1, $2, \(PostgresLog.now))
          ON CONFLICT (id) DO UPDATE SET files = excluded.files, seen = excluded.seen
        """, id, files),
      PostgresStatement(
        """
        SELECT fingerprint = $1 FROM livery.files WHERE fingerprint IN (SELECT files FROM livery.replicas)
          ORDER BY number DESC, fingerprint DESC LIMIT 1
        """, files),
      PostgresStatement("COMMIT"),
    ]
  }
}
