import ThemeAPI
import Bindings
import Glibc
import Service
import TestServer
import Testing

@Suite struct `Reading settings` {
  @Test func `a flag is stronger than a variable, a variable than the file`() throws {
    let folder = try Folder()
    try folder.write(["livery.json": #"{ "workers": 1, "keepDays": 1, "batchDepth": 1 }"#])
    let (settings, _) = try Settings.read(
      flags: ["--config": folder.config, "--workers": "3"],
      variables: ["LIVERY_WORKERS": "2", "LIVERY_KEEP_DAYS": "2"])
    #expect(settings.wire.workers == 3)
    #expect(settings.keepDays == 2)
    #expect(settings.lookUps.depth == 1)
    #expect(settings.lookUps.nodes == 10_000)
  }

  @Test func `a file that systemd passes is used unless another one is set`() throws {
    let folder = try Folder()
    try folder.write(["livery.tokens-file": "{}", "livery.certificate-key": "", "livery.workers": "3"])
    let passed = ["CREDENTIALS_DIRECTORY": folder.config]
    let (settings, _) = try Settings.read(flags: ["--config": folder.config], variables: passed)
    #expect(settings.tokensFile == "\(folder.config)/livery.tokens-file")
    #expect(settings.wire.keyFile == "\(folder.config)/livery.certificate-key")
    #expect(settings.wire.certificateFile == nil && settings.storePasswordFile == nil)
    #expect(settings.wire.workers == Settings().wire.workers)

    let (others, _) = try Settings.read(
      flags: ["--config": folder.config, "--tokens-file": "mine"], variables: passed)
    #expect(others.tokensFile == "mine")
  }

  @Test func `the config folder can come from a variable`() throws {
    let folder = try Folder()
    try folder.write(["livery.json": #"{ "idleTime": 2.5 }"#])
    let (settings, _) = try Settings.read(flags: [:], variables: ["LIVERY_CONFIG": folder.config])
    #expect(settings.wire.idleTimeout == .milliseconds(2500))
  }

  @Test func `a public address has no slash at its end, and is an address`() throws {
    let folder = try Folder()
    for (text, address) in [
      ("https://themes.example", "https://themes.example"),
      ("http://[::1]:8080/a/b/", "http://[::1]:8080/a/b"),
    ] {
      let (settings, _) = try Settings.read(
        flags: ["--config": folder.config, "--public-url": text], variables: [:])
      #expect(settings.publicURL == address)
    }
    for text in [
      "themes.example", "ftp://x", "https:///x", "https://a b", "https://x/?q", "https://x\"y", "/x",
    ] {
      #expect(throws: SettingsError.self) {
        try Settings.read(flags: ["--config": folder.config], variables: ["LIVERY_PUBLIC_URL": text])
      }
    }
  }

  @Test(arguments: SettingTable.settings)
  func `each setting has one name in three spellings`(_ setting: ServerSetting) {
    let spelled = setting.flag.dropFirst(2).split(separator: "-").map(String.init)
    #expect(setting.variable == "LIVERY_" + spelled.map { $0.uppercased() }.joined(separator: "_"))
    #expect(setting.key.lowercased() == spelled.joined())
  }

  @Test func `no two settings share a name, and secrets are no flags`() {
    let settings = SettingTable.settings
    #expect(Set(settings.map(\.flag)).count == settings.count)
    for secret in ["token", "readToken"] {
      #expect(settings.first { $0.key == secret }?.sources == [.variable, .file])
    }
  }

  @Test(arguments: [
    (
      #"{ "bodyBites": 1 }"#,
      "livery.json:1:3: error: There is no setting 'bodyBites'; did you mean 'bodyBytes'?"
    ),
    (#"{ "workers": true }"#, "'workers' must be a whole number from 0 to 256."),
    (#"{ "workers": 1000 }"#, "'workers' must be a whole number from 0 to 256."),
    (
      #"{ "config": "x" }"#,
      "'config' can't stand here; it is the flag --config or the variable LIVERY_CONFIG."
    ),
    (#"{ "workers": 1, }"#, "livery.json:1:"),
    (#"[]"#, "Settings are an object"),
    (#"{ "workers": 1, "workers": 2 }"#, "'workers'"),
  ])
  func `what is wrong in the file is told with its place`(_ text: String, _ sentence: String) throws {
    let folder = try Folder()
    try folder.write(["livery.json": text])
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(flags: ["--config": folder.config], variables: [:])
    }
    #expect(error.cause == .files)
    #expect(error.description.contains(sentence), "\(error)")
  }

  @Test(arguments: [
    #"{ "workers": 1 "token": "hush-hush" }"#, #"{ "tokne": "hush-hush" }"#, #"{ "token": hush-hush }"#,
    #"{ "workers": "hush-hush" }"#, #"{ "token": "hush-hush", "token": "hush-hush" }"#,
    #"{ "token": ["hush-hush"] }"#, "{ \"token\":\n\"hush-hush\" \"workers\": 1 }", #"{ "token": hush"#,
  ])
  func `a slip in the file shows none of its lines, where a token may stand`(_ text: String) throws {
    let folder = try Folder()
    try folder.write(["livery.json": text])
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(flags: ["--config": folder.config], variables: [:])
    }
    #expect(error.description.contains("livery.json:"))
    #expect(!error.description.contains("hush"), "\(error)")
  }

  @Test(arguments: [
    ("token", "a token"), ("readToken", "a token"), ("webhookSecret", "the secret of webhooks"),
  ])
  func `a secret in a file that all can read is warned of`(_ key: String, _ what: String) throws {
    let folder = try Folder()
    try folder.write(["livery.json": #"{ "\#(key)": "hush-hush-hush-hush" }"#])
    let file = "\(folder.config)/livery.json"
    func warnings(mode: UInt32) throws -> [String] {
      _ = unsafe chmod(file, mode)
      return try Settings.read(flags: ["--config": folder.config], variables: [:]).warnings
    }
    let warned = try warnings(mode: 0o644)
    #expect(
      warned.contains(
        "\(file) holds \(what), and every user of this machine can read it; run 'chmod o= \(file)'."))
    #expect(try warnings(mode: 0o640).isEmpty)
    try folder.write(["livery.json": "{}"])
    #expect(try warnings(mode: 0o644).isEmpty)
  }

  @Test func `everything wrong is told at once`() throws {
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(
        flags: ["--listen": "nowhere", "--workers": "-1"], variables: ["LIVERY_LOG_LEVEL": "loud"])
    }
    #expect(error.cause == .usage)
    #expect(
      error.sentences == [
        "LIVERY_LOG_LEVEL must be one of debug, info, warning, error, not 'loud'.",
        "--listen must be a host and a port, like 127.0.0.1:8080 or [::1]:8080, or a socket, like unix:/run/livery.sock, "
          + "not 'nowhere'.",
        "--workers must be a whole number from 0 to 256, not '-1'.",
      ])
  }

  @Test func `a variable that looks like a setting's is told of, others are let be`() throws {
    let folder = try Folder()
    let (_, warnings) = try Settings.read(
      flags: ["--config": folder.config],
      variables: [
        "LIVERY_WORKER": "2", "LIVERY_SERVICE_HOST": "10.0.0.1", "LIVERY_PORT_8080_TCP_ADDR": "10.0.0.1",
        "LIVERY_PORT": "tcp://10.0.0.1:8080",
      ])
    #expect(
      warnings == ["The environment variable LIVERY_WORKER is not a setting; did you mean LIVERY_WORKERS?"])
    let meant = try Settings.read(flags: ["--config": folder.config], variables: ["LIVERY_PORT": "80"])
      .warnings
    #expect(meant == ["The environment variable LIVERY_PORT is not a setting; did you mean LIVERY_LISTEN?"])
  }

  @Test func `a missing config folder is one sentence with the way out`() throws {
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(flags: ["--config": "/nonexistent/livery"], variables: [:])
    }
    #expect(
      error.sentences == [
        "There is no config folder '/nonexistent/livery'; "
          + "'livery init /nonexistent/livery' writes one, --config DIR names another."
      ])
  }

  @Test func `the help lists every setting in all its spellings`() {
    let help = SettingsHelp.text
    for setting in SettingTable.settings {
      if setting.sources.contains(.flag) {
        #expect(help.contains("  \(setting.flag) \(setting.placeholder)"))
      }
      if setting.sources.contains(.variable) { #expect(help.contains("  \(setting.variable)")) }
      if setting.sources.contains(.file) { #expect(help.contains("  \"\(setting.key)\"")) }
      #expect(help.contains("\(setting.meaning) [\(setting.defaultText)]"))
    }
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:80", "::1", 80), ("localhost:0", "localhost", 0),
  ])
  func `an address to listen on has a host and a port`(_ text: String, _ host: String, _ port: Int) {
    let address = ListenAddress(text)
    #expect(address == ListenAddress(host: host, port: UInt16(port)))
    #expect(address?.description == text)
  }

  @Test func `a Unix socket has a path, and several addresses have commas between them`() {
    #expect(ListenAddress("unix:/run/a b.sock") == .unix(path: "/run/a b.sock"))
    #expect(
      ListenAddress.list("[::1]:80, unix:/run/x,localhost:0")?.map(\.description) == [
        "[::1]:80", "unix:/run/x", "localhost:0",
      ])
    for text in ["", ",", "unix:", "[::1]:80,nowhere", "unix:/x,80"] {
      #expect(ListenAddress.list(text) == nil)
    }
  }

  @Test(arguments: ["", "8080", ":8080", "host", "host:", "host:65536", "::1:80", "a b:80", "http://x:80"])
  func `anything else is no address`(_ text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func `a store is in memory, in a SQLite file or in PostgreSQL, and no text of it holds a secret`() {
    #expect(StoreLocation("memory:")?.text(state: "s") == "memory:")
    #expect(StoreLocation("sqlite:")?.text(state: "s") == "sqlite:s/livery.sqlite")
    #expect(StoreLocation("sqlite:/x/y.db")?.text(state: "s") == "sqlite:/x/y.db")
    let shown = [
      "postgres://db/livery": "postgres://db/livery",
      "postgresql://me:s@cret@one:1,two:2/livery?password=secret": "postgres://one:1,two:2/livery",
      "postgres://me:secret@%2Frun/livery?sslmode=verify-full": "postgres://%2Frun/livery",
      "postgres://": "postgres://",
    ]
    for (text, words) in shown { #expect(StoreLocation(text)?.text(state: "s") == words) }
  }

  @Test(arguments: ["postgres://me:secret@db/livery", "postgres://db/livery?password=secret"])
  func `a password is refused in a flag, not repeated, and taken from the environment`(_ text: String) throws
  {
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(flags: ["--store": text], variables: [:])
    }
    #expect(
      error.sentences == [
        "--store must not hold a password, since every user of a machine can read flags; give the URL in "
          + "LIVERY_STORE or livery.json, or the password in PGPASSFILE or LIVERY_STORE_PASSWORD_FILE."
      ])
    let settings = try Settings.read(flags: [:], variables: ["LIVERY_STORE": text]).settings
    #expect(settings.store == .postgres(url: text))
  }

  @Test(arguments: ["mysql://db/livery", "memory", "file.sqlite", ""])
  func `a store of another kind is refused with those that there are`(_ text: String) throws {
    let error = try #require(throws: SettingsError.self) {
      try Settings.read(flags: ["--store": text], variables: [:])
    }
    #expect(
      error.sentences == [
        "--store must be memory:, sqlite:, sqlite:PATH or postgres://USER@HOST:5432/DATABASE, not '\(text)'."
      ])
  }
}
