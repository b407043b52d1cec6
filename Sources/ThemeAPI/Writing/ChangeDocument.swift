internal import Changes
internal import Documents
internal import Themes

/// The members of changes, activations and schedules in every response.
extension JSONWriter {
  /// - Parameter isWhole: indicates whether the author and the note are written.
  mutating func change(_ change: Change, epoch: Epoch, isWhole: Bool = true) {
    object { json in
      json.member("cursor", Cursor(epoch: epoch, revision: change.revision).description)
      json.member("kind", change.kind.rawValue)
      json.strings("channels", change.channels)
      json.member("theme", change.theme)
      if change.kind == .activated { json.member("previous", optional: change.previous) }
      json.member("at", change.at.description)
      if isWhole { json.member("by", change.by) }
      if isWhole, let note = change.note { json.member("note", note) }
      if let schedule = change.schedule { json.member("schedule", schedule) }
      if let differences = change.differences { json.differences(differences) }
      if let transition = change.transition {
        json.object("transition") { $0.member("duration", transition) }
      }
      if let etag = change.etag { json.member("etag", etag) }
    }
  }

  private mutating func differences(_ differences: Differences) {
    object("differs") { json in
      json.strings("colors", differences.colors)
      json.strings("images", differences.images)
      json.strings("rules", differences.rules)
      json.strings("values", differences.values)
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

  mutating func schedule(_ schedule: Schedule) {
    member("id", schedule.id)
    member("channel", schedule.channel)
    member("theme", schedule.theme)
    member("from", schedule.from.description)
    member("until", optional: schedule.until?.description)
    member("state", schedule.phase.rawValue)
    member("by", schedule.by)
    if let note = schedule.note { member("note", note) }
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
