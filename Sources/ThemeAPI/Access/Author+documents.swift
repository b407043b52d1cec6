internal import Changes
internal import Themes

/// Documents that an author of some channels may change: what shows there, or nowhere.
extension Author {
  /// Refuses a change of a document where a channel that is not the author's shows one of its themes, or one that
  /// builds on them, or is planned to.
  /// - Parameter next: the themes after the change.
  func check(
    document file: String, _ snapshot: Snapshot, _ next: ThemeSet
  ) throws(Publisher.DocumentError) {
    guard case .some(let own) = grants.scope(of: .author) else { return }
    let themes = snapshot.themeSet.library.themes(buildingOn: file).union(
      next.library.themes(buildingOn: file))
    let shown = snapshot.state.activations.values.filter {
      themes.contains($0.theme) || themes.contains($0.base)
    }
    let planned = snapshot.state.schedules.values.filter { themes.contains($0.theme) }
    let others = Set(shown.map(\.channel) + planned.map(\.channel)).subtracting(own)
    guard let other = others.min() else { return }
    throw .forbidden(
      "'\(name)' may author in \(grants.scope(of: .author).text), and '\(other)' shows this theme, one that builds "
        + "on it, or is planned to")
  }

  /// The themes that they know of: those that their channels show, or are planned to, with all that these build on, and
  /// those that they have sent. Nil where that is every theme.
  func knownThemes(in snapshot: Snapshot) -> Set<String>? {
    guard case .some = grants.scope(of: .author), !has(.operate) else { return nil }
    let library = snapshot.themeSet.library
    let shown = snapshot.showings.filter { Audience.readersOf($0.value).admits(self) }.map(\.key)
    let planned = snapshot.state.schedules.values.filter { has(.author, in: $0.channel) }.map(\.theme)
    let sent = snapshot.state.uploads.values.filter { $0.by == name }
    return Set(sent.flatMap { library.themes(in: $0.source.name) })
      .union((shown + planned).flatMap { library.lineage(of: $0).map(\.name) })
  }

  /// The themes that an upload extends, where the author may not build on every one: its answers tell what it inherits.
  func guardedParents(of upload: Upload) -> Set<String> {
    guard case .some = grants.scope(of: .author), !has(.operate) else { return [] }
    return Library.parents(in: upload.source)
  }

  /// Refuses to build on a theme that the author may neither read nor author.
  func check(parents: Set<String>, _ snapshot: Snapshot) throws(Publisher.DocumentError) {
    guard !parents.isEmpty, let known = knownThemes(in: snapshot) else { return }
    let hidden = parents.filter { snapshot.themeSet.library.themes[$0] != nil && !known.contains($0) }
    guard let first = hidden.min() else { return }
    throw .forbidden(
      "'\(name)' may not extend '\(first)': no channel that it may read shows this theme or one that builds on it, "
        + "none that it may author is planned to, and it did not upload it")
  }

  /// The same for a document that is only looked at.
  func checkParents(of upload: Upload, _ snapshot: Snapshot) throws(Refusal) {
    do throws(Publisher.DocumentError) {
      try check(parents: guardedParents(of: upload), snapshot)
    } catch { throw Refusal(error) }
  }

  /// What is told them of a theme that there is not names none that they do not know of.
  func veiled(_ error: Publisher.DocumentError, in snapshot: Snapshot) -> Publisher.DocumentError {
    guard case .unknown(let wrong, let names) = error, let known = knownThemes(in: snapshot) else {
      return error
    }
    return .unknown(wrong, among: names.filter(known.contains))
  }

  /// Refuses images to an author of some channels alone: any theme may name them, in whatever channel it shows.
  func checkImages() throws(Refusal) {
    guard case .some = grants.scope(of: .author) else { return }
    throw Refusal(
      .forbidden,
      "'\(name)' may author in \(grants.scope(of: .author).text), and images are for every theme; that needs a token that "
        + "may author in every channel.")
  }

  /// Refuses documents to an author who has no channel at all, before they are read.
  func checkDocuments(_ what: String) throws(Refusal) {
    guard !grants.scope(of: .author).hasChannels else { return }
    throw Refusal(.forbidden, "The token '\(name)' may check documents; \(what) needs one that may author.")
  }
}

extension Library {
  /// The themes of a document with all that extend them.
  fileprivate func themes(buildingOn file: String) -> Set<String> {
    Set(themes.keys.filter { name in lineage(of: name).contains { sources[$0.name]?.name == file } })
  }
}
