internal import Changes

/// The figures of a log that several servers share.
extension PrometheusText {
  mutating func add(_ engine: EngineReport) {
    let figures = engine.figures
    single(
      "livery_store_reachable", .gauge, "1 while the database that keeps the log answers.",
      engine.isReachable ? 1 : 0)
    metric("livery_store_seen_seconds", .gauge, "How long ago the log was read last.")
    if let ago = engine.seenAgo { sample("livery_store_seen_seconds", ago / .seconds(1)) }
    single(
      "livery_store_notices", .gauge, "1 while what others write is told at once; else it is looked for.",
      engine.hearsNotices ? 1 : 0)
    single(
      "livery_store_reconnects_total", .counter, "Times the database was found again.",
      figures.connects - min(figures.connects, 1))
    single(
      "livery_store_doubts_total", .counter, "Commits of which was unknown whether they were done.",
      figures.doubts)
    single("livery_store_epochs_total", .counter, "New epochs begun by this server.", figures.renewals)
    add(figures.turns)
  }

  private mutating func add(_ turns: TurnTimes) {
    let name = "livery_store_turn_seconds"
    metric(name, .histogram, "From taking a turn at the log to its commit.")
    var total: UInt64 = 0
    for (bound, count) in zip(TurnTimes.bounds, turns.counts) {
      total += count
      sample("\(name)_bucket", total, [("le", "\(bound)")])
    }
    total += turns.counts.last ?? 0
    sample("\(name)_bucket", total, [("le", "+Inf")])
    sample("\(name)_sum", turns.sum)
    sample("\(name)_count", total)
  }
}
