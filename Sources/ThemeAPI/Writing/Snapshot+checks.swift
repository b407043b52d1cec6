internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// The checks of a write against the state that it builds on.
extension Snapshot {
  /// Throws if a theme must not be shown in a channel. Whatever switches or plans calls it, in its transaction.
  /// - Parameter isForced: allows a theme of another kit.
  func check(
    showing theme: String, in channel: String, _ approval: ApprovalCheck, isForced: Bool,
    isPlanned: Bool = false
  ) throws(Refusal) {
    try check(theme: theme)
    try checkLimit(ofChannels: channel)
    try approval.check(showing: theme, in: channel, isPlanned: isPlanned, self)
    try check(kitOf: theme, in: channel, isForced: isForced, isPlanned: isPlanned)
  }

  private func check(theme name: String) throws(Refusal) {
    guard themeSet.library.themes[name] == nil else { return }
    throw .unknown(.unknownTheme, "theme", name, among: themeSet.library.themes.keys)
  }

  /// Returns the active theme of a channel. Throws if there is no such channel.
  func existing(_ channel: String) throws(Refusal) -> Activation {
    guard let activation = activation(of: channel) else { throw .unknownChannel(channel, in: self) }
    return activation
  }

  /// Throws if there is no such channel; `*` stands for all channels.
  func check(channelOrEvery name: String) throws(Refusal) {
    if name != Self.everyChannel { _ = try existing(name) }
  }

  /// - Parameter kind: that of the file with the name; nil for a theme.
  func check(
    conditionsOf request: Request, on name: String, _ kind: AssetKind? = nil
  ) throws(Publisher.DocumentError) {
    let what = "\(kind?.rawValue ?? "theme") '\(name)'"
    lazy var tag =
      kind == nil
      ? themeSet.library.sources[name].map { EntityTag(of: $0.bytes) }
      : themeSet.catalog.images.file(named: name).map { EntityTag(ofBytesWith: $0.fingerprint) }
    if let list = request.header("If-Match") {
      guard let tag, tag.matches(ifMatch: list) else {
        throw .precondition(tag == nil ? "there is no \(what)" : "\(what) has changed since")
      }
    }
    if let list = request.header("If-None-Match"), let tag, tag.matches(ifNoneMatch: list) {
      throw .precondition("there is \(kind?.phrase ?? "a theme") '\(name)' already")
    }
  }
}

/// A channel keeps its kit, or changes to one that extends it, because its clients request classes and traits of that kit.
extension Snapshot {
  /// Throws if a theme is of another kit, unless that is forced, or is the first switch of the channel. A switch is also
  /// refused if a schedule would undo it unasked.
  fileprivate func check(
    kitOf theme: String, in channel: String, isForced: Bool, isPlanned: Bool
  ) throws(Refusal) {
    guard let change = kitChange(showing: theme, in: channel) else { return }
    guard isForced || change.isExtension || change.isFirst && !isPlanned else {
      throw Refusal(
        .otherKit,
        "'\(change.channel)' shows '\(change.shown)' of the kit '\(change.kit)', and '\(change.theme)' is of the "
          + "kit '\(change.nextKit)', which clients of '\(change.channel)' may not know. Show it in a channel of its "
          + "own, or say 'force' to show it here all the same.",
        headers: [.init("Livery-Cursor", cursor.description)], members: members(of: change))
    }
    guard !isPlanned, let obstacle = change.obstacle else { return }
    throw Refusal(
      .otherKit, "\(obstacle); delete what is scheduled there first.", members: members(of: change))
  }

  private func members(of change: KitChange) -> [Refusal.Member] {
    let kits = Refusal.Member("kits") { json in
      json.object { json in
        json.member("present", change.kit)
        json.member("asked", change.nextKit)
      }
    }
    return Refusal.present(activation(of: change.channel), cursor, self) + [kits]
  }
}

/// The limits for everything that writers add: it is kept in memory until it is deleted.
extension Snapshot {
  private static let channelLimit = 10_000
  private static let uploadLimit = 1000
  private static let uploadedBytesLimit = 32 << 20
  /// Each image takes a descriptor.
  private static let imageLimit = 1000
  private static let scheduleLimit = 1000

  fileprivate func checkLimit(ofChannels channel: String) throws(Refusal) {
    guard activation(of: channel) == nil, state.activations.count >= Self.channelLimit else { return }
    throw Refusal(.conflict, "There are \(Self.channelLimit) channels already; use one of them.")
  }

  func checkLimits(ofUploads upload: Upload) throws(Publisher.DocumentError) {
    if state.uploads[upload.name] == nil, state.uploads.count >= Self.uploadLimit {
      throw .tooMany(limit: Self.uploadLimit)
    }
    let others = state.uploads.values.reduce(0) { $0 + ($1.name == upload.name ? 0 : $1.bytes.count) }
    guard others + upload.bytes.count <= Self.uploadedBytesLimit else {
      throw .tooLarge(limit: Self.uploadedBytesLimit)
    }
  }

  /// Throws if there would be too many images, or too many bytes in all of them.
  func checkLimits(ofImages images: [UploadedImage], bytes limit: Int) throws(Publisher.DocumentError) {
    // Since the limit was lowered there may be too many, which does not matter to a theme without images.
    guard !images.isEmpty else { return }
    let names = Set(images.map(\.file))
    let others = state.images.values.filter { !names.contains($0.file) }
    let total = (others + images).reduce(0) { $0 + $1.content.count }
    guard others.count + images.count <= Self.imageLimit, total <= limit else {
      throw .imagesFull(count: Self.imageLimit, bytes: limit)
    }
  }

  func checkFiles(hiddenBy images: [UploadedImage]) throws(Publisher.DocumentError) {
    guard let file = images.compactMap({ themeSet.file(hiddenByImage: $0.file) }).min() else { return }
    throw .hasFile(file)
  }

  func checkLimitOfSchedules() throws(Refusal) {
    guard state.schedules.count >= Self.scheduleLimit else { return }
    throw Refusal(.conflict, "There are \(Self.scheduleLimit) schedules already; delete some first.")
  }
}

/// The checks of a theme that an author wants to be in force now or later: the rights of the author, and all limits.
struct UploadChecks: Sendable {
  private let uploaded: UploadedPackage
  private let author: Principal
  private let limits: Services.UploadLimits
  private let publisher: Publisher
  private let family: (names: Set<String>, parents: Set<String>)?

  init(
    _ uploaded: UploadedPackage, by author: Principal, _ limits: Services.UploadLimits,
    in publisher: Publisher
  ) {
    (self.uploaded, self.author, self.limits, self.publisher) = (uploaded, author, limits, publisher)
    family = author.guardedFamily(
      of: uploaded.theme, in: publisher.current.now.themeSet.library.dialects)
  }

  /// Returns the themes that problems may suggest to the author; nil for all.
  func naming(_ snapshot: Snapshot) -> Set<String>? { author.knownThemes(in: snapshot) }

  /// Throws if the theme may not be read at all. Called before it is read, and in the transaction.
  func check(_ snapshot: Snapshot) throws(Publisher.DocumentError) {
    if !uploaded.images.isEmpty, let obstacle = author.obstacleToImages { throw .forbidden(obstacle) }
    try author.check(nameOf: uploaded.theme.name)
    try author.check(images: uploaded.images.map(\.file))
    try author.check(family: family, snapshot)
    try snapshot.checkLimits(ofUploads: uploaded.theme)
    try snapshot.checkLimits(ofImages: uploaded.images, bytes: limits.images)
    if !limits.overFiles { try snapshot.checkFiles(hiddenBy: uploaded.images) }
  }

  /// Throws if the themes that it leads to must not be served. Called in the transaction.
  func check(_ snapshot: Snapshot, leadingTo next: ThemeSet) throws(Publisher.DocumentError) {
    try author.check(document: uploaded.theme.source.name, snapshot, next)
    if !limits.overFiles, let file = next.file(hiddenBy: uploaded.theme) { throw .hasFile(file) }
  }

  /// Does a write. Its error is what the author may see, with problems at their places in the files that were sent.
  func perform(
    _ write: () throws(Publisher.DocumentError) -> WriteResult<Never>
  ) throws(Publisher.DocumentError) -> WriteResult<Never> {
    do throws(Publisher.DocumentError) { return try write() } catch {
      throw uploaded.placed(author.veiled(error, of: uploaded.theme, in: publisher.current.now))
    }
  }
}
