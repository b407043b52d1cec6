internal import Bindings
internal import ThemeAPI

/// Reads the file of tokens once a second. New tokens replace the old ones together; if any is wrong, the old ones stay.
struct TokenMonitor {
  private let settings: Settings
  private let gate: Gate
  private var checks = RepeatedCheck()

  init(of settings: Settings, for gate: Gate) {
    self.settings = settings
    self.gate = gate
  }

  /// - Parameter isOrdered: whether an operator asked for it, and should see an error again.
  mutating func check(isOrdered: Bool, _ log: Log) {
    guard settings.tokensFile != nil, checks.begins(isOrdered: isOrdered) else { return }
    do {
      let tokens = try settings.tokens()
      if try gate.replace(tokens: tokens) {
        log.info("Read the file of tokens again", .number("tokens", tokens.count))
      }
      checks.succeeded()
    } catch {
      if let sentence = checks.failed(error, isOrdered: isOrdered) {
        log.error(
          "The file of tokens is not used as it is now; the tokens known before stay", .text("why", sentence))
      }
    }
  }
}

/// Reads the certificate and its key once a second. New connections use the new files; if either is wrong, they use the
/// old ones. Connections that exist are not affected.
struct CertificateMonitor {
  private let configuration: WireConfiguration
  private let server: HTTPServer
  private var served: Daemon.Credentials?
  private var checks = RepeatedCheck()

  init(of settings: Settings, for server: HTTPServer) {
    configuration = settings.wire
    self.server = server
    served = server.credentials
  }

  /// - Parameter isOrdered: whether an operator asked for it, and should see an error again.
  mutating func check(isOrdered: Bool, _ log: Log) {
    guard served != nil, checks.begins(isOrdered: isOrdered) else { return }
    do {
      let next = try TLSFiles.read(configuration)
      if let next, next != served {
        try server.take(next)
        served = next
        log.info("Read the certificate again; new connections get it")
      }
      checks.succeeded()
    } catch {
      if let sentence = checks.failed(error, isOrdered: isOrdered) {
        log.error(
          "The certificate is not used as it is now; the one known before stays", .text("why", sentence))
      }
    }
  }
}

/// The times of checks that are repeated, and the last error, so that the same error is reported once.
struct RepeatedCheck {
  private var dueAt = MonotonicTime.now
  private var failure: String?
  private static let pause = Duration.seconds(1)

  /// Indicates whether a check is due: once a second, or when an operator orders it.
  mutating func begins(isOrdered: Bool) -> Bool {
    guard isOrdered || MonotonicTime.now >= dueAt else { return false }
    dueAt = MonotonicTime.now + Self.pause
    return true
  }

  mutating func succeeded() { failure = nil }

  /// Returns the message to log, or nil if it was logged before and no operator waits for it.
  mutating func failed(_ error: any Error, isOrdered: Bool) -> String? {
    let sentence = "\(error)"
    defer { failure = sentence }
    return isOrdered || failure != sentence ? sentence : nil
  }
}
