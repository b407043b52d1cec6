internal import Bindings
internal import Changes
internal import Documents
internal import Resolution
internal import Storage
internal import ThemeAPI
internal import Themes

extension Services.BackgroundWork {
  /// Uses the threads of this server.
  init(_ server: HTTPServer) {
    // The end of the server does not wait for this work.
    self.init { [weak server] turn, work in
      let offload = Outcome.Offload(on: .answering, in: turn) {
        work()
        return Reply(status: 204)
      }
      return server?.submit(offload) ?? false
    } wake: { [weak server] name in
      server?.wake([ReachedRevision(channel: name, revision: 1)])
    }
  }
}

/// The settings as the parts of the server take them.
extension Settings {
  var publisherConfiguration: PublisherConfiguration {
    var configuration = PublisherConfiguration(
      defaultTheme: defaultTheme,
      retention: Retention(changes: UInt64(keepChanges), seconds: Int64(keepDays) * 86_400),
      pool: .allCores, clock: { .now },
      etag: { [origin = publicURL ?? ""] in DefaultTag.of(theme: $1, in: $0, origin: origin) })
    if let missingTheme { configuration.missingThemePolicy = .replace(by: missingTheme) }
    return configuration
  }

  func services(
    of publisher: Publisher, images: ImageFiles, behind gate: Gate, on server: HTTPServer, auditing audit: Log
  ) throws -> Services {
    let current = publisher.current
    return Services(
      now: { current.now }, clock: { .now }, limits: lookUps, uploads: uploads, caching: caching,
      crossOrigin: CrossOrigin(corsOrigin), gate: gate, version: Version.number,
      publicURL: publicURL ?? "", hasTLS: wire.certificateFile != nil, web: try webResources(),
      gzip: { Gzip.compress($0) }, inflate: { Inflation.bytes(of: $0, count: $1) },
      image: { images.open($0, in: current.now) }, hold: { try? StoredImage($0) },
      sharedLog: publisher.isShared ? publisher : nil, onWrite: { audit.wrote($0) }, background: .init(server)
    )
  }

  /// The embedded files. If the settings name a folder, the files of the page come from there.
  private func webResources() throws -> WebResources {
    var resources = try WebResources(WebFiles.all)
    if let web { resources.pageFolder = { try? File.bytes(of: "\(web)/\($0)", atMost: 4 << 20) } }
    return resources
  }

  /// Returns the gate that decides which clients may read and write, by the settings and the file of tokens.
  func gate() throws -> Gate { Gate(tokens: try tokens(), readToken: readToken, behind: wire.trustedProxies) }

  /// Returns the tokens for writing. Throws if any of them is wrong.
  func tokens() throws -> [AccessToken] {
    let own = token.map { [AccessToken(name: "operator", secret: $0)] } ?? []
    guard let tokensFile else { return own }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.bytes(ofRegular: tokensFile, atMost: 1 << 20)
    } catch { throw StartFailure("The file of tokens \(tokensFile) can't be read: \(error.cause).") }
    return own + (try TokenFile.read(SourceFile(name: tokensFile, bytes: bytes)))
  }
}

extension WorkerPool {
  /// A pool with a thread for each core, including that of the caller.
  static let allCores = WorkerPool { work in
    // If a thread can't be made, the others do its part.
    let others = (1..<ThisProcess.cores).compactMap { _ in
      try? SystemThread(named: "livery-pool", work)
    }
    work()
    for other in others { other.join() }
  }
}
