internal import Changes
internal import Documents
internal import Themes

/// A channel keeps its kit, or goes on to one that extends it: the clients that follow it ask for that kit's classes and
/// traits.
extension Snapshot {
  /// Refuses to show a theme of another kit, unless that is forced and no schedule would take it back unasked.
  func check(kitOf theme: String, in channel: String, isForced: Bool) throws(Refusal) {
    guard let change = kitChange(showing: theme, in: channel) else { return }
    guard isForced || change.isExtension else { throw refusal(of: change) }
    guard let obstacle = change.obstacle else { return }
    throw Refusal(
      .otherKit, "\(obstacle); delete what is scheduled there first.", members: members(of: change))
  }

  /// Refuses to plan a theme of another kit, unless that is forced.
  func check(kitOf theme: String, planned channel: String, isForced: Bool) throws(Refusal) {
    guard !isForced, let change = kitChange(showing: theme, in: channel), !change.isExtension else { return }
    throw refusal(of: change)
  }

  private func refusal(of change: KitChange) -> Refusal {
    Refusal(
      .otherKit,
      "'\(change.channel)' shows '\(change.shown)' of the kit '\(change.kit)', and '\(change.theme)' is of the "
        + "kit '\(change.nextKit)', which clients of '\(change.channel)' may not know. Show it in a channel of its "
        + "own, or say 'force' to show it here all the same.",
      headers: [.init("Livery-Cursor", cursor.description)], members: members(of: change))
  }

  private func members(of change: KitChange) -> [RefusalMember] {
    var kits = JSONWriter()
    kits.object { json in
      json.member("present", change.kit)
      json.member("asked", change.nextKit)
    }
    return Refusal.present(activation(of: change.channel), cursor, self)
      + [RefusalMember("kits", json: kits.bytes)]
  }
}
