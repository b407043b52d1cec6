internal import Changes
internal import Documents
internal import Themes

/// What writers can add only so many of: each of these is kept in memory until somebody deletes it.
extension Snapshot {
  private static let channelLimit = 10_000
  private static let uploadLimit = 1000
  private static let uploadedBytesLimit = 32 << 20
  /// Each takes a descriptor.
  private static let imageLimit = 1000
  private static let scheduleLimit = 1000

  /// Refuses a channel that is not there, when there are as many as there can be.
  func checkLimit(ofChannels channel: String) throws(Refusal) {
    guard activation(of: channel) == nil, state.activations.count >= Self.channelLimit else { return }
    throw Refusal(.conflict, "There are \(Self.channelLimit) channels already; use one of them.")
  }

  /// Refuses an upload with which there would be more than there can be, or more bytes in all of them.
  func checkLimits(ofUploads upload: Upload) throws(Publisher.DocumentError) {
    if state.uploads[upload.name] == nil, state.uploads.count >= Self.uploadLimit {
      throw .tooMany(limit: Self.uploadLimit)
    }
    let others = state.uploads.values.reduce(0) { $0 + ($1.name == upload.name ? 0 : $1.bytes.count) }
    guard others + upload.bytes.count <= Self.uploadedBytesLimit else {
      throw .tooLarge(limit: Self.uploadedBytesLimit)
    }
  }

  /// Refuses images with which there would be more than there can be, or more bytes in all of them.
  func checkLimits(ofImages images: [UploadedImage], bytes limit: Int) throws(Publisher.DocumentError) {
    // There may be too many of them since the limit was made smaller, which is nothing to a theme without any.
    guard !images.isEmpty else { return }
    let names = Set(images.map(\.file))
    let others = state.images.values.filter { !names.contains($0.file) }
    let total = (others + images).reduce(0) { $0 + $1.content.count }
    guard others.count + images.count <= Self.imageLimit, total <= limit else {
      throw .imagesFull(count: Self.imageLimit, bytes: limit)
    }
  }

  /// Refuses a schedule when there are as many as there can be.
  func checkLimitOfSchedules() throws(Refusal) {
    guard state.schedules.count >= Self.scheduleLimit else { return }
    throw Refusal(.conflict, "There are \(Self.scheduleLimit) schedules already; delete some first.")
  }
}
