internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// The condition for changes of what a channel shows.
package enum Approval: String, Sendable, Hashable, CaseIterable {
  case none
  /// Another person than the author of the change has a part in it.
  case another
}

/// The approvals that channels need.
package struct Approvals: Sendable, Hashable {
  /// The approval in channels that are not named.
  private let usual: Approval
  private let channels: [String: Approval]

  package init(usual: Approval = .none, in channels: [String: Approval] = [:]) {
    (self.usual, self.channels) = (usual, channels)
  }

  /// Indicates whether any channel needs another person.
  package var areNeeded: Bool { usual == .another || channels.values.contains(.another) }

  func areNeeded(in channel: String) -> Bool { (channels[channel] ?? usual) == .another }
}

/// The check that two persons agree to a change of what a channel shows, if the channel needs another person. It is made in the
/// transaction of the change, so that it holds at several servers, too.
struct ApprovalCheck: Sendable {
  private let author: Principal
  private let gate: Gate

  init(by author: Principal, behind gate: Gate) { (self.author, self.gate) = (author, gate) }

  init(_ call: Call) { self.init(by: call.principal, behind: call.services.gate) }

  /// Throws if a theme that no such channel shows yet was made by the author alone, or one that it builds on, or one of
  /// its images. The theme to which a channel falls back that was never switched is checked as well.
  func check(showing theme: String, in channel: String, isPlanned: Bool, _ snapshot: Snapshot) throws(Refusal)
  {
    var fallbacks: [(theme: String, channel: String)] = []
    if !isPlanned {
      fallbacks = snapshot.channels(following: channel).filter { $0 != channel }.map { (theme, $0) }
    } else if snapshot.activation(of: channel) == nil, let main = snapshot.activation(of: "main") {
      fallbacks = [(main.base, channel)]
    }
    let approvals = gate.approvals
    guard ([channel] + fallbacks.map(\.channel)).contains(where: approvals.areNeeded) else { return }
    let shown = snapshot.themes(shownWhere: approvals)
    func check(_ theme: String, in channel: String, _ reason: String = "") throws(Refusal) {
      guard approvals.areNeeded(in: channel), shown[theme] == nil,
        let authors = snapshot.authors(of: theme).first(where: { $0.allSatisfy(isAuthor) })
      else { return }
      throw Refusal(
        .needsAnother(
          "'\(channel)' needs another person: nobody but '\(author.person)' has a part in '\(theme)', or in what it builds on"
            + "\(reason). Have somebody else switch to it", authors: authors, channels: [channel]))
    }
    try check(theme, in: channel)
    for (theme, follower) in fallbacks {
      try check(
        theme, in: follower,
        ". '\(follower)' was never switched, so after its schedule it shows what 'main' does")
    }
  }

  /// Throws if the author must not publish a draft, or has not said which version of it.
  /// - Parameter condition: the tags of the draft that the author has seen, as in `If-Match`.
  func check(
    publishing draft: Draft, ifMatch condition: String?, _ snapshot: Snapshot, leadingTo next: ThemeSet
  ) throws(Publisher.DocumentError) {
    let channels = channels(
      changing: draft.upload.source.name, images: draft.images.map(\.file), snapshot, leadingTo: next)
    guard !channels.isEmpty else { return }
    if (draft.upload.authors + draft.authors).contains(where: isAuthor) {
      throw .needsAnother(
        "The draft '\(draft.id)' needs another person to publish it: '\(author.person)' is among its authors",
        authors: draft.authors, channels: channels)
    }
    guard let condition, !condition.contains("*") else { throw .unconditional }
  }

  /// Throws if such a channel shows what a change of a document or of images concerns.
  /// - Parameter next: the themes after the change; nil if it adds none.
  func check(
    changing file: String? = nil, images: [String] = [], _ snapshot: Snapshot,
    leadingTo next: ThemeSet? = nil
  ) throws(Publisher.DocumentError) {
    let channels = channels(changing: file, images: images, snapshot, leadingTo: next)
    guard !channels.isEmpty else { return }
    throw .needsAnother(
      "\(channels.map { "'\($0)'" }.joined(separator: ", ")) shows this, and needs another person to agree to it: make "
        + "a draft (POST /v1/drafts), which somebody else publishes", authors: [author.name],
      channels: channels)
  }

  /// Returns the channels that need another person for a change.
  private func channels(
    changing file: String?, images: [String], _ snapshot: Snapshot, leadingTo next: ThemeSet?
  ) -> [String] {
    let (approvals, themeSet) = (gate.approvals, snapshot.themeSet)
    guard approvals.areNeeded else { return [] }
    var changed = Set(next?.changes(from: themeSet) ?? [])
    for library in [themeSet.library, next?.library].compactMap(\.self) {
      if let file { changed.formUnion(library.themes(buildingOn: file)) }
    }
    let concerned = snapshot.themes(shownWhere: approvals).filter { theme, _ in
      changed.contains(theme)
        || images.contains { themeSet.catalog.themes[theme]?.names(asset: $0) ?? false }
    }
    return Set(concerned.values.joined()).sorted()
  }

  /// Returns whether a name is that of the author's person, or of another token of that person.
  private func isAuthor(_ name: String) -> Bool {
    name == author.person || gate.person(of: name) == author.person
  }
}

extension Snapshot {
  /// Returns a channel; for `main` also those that were never switched and have a schedule, since they show what `main` does
  /// after it.
  fileprivate func channels(following channel: String) -> [String] {
    guard channel == "main" else { return [channel] }
    let planned = Set(state.schedules.values.map(\.channel))
    return [channel] + planned.filter { activation(of: $0) == nil && $0 != channel }.sorted()
  }

  /// Returns the themes that channels with such an approval show, now, again or at a time, with all that they build on,
  /// each with these channels.
  fileprivate func themes(shownWhere approvals: Approvals) -> [String: Set<String>] {
    let now = state.activations.values.flatMap { shown in
      [(shown.channel, shown.theme)] + channels(following: shown.channel).map { ($0, shown.base) }
    }
    // A guard takes a channel back by itself.
    let former = state.guarded.flatMap { channel in
      channels(following: channel).compactMap { follower in
        state.activations[channel]?.previous.map { (follower, $0) }
      }
    }
    var shown: [String: Set<String>] = [:]
    for (channel, theme) in now + former + state.schedules.values.map({ ($0.channel, $0.theme) })
    where approvals.areNeeded(in: channel) {
      shown[theme, default: []].insert(channel)
    }
    for (theme, channels) in shown {
      for parent in themeSet.library.lineage(of: theme) {
        shown[parent.name, default: []].formUnion(channels)
      }
    }
    return shown
  }

  /// Returns the authors of each uploaded document, image and font of a theme, and of what it builds on. Files have none.
  fileprivate func authors(of theme: String) -> [[String]] {
    let library = themeSet.library
    let documents = library.lineage(of: theme).compactMap { theme in
      library.sources[theme.name].flatMap { state.upload(from: $0, having: theme.name)?.authors }
    }
    let assets = state.images.values.filter { asset in
      themeSet.catalog.themes[theme]?.names(asset: asset.file) ?? false
    }
    return documents
      + assets.map { image in
        // Images and fonts came with a document that has their time and author.
        state.uploads.values.first { ($0.at, $0.by) == (image.at, image.by) }?.authors ?? [image.by]
      }
  }
}
