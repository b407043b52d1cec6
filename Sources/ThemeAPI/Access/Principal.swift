internal import Changes
internal import Documents
internal import Themes

/// A permission that a token gives.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// Reading the themes that channels show, and following their changes.
  case read
  /// Switching and scheduling themes, and seeing what readers do not see: the history, schedules, sources, themes that
  /// no channel shows, and metrics.
  case operate
  /// Uploading and deleting themes.
  case author
}

/// The roles of a principal, each for some channels. A principal that may operate or author in a channel may read it.
package struct Grants: Sendable, Hashable {
  private let read: ChannelScope
  private let operate: ChannelScope
  private let author: ChannelScope

  package init(read: ChannelScope = .none, operate: ChannelScope = .none, author: ChannelScope = .none) {
    self.read = read.union(operate).union(author)
    self.operate = operate
    self.author = author
  }

  static let nothing = Grants()
  static let everything = Grants(operate: .all, author: .all)

  func scope(of role: Role) -> ChannelScope {
    switch role {
    case .read: read
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
  /// The same, and principals that may operate anywhere: they see every theme, to choose one.
  case readersAndOperators([String])
  /// Principals that may read one of these channels without operating it. Operators receive more.
  case readersAloneOf([String])
  /// Principals that may operate in this channel, or in any channel if it is nil.
  case operators(in: String?)
  case operatorsEverywhere

  /// Indicates whether every principal that may read all channels belongs to it.
  var isForAllReaders: Bool {
    switch self {
    case .everybody, .readers, .readersOfEverything, .readersOf, .readersAndOperators: true
    case .readersAloneOf, .operators, .operatorsEverywhere: false
    }
  }

  func admits(_ principal: Principal) -> Bool {
    switch self {
    case .everybody: true
    case .readers: principal.has(.read)
    case .readersOfEverything: principal.grants.scope(of: .read) == .all
    case .readersOf(let channels):
      principal.grants.scope(of: .read) == .all || channels.contains { principal.has(.read, in: $0) }
    case .readersAndOperators(let channels):
      principal.has(.operate) || Audience.readersOf(channels).admits(principal)
    case .readersAloneOf(let channels):
      channels.contains { principal.has(.read, in: $0) && !principal.has(.operate, in: $0) }
    case .operators(nil): principal.has(.operate)
    case .operators(let channel?): principal.has(.operate, in: channel)
    case .operatorsEverywhere: principal.grants.scope(of: .operate) == .all
    }
  }
}

/// The identity behind a request, with what it may see and change.
package struct Principal: Sendable, Hashable {
  package let name: String
  package let grants: Grants

  /// A client without a token, if reading needs none.
  static let anyone = Principal(name: "anyone", grants: Grants(read: .all))

  /// A client without a token, if that allows nothing.
  static let nobody = Principal(name: "anyone", grants: .nothing)

  /// A local user, while no token is set for the operation.
  static let local = Principal(name: "local", grants: .everything)

  /// Indicates whether it may operate in any channel.
  package var mayOperate: Bool { has(.operate) }

  var mayWrite: Bool { has(.operate) || has(.author) }

  func has(_ role: Role) -> Bool { grants.scope(of: role).isAny }

  func has(_ role: Role, in channel: String) -> Bool { grants.scope(of: role).contains(channel) }

  /// Returns the part of the log that it may see when it reads one channel, or every channel.
  func logView(of channel: String) -> LogView {
    guard channel == Snapshot.everyChannel else {
      return LogView(channels: nil, isWhole: has(.operate, in: channel))
    }
    let role = has(.operate) ? Role.operate : .read
    return LogView(channels: grants.scope(of: role).names, isWhole: role == .operate)
  }
}

extension Principal {
  func check(_ role: Role, in channel: String) throws(Refusal) {
    guard has(role, in: channel) else { throw lacking(role, in: "'\(channel.shown)'") }
  }

  func check(_ audience: Audience) throws(Refusal) {
    guard !audience.admits(self) else { return }
    switch audience {
    case .everybody, .readers, .readersOfEverything: throw lacking(.read)
    case .readersOf(let channels), .readersAndOperators(let channels), .readersAloneOf(let channels):
      let asked = channels.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      throw Refusal(.forbidden, "'\(name)' may read \(grants.scope(of: .read).text), not \(asked).")
    case .operators, .operatorsEverywhere:
      guard has(.operate) else { throw lacking(.operate) }
      let channel: String? = if case .operators(let channel) = audience { channel } else { nil }
      throw lacking(.operate, in: channel.map { "'\($0)'" } ?? "every channel")
    }
  }

  private func lacking(_ role: Role, in channel: String) -> Refusal {
    Refusal(
      .forbidden, "'\(name)' may \(role.rawValue) in \(grants.scope(of: role).text), not in \(channel).")
  }

  /// Returns the refusal for a role that it has in no channel.
  func lacking(_ role: Role) -> Refusal {
    guard self == .anyone || self == .nobody else {
      return Refusal(
        .forbidden, "The token '\(name)' may not \(role.rawValue); this needs one with that role.")
    }
    return Refusal(
      .unauthorized,
      "This needs a token that may \(role.rawValue); send 'Authorization: Bearer …'. "
        + "While no token is set, only the server's own machine may \(role.rawValue).",
      headers: [Gate.challenge()])
  }
}

/// The documents that a principal with some channels may change, since no other channel shows them.
extension Principal {
  /// Throws if a channel in which it may not author shows a theme of the document, or one that builds on it, or is
  /// scheduled to.
  /// - Parameter next: the themes after the change.
  func check(document file: String, _ snapshot: Snapshot, _ next: ThemeSet) throws(Publisher.DocumentError) {
    guard case .some = grants.scope(of: .author) else { return }
    try check(
      changed: snapshot.themeSet.library.themes(buildingOn: file).union(
        next.library.themes(buildingOn: file)),
      snapshot)
  }

  private func check(changed themes: Set<String>, _ snapshot: Snapshot) throws(Publisher.DocumentError) {
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
    guard case .some = grants.scope(of: .author), !has(.operate) else { return nil }
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
    guard case .some = grants.scope(of: .author), !has(.operate) else { return nil }
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
    guard case .some = grants.scope(of: .author) else { return }
    throw Refusal(
      .forbidden,
      "'\(name)' may author in \(grants.scope(of: .author).text), and images are for every theme; that needs a token that "
        + "may author in every channel.")
  }

  /// Throws if it may author in no channel. Called before its documents are read.
  func checkDocuments(_ what: String) throws(Refusal) {
    guard !grants.scope(of: .author).hasChannels else { return }
    throw Refusal(.forbidden, "The token '\(name)' may check documents; \(what) needs one that may author.")
  }
}

extension Library {
  /// Returns the themes of a document with all themes that extend them.
  fileprivate func themes(buildingOn file: String) -> Set<String> {
    Set(themes.keys.filter { name in lineage(of: name).contains { sources[$0.name]?.name == file } })
  }
}
