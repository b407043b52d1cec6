internal import Bindings
internal import Documents
internal import ThemeAPI

/// The table of all settings, in the order of the help.
package enum SettingTable {
  package struct Section: Sendable {
    package let title: String
    package let settings: [ServerSetting]
  }

  package static let sections: [Section] = [
    files, network, caches, access, webhooks, uploads, limits, times, log,
  ]
  package static let settings: [ServerSetting] = sections.flatMap(\.settings)

  private static let files = Section(
    title: "Files",
    settings: [
      .text(
        "config", "DIR", "the folder with livery.json, kits/, themes/, images/", at: \.config,
        sources: [.flag, .variable]),
      .text(
        "state", "DIR", "the folder for data that must survive a restart; created if missing", at: \.state),
      ServerSetting(
        "store", "URL",
        "the location of the change log: memory:, sqlite:PATH, sqlite: for the state folder, or postgres://… for several servers",
        at: \.store, default: "sqlite:",
        requires: "memory:, sqlite:, sqlite:PATH or postgres://USER@HOST:5432/DATABASE",
        read: StoreLocation.init
      ),
      .optional(
        "storePasswordFile", "FILE", "the password for a postgres:// store, read at each connect",
        at: \.storePasswordFile),
      .optional(
        "defaultTheme", "NAME",
        "the theme of a channel before its first switch; in a new log otherwise 'default', otherwise the first",
        at: \.defaultTheme),
      .optional(
        "missingTheme", "NAME",
        "the theme of a channel whose own theme is gone at the start; without it, the start is refused",
        at: \.missingTheme),
      .count(
        "keepChanges", 1...100_000_000, "the least number of changes that the log keeps", at: \.keepChanges),
      .count(
        "keepDays", 0...36_500, "the least number of days for which the log keeps a change", at: \.keepDays),
    ])

  private static let network = Section(
    title: "Network",
    settings: [
      ServerSetting(
        "listen", "HOST:PORT",
        "the addresses to listen on, separated by commas; 0.0.0.0 or [::] is all addresses, port 0 any free port, unix:PATH a Unix socket",
        at: \.wire.listen, default: "\(ListenAddress.standard)",
        requires:
          "a host and a port, like 127.0.0.1:8080 or [::1]:8080, or a socket, like unix:/run/livery.sock",
        isList: true, read: ListenAddress.list),
      .optional(
        "certificate", "FILE", "a PEM certificate; with its key, the server speaks HTTPS",
        at: \.wire.certificateFile),
      .optional("certificateKey", "FILE", "the PEM key of the certificate", at: \.wire.keyFile),
      .optional(
        "tlsPriorities", "STRING",
        "a GnuTLS priority string; by default, TLS 1.2 and 1.3 with modern ciphers",
        at: \.wire.tlsPriorities),
      ServerSetting(
        "trustedProxies", "ADDRESSES",
        "proxies whose X-Forwarded-For or Forwarded header is trusted: addresses or networks, separated by commas; unix is every client of a Unix socket",
        at: \.wire.trustedProxies, requires: "addresses or networks, like 10.0.0.0/8 or ::1, or unix",
        isList: true
      ) { TrustedProxies($0) },
      ServerSetting(
        "publicURL", "URL", "the URL under which clients reach this server; image URLs are prefixed with it",
        at: \.publicURL, requires: "an address, like https://themes.example or with a path"
      ) { $0.isEmpty ? .some(nil) : PublicAddress.read($0).map { .some($0) } }.orTable { node, settings in
        guard let urls = Hosts.publicURLs(node) else {
          return [node.problem(code: "wrong-value", "'publicURL' must be an address, or one for each host.")]
        }
        settings.publicURLs = urls
        return []
      },
      ServerSetting(
        key: "hosts", placeholder: "HOSTS",
        meaning:
          "the channels of requests without one, by their host: { \"shop.acme.com\": \"acme\" }",
        sources: .file, defaultText: "none", requirement: "an object with a channel for each host",
        isList: false
      ) { _, _ in false }.orTable { node, settings in settings.hosts.take(node) },
      .optional(
        "hostsFile", "FILE", "further hosts with their channels; read again when it changes",
        at: \.hostsFile),
      .text(
        "corsOrigin", "ORIGIN",
        "the origins whose web pages may read: *, none, or origins with commas between", at: \.corsOrigin
      ),
      .optional(
        "web", "DIR",
        "a folder with the files of the live page, to work on them; by default, the program contains them",
        at: \.web),
      .count("workers", 0...256, "the number of serving threads; 0 is one for each core", at: \.wire.workers),
    ])

  private static let caches = Section(
    title:
      "Caches between the server and apps, for themes, lookups and livery.js; responses to waiting clients are never stored",
    settings: [
      .count(
        "cacheMaxAge", 0...31_536_000, "seconds for which a response may be used without revalidation",
        at: \.caching.maxAge),
      .count(
        "cacheSharedMaxAge", 0...31_536_000,
        "the same for shared caches (s-maxage); 0 is the same value",
        at: \.caching.sharedMaxAge),
      .count(
        "cacheStaleWhileRevalidate", 0...31_536_000,
        "additional seconds while a cache revalidates in the background",
        at: \.caching.staleWhileRevalidate),
      .count(
        "cacheStaleIfError", 0...31_536_000, "additional seconds while the server can't be reached",
        at: \.caching.staleIfError),
      ServerSetting(
        "crowdSlot", "SECONDS",
        "the time slot in which a cache makes one request of those of all clients that wait (Livery-Next); 0 is off, 20 is usual",
        at: \.crowdSlot, default: "0", requires: "0 or a whole number from 5 to 50"
      ) { text in Int(text).flatMap { $0 == 0 || (5...50).contains($0) ? $0 : nil } },
    ])

  private static let access = Section(
    title: "Access (secrets can't be flags, because every user of a machine can read those)",
    settings: [
      .secret(
        "token",
        "the token of writers; without one, only the server's own user and root may write, on this machine",
        at: \.token),
      .secret("readToken", "the token of readers; without one, everybody may read", at: \.readToken),
      .optional(
        "tokensFile", "FILE",
        "named tokens with their roles and channels; read again when it changes",
        at: \.tokensFile),
      .word(
        "approval",
        "whether another person than its author publishes what a channel shows; the file of tokens may say so by channel",
        at: \.approval),
    ])

  private static let webhooks = Section(
    title:
      "Webhooks: receivers of the active theme, after each change (a URL may be a secret, so it can't be a flag)",
    settings: [
      ServerSetting(
        "webhooks", "URLS",
        "the receivers, separated by commas; CHANNEL=URL receives the changes of that channel only",
        at: \.webhooks.hooks, sources: [.variable, .file], requires: Webhook.requirement, isList: true,
        read: Webhook.list),
      .optional(
        "webhooksFile", "FILE",
        "further receivers, with headers and bodies of their own, for example to purge a CDN",
        at: \.webhooks.file),
      .secret(
        "webhookSecret", "the secret that messages are signed with; base 64 after whsec_",
        at: \.webhooks.secret),
      .optional(
        "webhookSecretFile", "FILE", "a file with secrets, one on each line; read for each message",
        at: \.webhooks.secretFile),
      .optional(
        "webhookCA", "FILE",
        "PEM certificates of the authorities for receivers; by default, the authorities of the system",
        at: \.webhooks.authorities),
      .seconds(
        "webhookTime", 0.1...600, "the longest time that a receiver may take to answer", at: \.webhooks.time),
    ])

  private static let uploads = Section(
    title: "Uploads",
    settings: [
      .choice(
        "uploadsOverFiles",
        "whether uploads may replace themes, images and fonts of the config folder; if not, such uploads get 409",
        at: \.uploads.overFiles)
    ])

  private static let limits = Section(
    title: "Limits",
    settings: [
      .bytes(
        "headerBytes", 1024...65_536, "the size of request line and headers; more is 431",
        at: \.wire.headerLimit
      ),
      .bytes(
        "urlBytes", 256...65_536, "the size of the request's target; more is 414", at: \.wire.targetLimit),
      .bytes(
        "bodyBytes", 1024...(1 << 30), "the size of a request's body; more is 413", at: \.wire.bodyLimit),
      .bytes(
        "bodiesBytes", 1024...(1 << 34),
        "the size of all bodies that are in memory at one time; more get 503",
        at: \.wire.bodiesLimit),
      .bytes(
        "packageBytes", 1024...(1 << 30), "the unpacked size of an uploaded package; more is 413",
        at: \.uploads.unpacked),
      .bytes(
        "imagesBytes", 0...(1 << 30), "the size of all uploaded images and fonts, in memory; more is 422",
        at: \.uploads.images),
      .count("batchNodes", 1...1_000_000, "lookups in one request", at: \.lookUps.nodes),
      .count("batchDepth", 1...1024, "levels of a tree of lookups", at: \.lookUps.depth),
      .count("connections", 1...1_000_000, "open connections", at: \.wire.connectionLimit),
      .count(
        "connectionsPerAddress", 0...1_000_000,
        "open connections from one address, including waiting ones; 0 is no limit",
        at: \.wire.connectionsPerAddressLimit),
      .count(
        "parkedClients", 0...1_000_000, "clients that wait for a change; more get 503", at: \.wire.parkedLimit
      ),
    ])

  private static let times = Section(
    title: "Times",
    settings: [
      .seconds(
        "idleTime", 1...3600, "the time without traffic after which a connection is closed",
        at: \.wire.idleTimeout),
      .seconds(
        "headerTime", 0.1...3600, "the time for sending a request line and headers", at: \.wire.headerTimeout),
      .seconds("bodyTime", 0.1...3600, "the time for sending a body", at: \.wire.bodyTimeout),
      .seconds(
        "drainTime", 0...600, "the time over which waiting clients are answered when the server ends",
        at: \.wire.drainTime),
    ])

  private static let log = Section(
    title: "Log",
    settings: [
      .word("logFormat", "JSON lines or text; auto is text on a terminal", at: \.logFormat),
      .word("logLevel", "the lowest level that is logged", at: \.logLevel),
    ])
}

extension SettingTable {
  /// The names of settings in other servers, with the keys here.
  package static let elsewhere = ["port": "listen", "host": "listen"]

  /// Returns the environment variable for one that other servers have.
  static func variableElsewhere(_ name: String) -> String? {
    settings.first { $0.key == elsewhere[name.dropFirst("LIVERY_".count).lowercased()] }?.variable
  }

  /// Returns the flag for one that other servers have.
  package static func flagElsewhere(_ name: String) -> String? {
    settings.first { $0.key == elsewhere[String(name.dropFirst(2))] }?.flag
  }
}

/// The table of settings for `livery serve --help`.
package enum SettingsHelp {
  package static var text: String {
    var text = """
      Every setting is a flag, an environment variable, or a key of livery.json in the config folder; the flag
      is the strongest, then the variable. The names follow from each other: --body-bytes is LIVERY_BODY_BYTES
      is "bodyBytes". A FILE may also be a credential of systemd, such as livery.tokens-file.

      """
    for section in SettingTable.sections {
      text += "\n\(section.title)\n"
      for setting in section.settings { text += lines(of: setting) }
    }
    return text
  }

  private static func lines(of setting: ServerSetting) -> String {
    var spellings: [String] = []
    if setting.sources.contains(.flag) { spellings.append("\(setting.flag) \(setting.placeholder)") }
    if setting.sources.contains(.variable) { spellings.append(setting.variable) }
    if setting.sources.contains(.file) { spellings.append("\"\(setting.key)\"") }
    // Some settings have spellings that are together longer than a line of a terminal.
    let length = spellings.reduce(0) { $0 + $1.count + 2 }
    let line = spellings.joined(separator: length > 80 ? "\n  " : "  ")
    return "  \(line)\n      \(setting.meaning) [\(setting.defaultText)]\n"
  }
}
