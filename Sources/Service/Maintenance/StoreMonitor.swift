internal import Bindings
internal import Changes

/// Reports in the log when the store begins to reject writes and when it accepts them again, when the log begins a new
/// epoch, and when another server has newer files. Retries writes to a full store.
struct StoreMonitor {
  private var reported: Snapshot.Trouble?
  private var retriedAt = MonotonicTime.now
  private var epoch: Epoch
  /// Indicates whether no other server of the log served newer files.
  private var hadNewestFiles = true
  private static let pause = Duration.seconds(2)

  init(of publisher: Publisher) { epoch = publisher.current.now.cursor.epoch }

  /// Lets the publisher try to write again if its trouble may pass, every two seconds.
  mutating func retryWrites(of publisher: Publisher) {
    guard publisher.current.now.trouble?.error.mayPass == true, MonotonicTime.now - retriedAt >= Self.pause
    else { return }
    publisher.tryAgain()
    retriedAt = .now
  }

  /// Logs what has changed since the last call. Returns true when the store accepts writes again.
  mutating func report(on publisher: Publisher, _ log: Log) -> Bool {
    reportEpoch(of: publisher, log)
    reportFiles(isNewest: publisher.store.report?.hasNewestFiles ?? hadNewestFiles, log)
    let trouble = publisher.current.now.trouble
    let before = reported
    reported = trouble
    // The words for the same trouble differ from attempt to attempt.
    guard trouble?.since != before?.since || trouble?.error.mayPass != before?.error.mayPass else {
      return false
    }
    if let trouble {
      log.error(
        "The change log can't be written, so writes are refused", .text("why", "\(trouble.error)"),
        .text("since", trouble.since.description))
    } else if let before {
      log.info("The change log can be written again", .text("since", before.since.description))
    }
    return trouble == nil
  }

  private mutating func reportFiles(isNewest: Bool, _ log: Log) {
    guard isNewest != hadNewestFiles else { return }
    hadNewestFiles = isNewest
    if isNewest {
      log.info("No other server of this log serves newer files any longer")
    } else {
      log.warning(
        "Another server of this log serves newer files, so the files here are served, but followers are not notified of "
          + "them")
    }
  }

  private mutating func reportEpoch(of publisher: Publisher, _ log: Log) {
    let now = publisher.current.now.cursor.epoch
    guard now != epoch else { return }
    log.warning(
      "The change log goes on under a new epoch, so clients start again",
      .text("why", publisher.reasonOfEpoch ?? "it is another log, or another server of it had to renew it"),
      .text("epoch", "\(now)"), .text("before", "\(epoch)"))
    epoch = now
  }
}
