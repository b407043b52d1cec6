internal import Documents
internal import Themes

/// A document for one theme that is kept and not in force, perhaps with images.
package struct Draft: Sendable, Hashable {
  package let id: String
  /// The secret whose holders may see the draft.
  package let key: String
  /// The document as it was written last, with its writer and time; its authors are the persons who made or replaced the draft.
  package let upload: Upload
  /// The images that come with it, with the time and the author of the document.
  package let images: [UploadedImage]
  package let title: String
  /// The SHA-256 of the theme's document that it builds on; nil if there was no such theme.
  package let base: String?
  /// The names of the persons who made or replaced it, in this order.
  package let authors: [String]
  package let note: String?
  /// The time when it was made.
  package let at: Timestamp
  package let expires: Timestamp
  package let plan: DraftPlan?
  /// The SHA-256 of the document or, with images, of the document and the images.
  package let digest: String

  package init(
    id: String, key: String, upload: Upload, images: [UploadedImage], title: String, base: String?,
    authors: [String], note: String?, at: Timestamp, expires: Timestamp, plan: DraftPlan? = nil
  ) {
    (self.id, self.key, self.upload, self.title, self.base) = (id, key, upload, title, base)
    (self.authors, self.note, self.at, self.expires, self.plan) = (authors, note, at, expires, plan)
    self.images = images.map { $0.stamped(at: upload.at, by: upload.by) }.sorted { $0.file < $1.file }
    let own = SHA256.hex(of: upload.bytes)
    let all = self.images.reduce(own) { "\($0) \($1.file) \($1.fingerprint)" }
    digest = images.isEmpty ? own : SHA256.hex(of: Array(all.utf8))
  }

  /// The name of the theme.
  package var name: String { upload.name }

  /// The size of the document and the images, in bytes.
  package var bytes: Int { images.reduce(upload.bytes.count) { $0 + $1.content.count } }

  /// Returns whether its time is over. A draft that is planned waits for its publication.
  package func isOver(at now: Timestamp) -> Bool { plan == nil && expires <= now }

  /// Returns the draft with a plan, until which it does not expire, or without one.
  package func planned(_ plan: DraftPlan?, until least: Timestamp) -> Draft {
    Draft(
      id: id, key: key, upload: upload, images: images, title: title, base: base, authors: authors,
      note: note, at: at, expires: max(expires, least), plan: plan)
  }

  /// Returns a new key of 128 random bits.
  package static func newKey() -> String {
    Base64.urlText(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }
}

/// The limits for the drafts of a log.
extension Draft {
  package static let limit = 100
  /// The limit for the documents and images of all drafts, in bytes.
  package static let room = 64 << 20
  /// The lifetimes, in seconds.
  package static let usualLifetime: Int64 = 7 * 86_400
  package static let longestLifetime: Int64 = 30 * 86_400
}

/// A publication of a draft that is due at a time.
package struct DraftPlan: Sendable, Hashable {
  package let at: Timestamp
  package let by: String
  package let note: String?

  package init(at: Timestamp, by: String, note: String?) {
    (self.at, self.by, self.note) = (at, by, note)
  }

  /// The longest time ahead, in seconds.
  package static let longest: Int64 = 30 * 86_400
}

/// The end of a draft.
package struct DraftEnd: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    case discarded, published, expired
  }

  package let id: String
  package let key: String
  /// The name of the theme.
  package let name: String
  package let reason: Reason
  /// The position of the log after the publication; nil for any other end.
  package let cursor: Cursor?
  package let at: Timestamp

  package init(
    id: String, key: String, name: String, reason: Reason, cursor: Cursor? = nil, at: Timestamp
  ) {
    (self.id, self.key, self.name) = (id, key, name)
    (self.reason, self.cursor, self.at) = (reason, cursor, at)
  }

  package init(of draft: Draft, _ reason: Reason, cursor: Cursor? = nil, at: Timestamp) {
    self.init(id: draft.id, key: draft.key, name: draft.name, reason: reason, cursor: cursor, at: at)
  }

  /// The limits for known ends: their number, and their age in seconds.
  package static let limit = 1000
  package static let life: Int64 = 30 * 86_400
}

/// A draft, or its end.
package enum KnownDraft: Sendable {
  case present(Draft)
  case ended(DraftEnd)
}

extension LogState {
  /// Returns the draft with an identifier; nil if there never was one, or if its end is forgotten.
  package func draft(_ id: String, at now: Timestamp) -> KnownDraft? {
    guard let draft = drafts[id] else { return draftEnds[id].map { .ended($0) } }
    return draft.isOver(at: now) ? .ended(DraftEnd(of: draft, .expired, at: draft.expires)) : .present(draft)
  }

  /// Returns the draft that a key opens; nil if there never was one, or if its end is forgotten.
  package func draft(withKey key: String, at now: Timestamp) -> KnownDraft? {
    draftKeys[key].flatMap { draft($0, at: now) }
  }

  /// Returns the drafts whose time is not over, the newest first.
  package func drafts(at now: Timestamp) -> [Draft] {
    drafts.values.filter { !$0.isOver(at: now) }.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
  }

  /// Returns a new identifier of six letters and digits, which no known draft has.
  package func newDraftID() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    while true {
      let id = String((0..<6).map { _ in letters[Int.random(in: letters.indices)] })
      if drafts[id] == nil, draftEnds[id] == nil { return id }
    }
  }

  /// Returns the rows that end a draft, and that forget the ends that need not be known any longer.
  package func rows(ending draft: Draft, as end: DraftEnd) -> [Row] {
    [.noDraft(draft.id), .draftEnd(end)] + forgottenEnds(besides: 1, at: end.at)
  }

  /// Returns the rows that time demands: the ends of drafts whose time is over, and of ends that are forgotten.
  package func overdueDraftRows(at now: Timestamp) -> [Row] {
    let over = drafts.values.filter { $0.isOver(at: now) }
    return over.flatMap { [.noDraft($0.id), .draftEnd(DraftEnd(of: $0, .expired, at: $0.expires))] }
      + forgottenEnds(besides: over.count, at: now)
  }

  /// - Parameter count: the number of ends that are added.
  private func forgottenEnds(besides count: Int, at now: Timestamp) -> [Row] {
    let oldest = now.advanced(bySeconds: -DraftEnd.life)
    var old = draftEnds.values.filter { $0.at <= oldest }
    let excess = draftEnds.count + count - DraftEnd.limit
    if excess > old.count {
      old = Array(draftEnds.values.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(excess))
    }
    return old.map { .noDraftEnd($0.id) }
  }
}

extension UploadedImage {
  /// Returns the image as another one sent it at another time.
  package func stamped(at time: Timestamp, by author: String) -> UploadedImage {
    UploadedImage(file: file, fingerprint: fingerprint, content: content, at: time, by: author)
  }
}

extension Fingerprint {
  package init(of draft: Draft) {
    self.init()
    add(draft.id)
    add(draft.key)
    add(draft.upload.fingerprint.word)
    add(draft.digest)
    add(draft.title)
    add(draft.base)
    add(draft.authors)
    add(draft.upload.authors)
    add(draft.note)
    add(draft.at)
    add(draft.expires)
    add(draft.plan.map { "\($0.at) \($0.by)" })
    add(draft.plan?.note)
  }

  package init(of end: DraftEnd) {
    self.init()
    add(end.id)
    add(end.key)
    add(end.name)
    add(end.reason.rawValue)
    add(end.cursor?.description)
    add(end.at)
  }
}
