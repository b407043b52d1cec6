internal import Changes
internal import Documents
internal import Themes

/// A permission that a token gives.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// Reading the themes that channels show, and following their changes.
  case read
  /// Seeing what readers do not see: the history, schedules, sources, themes that no channel shows, and metrics.
  case watch
  /// Switching and scheduling themes.
  case operate
  /// Uploading and deleting themes.
  case author
}

/// The roles of a principal, each for some channels. A principal that may operate or author in a channel may watch it, and
/// one that may watch a channel may read it.
package struct Grants: Sendable, Hashable {
  private let read: ChannelScope
  private let watch: ChannelScope
  private let operate: ChannelScope
  private let author: ChannelScope
  /// The names that an author may write; nil for all names.
  let names: NamePatterns?
  /// Indicates whether it covers every theme. An author of some channels knows only some themes.
  let showsEveryTheme: Bool

  package init(
    read: ChannelScope = .none, watch: ChannelScope = .none, operate: ChannelScope = .none,
    author: ChannelScope = .none, names: NamePatterns? = nil
  ) {
    self.names = names
    showsEveryTheme = watch.isAny || operate.isAny || author == .all
    self.watch = watch.union(operate).union(author.hasChannels ? author : .none)
    self.read = read.union(self.watch)
    self.operate = operate
    self.author = author
  }

  static let nothing = Grants()
  static let everything = Grants(operate: .all, author: .all)

  func scope(of role: Role) -> ChannelScope {
    switch role {
    case .read: read
    case .watch: watch
    case .operate: operate
    case .author: author
    }
  }
}

/// The channels for which a role is granted.
package enum ChannelScope: Sendable, Hashable {
  case none, all
  case some(Set<String>)

  var isAny: Bool { self != .none }

  func contains(_ channel: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let channels): channels.contains(channel)
    }
  }

  func union(_ other: ChannelScope) -> ChannelScope {
    switch (self, other) {
    case (.all, _), (_, .all): .all
    case (.none, let scope), (let scope, .none): scope
    case (.some(let one), .some(let two)): .some(one.union(two))
    }
  }

  /// Indicates whether it contains any channel, even one that does not exist yet.
  var hasChannels: Bool { names?.isEmpty != true }

  /// The names of the channels, or nil for all channels.
  var names: Set<String>? {
    switch self {
    case .none: []
    case .all: nil
    case .some(let channels): channels
    }
  }

  /// The channels as a part of a sentence.
  var text: String {
    guard let names else { return "every channel" }
    return names.isEmpty ? "no channel" : names.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The principals that may receive a response as it is.
enum Audience: Sendable, Hashable {
  case everybody
  /// Principals that may read any channel.
  case readers
  /// Principals that may read every channel.
  case readersOfEverything
  /// Principals that may read one of these channels.
  case readersOf([String])
  /// The same, and principals that see every theme.
  case readersAndOverseers([String])
  /// Principals that may read one of these channels without watching it. Watchers receive more.
  case readersAloneOf([String])
  /// Principals that may watch this channel, or any channel if it is nil.
  case watchers(of: String?)
  case watchersOfEverything
  /// Principals that see every theme.
  case overseers

  /// Indicates whether every principal that may read all channels belongs to it.
  var isForAllReaders: Bool {
    switch self {
    case .everybody, .readers, .readersOfEverything, .readersOf, .readersAndOverseers: true
    case .readersAloneOf, .watchers, .watchersOfEverything, .overseers: false
    }
  }

  func admits(_ principal: Principal) -> Bool {
    switch self {
    case .everybody: true
    case .readers: principal.has(.read)
    case .readersOfEverything: principal.readsEverything
    case .readersOf(let channels):
      principal.readsEverything || channels.contains { principal.has(.read, in: $0) }
    case .readersAndOverseers(let channels):
      Audience.readersOf(channels).admits(principal) || principal.seesEveryTheme
    case .readersAloneOf(let channels):
      channels.contains { principal.has(.read, in: $0) && !principal.has(.watch, in: $0) }
    case .watchers(nil): principal.has(.watch)
    case .watchers(let channel?): principal.has(.watch, in: channel)
    case .watchersOfEverything: principal.grants.scope(of: .watch) == .all
    case .overseers: principal.seesEveryTheme
    }
  }
}

/// The identity behind a request, with what it may see and change.
package struct Principal: Sendable {
  /// The part that all requests with a token share, which a client that waits keeps.
  private final class Identity: Sendable {
    let name: String
    let person: String
    /// The grants that it has whatever its user is.
    let grants: Grants
    let isToken: Bool

    init(_ name: String, _ grants: Grants, person: String = "anyone", isToken: Bool) {
      (self.name, self.person, self.grants, self.isToken) = (name, person, grants, isToken)
    }
  }

  private let own: Identity
  /// The user at the other end, if the server's user may do everything without a token. Looked up when the own grants do
  /// not suffice.
  private var user: PeerUser?
  /// Indicates whether it keeps its name as the server's user.
  private var keepsName = false
  /// The signal against a user of this machine in the head of the request.
  private var sign: CrossSiteSignal?

  /// The principal of a token.
  package init(name: String, person: String? = nil, grants: Grants) {
    self.init(Identity(name, grants, person: person ?? name, isToken: true))
  }

  private init(_ own: Identity) { self.own = own }

  /// A client without a token, if reading needs none.
  static let anyone = Principal(Identity("anyone", Grants(read: .all), isToken: false))

  /// A client without a token, if that allows nothing.
  static let nobody = Principal(Identity("anyone", .nothing, isToken: false))

  /// Returns the principal with all rights if the user is that of the server.
  /// - Parameter role: the role that is needed. With its own token for it, a principal keeps its name.
  func trusting(_ user: PeerUser, for role: Role) -> Principal {
    var principal = self
    principal.user = user
    principal.keepsName = own.isToken && own.grants.scope(of: role).isAny
    return principal
  }

  /// Returns the principal of a client for which local rights are refused because of a signal.
  func refused(by sign: CrossSiteSignal) -> Principal {
    var principal = self
    principal.sign = sign
    return principal
  }

  private var isLocal: Bool { user?.standing == .trusted }

  package var name: String { isLocal && !keepsName ? "local" : own.name }

  /// The name that counts where another person is needed: that of the token's person, or its own.
  var person: String { name == own.name ? own.person : name }

  package var grants: Grants { isLocal ? .everything : own.grants }

  /// The signal that leaves the principal only the rights of every client, on a server where local users need no token.
  var signal: CrossSiteSignal? { sign ?? user.flatMap { CrossSiteSignal(of: $0) } }

  /// Indicates whether it may watch every theme, and what concerns none.
  package var seesEveryTheme: Bool { grants.showsEveryTheme }

  var readsEverything: Bool { own.grants.scope(of: .read) == .all || grants.scope(of: .read) == .all }

  var mayWrite: Bool { has(.operate) || has(.author) }

  func has(_ role: Role) -> Bool {
    own.grants.scope(of: role).isAny || grants.scope(of: role).isAny
  }

  func has(_ role: Role, in channel: String) -> Bool {
    own.grants.scope(of: role).contains(channel) || grants.scope(of: role).contains(channel)
  }

  /// Returns the part of the log that it may see when it reads one channel, or every channel.
  func logView(of channel: String) -> LogView {
    guard channel == Snapshot.everyChannel else {
      return LogView(channels: nil, isWhole: has(.watch, in: channel))
    }
    let role = seesEveryTheme ? Role.watch : .read
    return LogView(channels: grants.scope(of: role).names, isWhole: role == .watch)
  }
}

extension Principal {
  /// Throws if it may not see this theme, or would not if there were one.
  func check(theme name: String, in snapshot: Snapshot) throws(Refusal) {
    guard seesEveryTheme || knownThemes(in: snapshot)?.contains(name) ?? false else { throw lackingTheme }
  }

  func check(_ role: Role, in channel: String) throws(Refusal) {
    guard has(role, in: channel) else { throw lacking(role, in: "'\(channel.shown)'") }
  }

  func check(_ audience: Audience) throws(Refusal) {
    guard !audience.admits(self) else { return }
    switch audience {
    case .everybody, .readers, .readersOfEverything: throw lacking(.read)
    case .readersOf(let channels), .readersAloneOf(let channels):
      let asked = channels.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      throw Refusal(.forbidden, "'\(name)' may read \(grants.scope(of: .read).text), not \(asked).")
    // One sentence for a theme that is hidden and for none, or it would reveal which themes there are.
    case .readersAndOverseers, .overseers: throw lackingTheme
    case .watchers, .watchersOfEverything:
      guard has(.watch) else { throw lacking(.watch) }
      let channel: String? = if case .watchers(let channel) = audience { channel } else { nil }
      throw lacking(.watch, in: channel.map { "'\($0)'" } ?? "every channel")
    }
  }

  private var lackingTheme: Refusal {
    guard own.isToken else { return lacking(.watch) }
    return Refusal(
      .forbidden,
      "'\(name)' may see themes that \(grants.scope(of: .read).text) shows, and this is none of them; that needs a token "
        + "that may watch.")
  }

  private func lacking(_ role: Role, in channel: String) -> Refusal {
    Refusal(
      .forbidden, "'\(name)' may \(role.rawValue) in \(grants.scope(of: role).text), not in \(channel).")
  }

  /// Returns the refusal for a role that it has in no channel.
  func lacking(_ role: Role) -> Refusal {
    if own.isToken {
      return Refusal(
        .forbidden, "The token '\(name)' may not \(role.rawValue); this needs one with that role.")
    }
    if let signal { return Gate.refusal(of: signal, isWrite: [.operate, .author].contains(role)) }
    return Refusal(
      .unauthorized,
      "This needs a token that may \(role.rawValue); send 'Authorization: Bearer …'.",
      headers: [Gate.challenge()])
  }
}

/// The documents that a principal with some channels may change, since no other channel shows them.
extension Principal {
  /// Throws if it may not write a theme of the document by its name, or if a channel in which it may not author shows one,
  /// or one that builds on it, or is scheduled to.
  /// - Parameter next: the themes after the change.
  func check(document file: String, _ snapshot: Snapshot, _ next: ThemeSet) throws(Publisher.DocumentError) {
    try check(namesOf: snapshot, next)
    guard case .some = grants.scope(of: .author) else { return }
    try check(
      changed: snapshot.themeSet.library.themes(buildingOn: file).union(
        next.library.themes(buildingOn: file)),
      snapshot)
  }

  func check(changed themes: Set<String>, _ snapshot: Snapshot) throws(Publisher.DocumentError) {
    guard case .some(let own) = grants.scope(of: .author) else { return }
    let shown = snapshot.state.activations.values.filter {
      themes.contains($0.theme) || themes.contains($0.base)
    }
    let planned = snapshot.state.schedules.values.filter { themes.contains($0.theme) }
    let others = Set(shown.map(\.channel) + planned.map(\.channel)).subtracting(own)
    guard !others.isEmpty else { return }
    let readable = others.filter { has(.read, in: $0) }.min()
    throw .forbidden(
      "'\(name)' may author in \(grants.scope(of: .author).text), and \(readable.map { "'\($0)'" } ?? "another channel") "
        + "shows this theme, one that builds on it, or is planned to")
  }

  /// Returns the themes that it knows, or nil for every theme: the themes that its channels show or are scheduled to
  /// show, with all their parents, and its own uploads.
  func knownThemes(in snapshot: Snapshot) -> Set<String>? {
    guard case .some = grants.scope(of: .author), !seesEveryTheme else { return nil }
    let library = snapshot.themeSet.library
    let shown = snapshot.showings.filter { Audience.readersOf($0.value).admits(self) }.map(\.key)
    let planned = snapshot.state.schedules.values.filter { has(.author, in: $0.channel) }.map(\.theme)
    let sent = snapshot.state.uploads.values.filter { $0.by == name }
    return Set(sent.flatMap { library.themes(in: $0.source.name) })
      .union((shown + planned).flatMap { library.lineage(of: $0).map(\.name) })
  }

  /// Returns the themes of an upload with their parents, if it does not know every theme.
  func guardedFamily(
    of upload: Upload, in dialects: Dialects
  ) -> (names: Set<String>, parents: Set<String>)? {
    guard case .some = grants.scope(of: .author), !seesEveryTheme else { return nil }
    let (names, parents) = Library.family(of: upload.source, in: dialects)
    return (names.union([upload.name]), parents)
  }

  /// Throws if it may not change one of the themes, or if one of the parents is a theme that it may neither read nor author.
  /// Called before anything is read, since problems name what a theme inherits, and what others need from it.
  func check(
    family: (names: Set<String>, parents: Set<String>)?, _ snapshot: Snapshot
  ) throws(Publisher.DocumentError) {
    guard let family, let known = knownThemes(in: snapshot) else { return }
    let library = snapshot.themeSet.library
    try check(
      changed: family.names.union(family.names.flatMap { library.tree.descendants(of: $0) }), snapshot)
    guard let hidden = family.parents.filter({ library.themes[$0] != nil && !known.contains($0) }).min()
    else {
      return
    }
    throw .forbidden(
      "'\(name)' may not extend '\(hidden)': no channel that it may read shows this theme or one that builds on it, "
        + "none that it may author is planned to, and it did not upload it")
  }

  /// Throws if it may not store an upload that is only checked.
  func checkFamily(of upload: Upload, _ snapshot: Snapshot) throws(Refusal) {
    do throws(Publisher.DocumentError) {
      try check(family: guardedFamily(of: upload, in: snapshot.themeSet.library.dialects), snapshot)
    } catch { throw Refusal(error) }
  }

  /// Returns an error that names no theme that it does not know.
  /// - Parameter upload: the document that it sent.
  func veiled(
    _ error: Publisher.DocumentError, of upload: Upload? = nil, in snapshot: Snapshot
  ) -> Publisher.DocumentError {
    switch error {
    case .unknown(let wrong, let names):
      guard let known = knownThemes(in: snapshot) else { return error }
      return .unknown(wrong, among: names.filter(known.contains))
    case .documents(let found):
      return .documents(ThemeSet.LoadError(problems: veiled(found.problems, of: upload, in: snapshot)))
    default: return error
    }
  }

  /// Returns problems with one sentence for all that are in the files of themes that it does not know.
  func veiled(_ problems: [Problem], of upload: Upload?, in snapshot: Snapshot) -> [Problem] {
    guard let known = knownThemes(in: snapshot) else { return problems }
    let sources =
      known.compactMap { snapshot.themeSet.library.sources[$0] } + (upload.map { [$0.source] } ?? [])
    let files = Set(sources.flatMap(\.fileNames))
    let visible = problems.filter { files.contains($0.place.file) }
    guard visible.count < problems.count else { return problems }
    let hidden = Problem(
      code: "other-themes", place: SourceLocation(file: upload?.source.name ?? "", line: 1, column: 1),
      message: "With this change other themes, which '\(name)' may not see, would have errors.")
    return visible + [hidden]
  }

  /// Throws if it may author in some channels alone: any theme may use an image, in whatever channel it is shown.
  func checkImages() throws(Refusal) {
    if let obstacle = obstacleToImages { throw Refusal(.forbidden, "\(obstacle).") }
  }

  /// The reason why it may change no image, in words; nil if it may.
  var obstacleToImages: String? {
    guard case .some = grants.scope(of: .author) else { return nil }
    return
      "'\(name)' may author in \(grants.scope(of: .author).text), and images are for every theme; that needs a token that "
      + "may author in every channel"
  }

  /// Throws if it may author in no channel. Called before its documents are read.
  func checkDocuments(_ what: String) throws(Refusal) {
    guard !grants.scope(of: .author).hasChannels else { return }
    throw Refusal(.forbidden, "The token '\(name)' may check documents; \(what) needs one that may author.")
  }
}

extension Library {
  /// Returns the themes of a document with all themes that extend them.
  func themes(buildingOn file: String) -> Set<String> {
    Set(themes.keys.filter { name in lineage(of: name).contains { sources[$0.name]?.name == file } })
  }
}
