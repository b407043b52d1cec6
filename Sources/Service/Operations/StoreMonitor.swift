internal import Bindings
internal import Changes

/// Tells the log when the store begins to refuse writes; tries a full one until it takes them again.
struct StoreMonitor {
  private var told: Snapshot.Trouble?
  private var triedAt = MonotonicTime.now
  private var epoch: Epoch
  /// Whether no other server of the log served newer files than those here.
  private var hadNewestFiles = true
  private static let pause = Duration.seconds(2)

  init(of publisher: Publisher) { epoch = publisher.current.now.cursor.epoch }

  /// True when the store can be written again.
  mutating func look(at publisher: Publisher, _ log: Log) -> Bool {
    if publisher.current.now.trouble?.error.mayPass == true, MonotonicTime.now - triedAt >= Self.pause {
      publisher.tryAgain()
      triedAt = .now
    }
    sayEpoch(publisher, log)
    sayFiles(publisher.store.report?.hasNewestFiles ?? hadNewestFiles, log)
    let trouble = publisher.current.now.trouble
    defer { told = trouble }
    // The words for one trouble differ from try to try.
    guard trouble?.since != told?.since || trouble?.error.mayPass != told?.error.mayPass else { return false }
    if let trouble {
      log.error(
        "The change log can't be written, so writes are refused", .text("why", "\(trouble.error)"),
        .text("since", trouble.since.description))
    } else if let told {
      log.info("The change log can be written again", .text("since", told.since.description))
    }
    return trouble == nil
  }

  private mutating func sayFiles(_ isNewest: Bool, _ log: Log) {
    guard isNewest != hadNewestFiles else { return }
    hadNewestFiles = isNewest
    if isNewest {
      log.info("No other server of this log serves newer files than those here any more")
    } else {
      log.warning(
        "Another server of this log serves newer files than those here, so these are served and not told to followers"
      )
    }
  }

  /// Somebody put another log in the place of the one that there was.
  private mutating func sayEpoch(_ publisher: Publisher, _ log: Log) {
    let now = publisher.current.now.cursor.epoch
    guard now != epoch else { return }
    log.warning(
      "The change log goes on under a new epoch, so clients begin anew",
      .text("why", publisher.reasonOfEpoch ?? "it is another log, or another server of it had to renew it"),
      .text("epoch", "\(now)"), .text("before", "\(epoch)"))
    epoch = now
  }
}
