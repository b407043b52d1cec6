/// That a channel, or `Snapshot.everyChannel`, has come so far.
package struct ReachedRevision: Sendable, Hashable {
  package let channel: String
  package let revision: UInt64

  package init(channel: String, revision: UInt64) {
    self.channel = channel
    self.revision = revision
  }
}
