package import Changes
package import Documents
internal import Themes

/// The members of changes, activations and schedules in every response.
extension JSONWriter {
  /// - Parameters:
  ///   - isWhole: indicates whether the author and the note are written.
  ///   - hasOrigin: indicates whether the draft is written that the change published.
  mutating func change(_ change: Change, epoch: Epoch, isWhole: Bool = true, hasOrigin: Bool = false) {
    object { json in
      json.member("cursor", Cursor(epoch: epoch, revision: change.revision).description)
      json.member("kind", change.kind.rawValue)
      json.strings("channels", change.channels)
      json.member("theme", change.theme)
      if change.kind == .activated { json.member("previous", optional: change.previous) }
      json.member("at", change.at.description)
      if isWhole { json.member("by", change.by) }
      if isWhole, let note = change.note { json.member("note", note) }
      // The decision about a switch that stays is no part of the log.
      if isWhole, let watch = change.watch, watch.state == .back { json.guarding(watch) }
      if let schedule = change.schedule { json.member("schedule", schedule) }
      if isWhole, let occurrence = change.occurrence { json.member("occurrence", occurrence) }
      if let differences = change.differences { json.differences(differences) }
      if let transition = change.transition {
        json.object("transition") { $0.member("duration", transition) }
      }
      if let etag = change.etag { json.member("etag", etag) }
      if hasOrigin, let origin = change.origin {
        json.member("draft", origin.draft)
        json.strings("authors", origin.authors)
      }
    }
  }

  /// Writes a guard as a member of the current object.
  /// - Parameters:
  ///   - figures: those of now, while the guard is not decided.
  ///   - isOpen: indicates whether clients without a token can bring the switch back.
  package mutating func guarding(
    _ watch: SwitchGuard, figures: SwitchGuard.Figures? = nil, isOpen: Bool = false
  ) {
    object("guard") { json in
      json.member("holding", watch.condition.holding)
      json.member("within", watch.condition.within)
      json.member("until", watch.until.description)
      json.member("state", watch.state.rawValue)
      if let figures = watch.figures ?? figures {
        json.member("told", figures.told)
        json.member("held", figures.held)
        json.member("refused", figures.refused)
        json.member("share", share: figures.share)
      }
      if let reason = watch.reason { json.member("reason", reason) }
      if isOpen { json.member("open", true) }
    }
  }

  mutating func member(_ name: String, share: Double?) {
    member(name) { json in
      if let share { json.number((share * 10_000).rounded() / 10_000) } else { json.null() }
    }
  }

  private mutating func differences(_ differences: Differences) {
    object("differs") { json in
      json.strings("colors", differences.colors)
      json.strings("images", differences.images)
      json.strings("rules", differences.rules)
      json.strings("values", differences.values)
      if !differences.fonts.isEmpty { json.strings("fonts", differences.fonts) }
      if differences.isPartial { json.member("more", true) }
    }
  }

  /// Writes the active theme of a channel as members of the current object.
  /// - Parameter isWhole: indicates whether the author and the note are written.
  mutating func activation(_ activation: Activation, in snapshot: Snapshot, isWhole: Bool = true) {
    member("channel", activation.channel)
    member("theme", activation.theme)
    if let title = snapshot.themeSet.library.themes[activation.theme]?.title { member("title", title) }
    member("previous", optional: activation.previous)
    member("since", activation.at.description)
    if isWhole { member("by", activation.by) }
    if isWhole, let note = activation.note { member("note", note) }
    member("cursor", Cursor(epoch: snapshot.state.epoch, revision: activation.latest).description)
    if let etag = snapshot.etags[activation.theme] { member("etag", etag) }
  }

  /// - Parameter now: the moment from which the next occurrences are given.
  mutating func schedule(_ schedule: Schedule, _ zones: Zones, at now: Timestamp) {
    member("id", schedule.id)
    member("channel", schedule.channel)
    member("theme", schedule.theme)
    member("from", schedule.from.description)
    member("until", optional: schedule.until?.description)
    if let series = schedule.series { self.series(series, zones[series.zone] ?? .utc, at: now) }
    member("state", schedule.phase.rawValue)
    member("by", schedule.by)
    if let note = schedule.note { member("note", note) }
  }

  private mutating func series(_ series: Series, _ zone: Zone, at now: Timestamp) {
    object("local") { json in
      json.member("from", series.from.description)
      json.member("until", series.until.description)
    }
    member("zone", series.zone)
    member("repeat", series.text)
    array("next") { json in for one in series.next(5, at: now, in: zone) { json.occurrence(one) } }
    strings("skipped", series.skipped.map(\.description))
    array("moved") { json in for one in series.moved(in: zone) { json.occurrence(one) } }
  }

  mutating func occurrence(_ occurrence: Occurrence) {
    object { json in
      json.member("occurrence", occurrence.name.description)
      json.member("from", occurrence.from.description)
      json.member("until", occurrence.until.description)
      if occurrence.isMoved { json.member("moved", true) }
    }
  }

  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.finished()
  }

  mutating func member(_ name: String, optional text: String?) {
    member(name) { json in if let text { json.string(text) } else { json.null() } }
  }

  mutating func problems(_ name: String, _ problems: [Problem]) {
    objects(name, for: problems) { json, problem in
      json.member("severity", problem.severity.rawValue)
      json.member("code", problem.code)
      json.member("file", problem.place.file)
      json.member("pointer", problem.place.pointer)
      json.member("line", problem.place.line)
      json.member("column", problem.place.column)
      problem.writeWord(to: &json)
      json.member("message", problem.message)
    }
  }
}
