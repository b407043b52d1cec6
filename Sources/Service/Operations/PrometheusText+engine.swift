internal import Changes

/// The figures of a log that several servers share.
extension PrometheusText {
  mutating func add(_ engine: StoreReport) {
    let figures = engine.figures
    single(
      "livery_store_reachable", .gauge, "1 while the database that keeps the log answers.",
      engine.isReachable ? 1 : 0)
    metric("livery_store_seen_seconds", .gauge, "How long ago the log was read last.")
    if let ago = engine.seenAgo { sample("livery_store_seen_seconds", ago / .seconds(1)) }
    single(
      "livery_store_notices", .gauge, "1 while what others write is told at once; else it is looked for.",
      engine.hearsNotices ? 1 : 0)
    if let isNewest = engine.hasNewestFiles {
      single(
        "livery_config_in_force", .gauge, "1 while nobody who shares the log serves newer files.",
        isNewest ? 1 : 0)
    }
    single(
      "livery_store_reconnects_total", .counter, "Times the database was found again.",
      figures.connects - min(figures.connects, 1))
    single(
      "livery_store_doubts_total", .counter, "Commits of which was unknown whether they were done.",
      figures.doubts)
    single("livery_store_epochs_total", .counter, "New epochs begun by this server.", figures.renewals)
    histogram(
      "livery_store_turn_seconds", "From taking a turn at the log to its commit.",
      bounds: TransactionTimes.bounds,
      counts: figures.turns.counts, sum: figures.turns.sum)
  }
}
