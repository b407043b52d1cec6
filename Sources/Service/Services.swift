internal import Bindings
package import Changes
internal import Documents
internal import Resolution
internal import Storage
package import ThemeAPI
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
      pool: .allCores, clock: { .now }, zones: .system,
      etag: { [origin = publicURL ?? ""] in DefaultTag.of(theme: $1, in: $0, origin: origin) })
    if let missingTheme { configuration.missingThemePolicy = .replace(by: missingTheme) }
    return configuration
  }

  func services(
    of publisher: Publisher, images: ImageFiles, behind gate: Gate, for hosts: Hosts, on server: HTTPServer,
    auditing audit: Log
  ) throws -> Services {
    guard crowdSlot == 0 || publicURL != nil || !publicURLs.isEmpty else {
      throw StartFailure(
        "crowdSlot (LIVERY_CROWD_SLOT) needs publicURL (LIVERY_PUBLIC_URL), or what caches share would name the host that one "
          + "client chose.")
    }
    let current = publisher.current
    var services = Services(
      now: { current.now }, clock: { .now }, zones: .system, limits: lookUps, uploads: uploads,
      caching: caching, crowdSlot: crowdSlot,
      crossOrigin: CrossOrigin(corsOrigin), gate: gate, version: Version.number,
      publicURL: publicURL ?? "", hasTLS: wire.certificateFile != nil, web: try webResources(),
      gzip: { Gzip.compress($0) }, inflate: { Inflation.bytes(of: $0, count: $1) },
      image: { images.open($0, in: $1) }, hold: { try? StoredImage($0) },
      sharedLog: publisher.isShared ? publisher : nil,
      clients: { [weak server] channel in server?.clients(of: channel, publisher) },
      onWrite: { audit.wrote($0) }, background: .init(server)
    )
    services.hosts = hosts
    return services
  }

  /// The embedded files. If the settings name a folder, the files of the page come from there.
  private func webResources() throws -> WebResources {
    var resources = try WebResources(WebFiles.all)
    guard let web else { return resources }
    let read: @Sendable (String) -> [UInt8]? = { try? File.bytes(of: "\(web)/\($0)", atMost: 4 << 20) }
    guard read("index.html") != nil else {
      throw StartFailure(
        "The folder \(web) of the page has no index.html; in Livery's sources, name Web/page.")
    }
    resources.pageFolder = read
    return resources
  }

  /// Returns the gate that decides which clients may read and write, by the settings and the file of tokens.
  func gate() throws -> Gate {
    let (tokens, approvals) = try access()
    return Gate(tokens: tokens, approvals: approvals, readToken: readToken, behind: wire.trustedProxies)
  }

  func readHosts() throws -> Hosts {
    Hosts(try hostTable(), isUsed: hostsFile != nil, publicURLs: publicURLs)
  }

  /// Returns the channels of hosts, by `livery.json` and the file of hosts. Throws if any of them is wrong.
  package func hostTable() throws -> HostTable {
    var table = hosts
    guard let hostsFile else { return table }
    let file: SourceFile
    do throws(SystemError) {
      let bytes = try File.bytes(ofRegular: hostsFile, atMost: Self.largestHosts + 1)
      file = SourceFile(name: hostsFile, bytes: bytes)
    } catch { throw StartFailure("The file of hosts \(hostsFile) can't be read: \(error.cause).") }
    guard file.bytes.count <= Self.largestHosts else {
      throw StartFailure("The file of hosts \(hostsFile) is larger than 1 MiB.")
    }
    let (root, problems) = JSONReader.read(file)
    let tables = root.map { root in root["hosts"].flatMap { $0.kind == .object ? $0 : nil } ?? root }
    let all = problems + (tables.map { table.take($0) } ?? [])
    if let first = all.first {
      let (line, column) = (first.place.line, first.place.column)
      throw StartFailure("The file of hosts is wrong: \(hostsFile):\(line):\(column): \(first.message)")
    }
    return table
  }

  private static let largestHosts = 1 << 20

  /// The name of the token that has no name of its own.
  static let nameOfToken = "operator"

  /// Returns the tokens and the approvals that channels need. Throws if the file of tokens is wrong.
  func access() throws -> (tokens: [AccessToken], approvals: Approvals) {
    let own = token.map { [AccessToken(name: Self.nameOfToken, secret: $0)] } ?? []
    guard let tokensFile else { return (own, Approvals(usual: approval)) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.bytes(ofRegular: tokensFile, atMost: 1 << 20)
    } catch { throw StartFailure("The file of tokens \(tokensFile) can't be read: \(error.cause).") }
    let file = try TokenFile.read(SourceFile(name: tokensFile, bytes: bytes))
    return (own + file.tokens, Approvals(usual: approval, in: file.approvals))
  }
}

extension Zones {
  /// The zones of this system: of the folder in `TZDIR`, or the usual one.
  package static let system = Zones(
    read: { try? File.bytes(ofRegular: "\(folder)/\($0)", atMost: 1 << 20) },
    list: { try? FileSystem.names(in: "\(folder)/\($0)") })

  /// The name of this machine's zone: of `TZ`, or of the file that is its local time; nil if neither has a name.
  package static var ofThisMachine: String? {
    let name = ProcessEnvironment.variables["TZ"].map { String($0.drop { $0 == ":" }) }
    let file = name ?? FileSystem.target(ofLink: "/etc/localtime") ?? ""
    let zone = file.firstRange(of: "zoneinfo/").map { String(file[$0.upperBound...]) } ?? file
    return system[zone] != nil || system.release == nil && !zone.isEmpty && !zone.hasPrefix("/") ? zone : nil
  }

  private static let folder =
    ProcessEnvironment.variables["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
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
