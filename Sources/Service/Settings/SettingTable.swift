internal import Bindings
internal import ThemeAPI

/// The one table of all settings, in the order in which the help lists them.
package enum SettingTable {
  package struct Section: Sendable {
    package let title: String
    package let settings: [ServerSetting]
  }

  package static let sections: [Section] = [files, network, caches, access, webhooks, limits, times, log]
  package static let settings: [ServerSetting] = sections.flatMap(\.settings)

  private static let files = Section(
    title: "Files",
    settings: [
      .text(
        "config", "DIR", "the folder with livery.json, kits/, themes/, images/", at: \.config,
        sources: [.flag, .variable]),
      .text("state", "DIR", "the folder for what must survive a restart; made when missing", at: \.state),
      ServerSetting(
        "store", "URL",
        "where the change log is kept: memory:, sqlite:PATH, in the state folder sqlite:, or postgres://… for several servers",
        at: \.store, default: "sqlite:",
        requires: "memory:, sqlite:, sqlite:PATH or postgres://USER@HOST:5432/DATABASE",
        read: StoreLocation.init
      ),
      .optional(
        "storePasswordFile", "FILE", "the password for a postgres:// store, read at each connect",
        at: \.storePasswordFile),
      .optional(
        "defaultTheme", "NAME",
        "what a channel shows before its first switch; else 'default', else the first",
        at: \.defaultTheme),
      .optional(
        "missingTheme", "NAME",
        "what a channel shows from the start on whose theme is gone; without it the start is refused",
        at: \.missingTheme),
      .count("keepChanges", 1...100_000_000, "changes the log keeps at least", at: \.keepChanges),
      .count("keepDays", 0...36_500, "days for which the log keeps a change at least", at: \.keepDays),
    ])

  private static let network = Section(
    title: "Network",
    settings: [
      ServerSetting(
        "listen", "HOST:PORT", "where to listen; 0.0.0.0 or [::] is everywhere, port 0 any free one",
        at: \.listen, default: "\(Settings().listen)",
        requires: "a host and a port, like 127.0.0.1:8080 or [::1]:8080", read: ListenAddress.init),
      .optional(
        "certificate", "FILE", "PEM certificate; with its key, HTTPS is served", at: \.wire.certificateFile),
      .optional("certificateKey", "FILE", "PEM key of the certificate", at: \.wire.keyFile),
      .optional(
        "tlsPriorities", "STRING",
        "what TLS speaks, as GnuTLS writes it; without, 1.2 and 1.3 with modern ciphers",
        at: \.wire.tlsPriorities),
      .list(
        "trustedProxies", "ADDRESSES",
        "proxies whose X-Forwarded-For or Forwarded is believed: addresses or networks, separated by commas",
        at: \.wire.trustedProxies, requires: "addresses or networks, like 10.0.0.0/8 or ::1"
      ) { TrustedProxies($0) },
      ServerSetting(
        "publicURL", "URL", "where clients reach this server; images have addresses that begin so",
        at: \.publicURL, default: "none", requires: "an address, like https://themes.example or with a path"
      ) { $0.isEmpty ? .some(nil) : PublicAddress.read($0).map { .some($0) } },
      .text("corsOrigin", "ORIGIN", "who may read from a web page: *, an origin, or none", at: \.corsOrigin),
      .optional(
        "web", "DIR", "where the live page's files come from instead of the program, to work on them",
        at: \.web),
      .count("workers", 0...256, "threads that serve; 0 is one a core", at: \.wire.workers),
    ])

  private static let caches = Section(
    title:
      "Caches between the server and apps, for themes and look-ups; those who wait for a change are never kept",
    settings: [
      .count(
        "cacheMaxAge", 0...31_536_000, "seconds for which one may be shown without asking",
        at: \.caching.maxAge),
      .count(
        "cacheSharedMaxAge", 0...31_536_000,
        "the same for caches that many share (s-maxage); 0 is as the others",
        at: \.caching.sharedMaxAge),
      .count(
        "cacheStaleWhileRevalidate", 0...31_536_000,
        "seconds more while a cache asks behind the reader's back",
        at: \.caching.staleWhileRevalidate),
      .count(
        "cacheStaleIfError", 0...31_536_000, "seconds more while the server can't be asked",
        at: \.caching.staleIfError),
    ])

  private static let access = Section(
    title: "Access (secrets are no flags, since every user of a machine can read those)",
    settings: [
      .secret(
        "token", "what a writer must show; without one, writes come from this machine only", at: \.token),
      .secret("readToken", "what a reader must show; without one, everybody reads", at: \.readToken),
      .optional(
        "tokensFile", "FILE", "named tokens with the channels they may write; read again when it changes",
        at: \.tokensFile),
    ])

  private static let webhooks = Section(
    title:
      "Webhooks: whom to tell what a channel shows, after each change (an address may be a secret, so it is no flag)",
    settings: [
      .list(
        "webhooks", "URLS", "who is told, separated by commas; CHANNEL=URL is told of that channel alone",
        at: \.webhooks, sources: [.variable, .file], requires: Webhook.requirement, read: Webhook.list),
      .secret(
        "webhookSecret", "what messages are signed with; whsec_ says that it is base 64",
        at: \.webhookSecret),
      .optional(
        "webhookSecretFile", "FILE", "the same in a file, read for each message; a line for each secret",
        at: \.webhookSecretFile),
      .optional(
        "webhookCA", "FILE", "PEM certificates of who vouches for receivers; without, whom the system trusts",
        at: \.webhookCA),
      .seconds("webhookTime", 0.1...600, "for which a receiver may take to answer", at: \.webhookTime),
    ])

  private static let limits = Section(
    title: "Limits",
    settings: [
      .bytes(
        "headerBytes", 1024...65_536, "request line and headers together; more is 431", at: \.wire.headerLimit
      ),
      .bytes("urlBytes", 256...65_536, "the request's target; more is 414", at: \.wire.targetLimit),
      .bytes("bodyBytes", 1024...(1 << 30), "a request's body; more is 413", at: \.wire.bodyLimit),
      .bytes(
        "bodiesBytes", 1024...(1 << 34), "all bodies that arrive, wait or are read at one time; more get 503",
        at: \.wire.bodiesLimit),
      .bytes(
        "packageBytes", 1024...(1 << 30), "what an uploaded package unpacks to; more is 413",
        at: \.uploads.unpacked),
      .bytes(
        "imagesBytes", 0...(1 << 30), "all uploaded images together, in memory; more is 422",
        at: \.uploads.images),
      .count("batchNodes", 1...1_000_000, "look-ups in one request", at: \.lookUps.nodes),
      .count("batchDepth", 1...1024, "levels of a tree of look-ups", at: \.lookUps.depth),
      .count("connections", 1...1_000_000, "open connections", at: \.wire.connectionLimit),
      .count(
        "connectionsPerAddress", 0...1_000_000, "of them from one address, waiting ones too; 0 is no limit",
        at: \.connectionsPerAddress),
      .count(
        "parkedClients", 0...1_000_000, "clients waiting for a change; more get 503", at: \.wire.parkedLimit),
    ])

  private static let times = Section(
    title: "Times",
    settings: [
      .seconds("idleTime", 1...3600, "silence after which a connection is closed", at: \.wire.idleTimeout),
      .seconds("headerTime", 0.1...3600, "for sending a request line and headers", at: \.wire.headerTimeout),
      .seconds("bodyTime", 0.1...3600, "for sending a body", at: \.wire.bodyTimeout),
      .seconds(
        "drainTime", 0...600, "over which waiting clients are answered at the end", at: \.wire.drainTime),
    ])

  private static let log = Section(
    title: "Log",
    settings: [
      .word("logFormat", "lines of JSON, or text; auto is text on a terminal", at: \.logFormat),
      .word("logLevel", "the least that is worth a line", at: \.logLevel),
    ])
}

extension SettingTable {
  /// What settings are called by those who come from other servers, with their keys here.
  package static let elsewhere = ["port": "listen", "host": "listen"]

  /// The same for a variable.
  static func variableElsewhere(_ name: String) -> String? {
    settings.first { $0.key == elsewhere[name.dropFirst("LIVERY_".count).lowercased()] }?.variable
  }

  /// The same for a flag.
  package static func flagElsewhere(_ name: String) -> String? {
    settings.first { $0.key == elsewhere[String(name.dropFirst(2))] }?.flag
  }
}
