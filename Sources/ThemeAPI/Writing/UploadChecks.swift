internal import Changes
internal import Documents
internal import Themes

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

  /// Returns an error as its author may see it, with problems at their places in the files that were sent.
  func shown(_ error: Publisher.DocumentError) -> Publisher.DocumentError {
    uploaded.placed(author.veiled(error, of: uploaded.theme, in: publisher.current.now))
  }
}
