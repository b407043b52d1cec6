internal import Bindings
internal import Changes
internal import ThemeAPI

/// Reads a file once a second that may have changed. If it is wrong, what was read before stays in use, and the error is
/// logged once.
struct FileMonitor {
  private let failureMessage: String
  private let read: @Sendable (Log) throws -> Void
  private var dueAt = MonotonicTime.now
  private var failure: String?

  private init(failureMessage: String, read: @escaping @Sendable (Log) throws -> Void) {
    (self.failureMessage, self.read) = (failureMessage, read)
  }

  static func all(of settings: Settings, for gate: Gate, _ hosts: Hosts, _ server: HTTPServer)
    -> [FileMonitor]
  {
    [
      tokens(of: settings, for: gate, server), certificate(of: settings, for: server),
      Self.hosts(of: settings, for: hosts),
    ].compactMap { $0 }
  }

  /// The monitor of the file of tokens, or nil if there is none. All tokens are replaced together.
  private static func tokens(of settings: Settings, for gate: Gate, _ server: HTTPServer) -> FileMonitor? {
    guard settings.tokensFile != nil else { return nil }
    return FileMonitor(
      failureMessage: "The file of tokens is not used as it is now; the tokens known before stay"
    ) { log in
      let (tokens, approvals) = try settings.access()
      guard let revoked = try gate.replace(tokens: tokens, approvals: approvals) else { return }
      server.revoke(revoked)
      log.info("Read the file of tokens again", .number("tokens", tokens.count))
    }
  }

  /// The monitor of the file of hosts, or nil if there is none. Clients that wait are answered by the hosts before.
  private static func hosts(of settings: Settings, for hosts: Hosts) -> FileMonitor? {
    guard settings.hostsFile != nil else { return nil }
    return FileMonitor(
      failureMessage: "The file of hosts is not used as it is now; the hosts known before stay"
    ) { log in
      let table = try settings.hostTable()
      guard hosts.replace(table) else { return }
      log.info("Read the file of hosts again", .number("hosts", table.channels.count))
    }
  }

  /// The monitor of the certificate and its key, or nil without TLS. Connections that exist are not affected.
  private static func certificate(of settings: Settings, for server: HTTPServer) -> FileMonitor? {
    guard server.isEncrypted else { return nil }
    return FileMonitor(
      failureMessage: "The certificate is not used as it is now; the one known before stays"
    ) { log in
      guard let next = try TLSFiles.read(settings.wire), try server.take(next) else { return }
      log.info("Read the certificate again; new connections get it")
    }
  }

  /// - Parameter isOrdered: whether an operator asked for it, and should see an error again.
  mutating func check(isOrdered: Bool, _ log: Log) {
    guard isOrdered || MonotonicTime.now >= dueAt else { return }
    dueAt = .now + .seconds(1)
    do {
      try read(log)
      failure = nil
    } catch {
      let sentence = "\(error)"
      if isOrdered || failure != sentence { log.error(failureMessage, .text("why", sentence)) }
      failure = sentence
    }
  }
}

/// Logs when the store begins to reject writes and accepts them again, when the log begins a new epoch, and when another
/// server has newer files. Retries writes to a full store.
struct StoreMonitor {
  private var reported: Snapshot.Trouble?
  private var retriedAt = MonotonicTime.now
  private var epoch: Epoch
  /// Indicates whether no other server of the log served newer files.
  private var hadNewestFiles = true

  init(of publisher: Publisher) { epoch = publisher.current.now.cursor.epoch }

  /// Lets the publisher try to write again if its trouble may pass, every two seconds.
  mutating func retryWrites(of publisher: Publisher) {
    guard publisher.mayTryAgain, MonotonicTime.now - retriedAt >= .seconds(2) else { return }
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
