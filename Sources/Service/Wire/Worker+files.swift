internal import Bindings
internal import ThemeAPI

/// Sending files, which others may write into meanwhile.
extension Worker {
  /// Looks at the file of a reply for as long as it is being sent.
  func watchFile(of reply: Reply, on connection: Connection) {
    guard let image = reply.content.file?.file as? OpenImage else { return }
    connection.image = image
    sendingSlots.insert(connection.slot)
  }

  /// Cuts off who is being sent a file that is no longer what was promised. A client takes no answer for whole that
  /// has fewer bytes than it said.
  func cutChangedFiles() {
    for slot in sendingSlots {
      guard let connection = connections[slot], connection.image?.hasChanged == true else { continue }
      Socket.cut(connection.descriptor)
    }
  }

  /// It has been sent, or whoever asked for it is gone.
  func endFile(on connection: Connection) {
    guard let image = connection.image.take() else { return }
    sendingSlots.remove(connection.slot)
    // The library takes an answer for whole that ends where its file does.
    if image.hasChanged { Socket.cut(connection.descriptor) }
  }
}
