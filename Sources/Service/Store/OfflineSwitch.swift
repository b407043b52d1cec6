internal import Bindings
package import Changes
internal import Documents
internal import Themes

/// The work of `livery switch --offline`: a switch in the log of a server that is not running.
package struct OfflineSwitch: Sendable {
  private let theme: String
  private let channel: String
  private let note: String?
  private let isForced: Bool

  package init(to theme: String, in channel: String, note: String?, isForced: Bool) {
    (self.theme, self.channel, self.isForced) = (theme, channel, isForced)
    self.note = note == "" ? nil : note
  }

  /// Opens the log like a start, except that channels whose themes are gone are left as they are.
  package func perform(_ settings: Settings) throws(StartFailure) -> Publication {
    guard note?.unicodeScalars.count ?? 0 <= ChangeRequest.longestNote else {
      throw StartFailure("The note is too long; at most \(ChangeRequest.longestNote) characters are stored.")
    }
    let path = try Self.log(of: settings)
    defer { FileSystem.giveToFolderOwner(path) }
    do {
      let folder = try ConfigFolder.read(settings.config)
      var configuration = settings.publisherConfiguration
      configuration.missingThemePolicy = .leave
      return try publish(
        to: try Publisher(
          store: try Stores.open(settings), files: folder.files, configuration: configuration))
    } catch { throw StartFailure(error) }
  }

  /// Returns the path of the log. It is never created here, because the folder may be mistyped.
  private static func log(of settings: Settings) throws(StartFailure) -> String {
    if case .postgres = settings.store {
      throw StartFailure(
        "Other servers may write into a log in PostgreSQL; switch at one of them, or start one and switch there."
      )
    }
    guard case .sqlite(let named) = settings.store else {
      throw StartFailure("A log in memory ends with its server; name a file with --store sqlite:PATH.")
    }
    let path = StoreLocation.path(named, in: settings.state)
    guard FileSystem.exists(path) else {
      throw StartFailure("There is no change log at \(path); name its folder with --state DIR.")
    }
    return path
  }

  private func publish(to publisher: Publisher) throws(StartFailure) -> Publication {
    let submission = Submission(key: nil) { [self] snapshot, summary throws(StartFailure) in
      try check(snapshot)
      return ChangeRequest(
        .activate(channel: channel, theme: summary(theme)), at: publisher.now(), by: "offline", note: note)
    } record: { _ in
      RecordedAnswer(status: 200, body: [])
    }
    let result: WriteResult<StartFailure>?
    do throws(StoreError) { result = try publisher.publish([submission]).first } catch {
      throw StartFailure("The change log can't be written: \(error).")
    }
    switch result {
    case .published(let publication): return publication
    case .failed(let failure): throw failure
    case .refused, .replayed, nil: throw StartFailure("The switch was not accepted.")
    }
  }

  private func check(_ snapshot: Snapshot) throws(StartFailure) {
    let themes = snapshot.themeSet.library.themes
    guard themes[theme] != nil else {
      throw StartFailure("There is no theme '\(theme)'\(NearestName.question(theme, among: themes.keys))")
    }
    let channels = snapshot.state.activations.keys
    guard snapshot.activation(of: channel) != nil else {
      throw StartFailure("There is no channel '\(channel)'\(NearestName.question(channel, among: channels))")
    }
    guard let change = snapshot.kitChange(showing: theme, in: channel) else { return }
    if isForced || change.isExtension || change.isFirst {
      guard let obstacle = change.obstacle else { return }
      throw StartFailure("\(obstacle); start the server and delete what is scheduled there first.")
    }
    throw StartFailure(
      "'\(channel)' shows '\(change.shown)' of the kit '\(change.kit)', and '\(theme)' is of the kit "
        + "'\(change.nextKit)', which its clients may not know. Give --force to switch anyway.")
  }
}
