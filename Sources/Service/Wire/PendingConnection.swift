internal import Bindings

/// An accepted connection that has sent nothing yet; it costs little before it does.
final class PendingConnection {
  let number: Int32
  var descriptor: Descriptor?
  let address: PeerAddress
  let deadline: MonotonicTime

  init(_ descriptor: consuming Descriptor, _ address: PeerAddress, deadline: MonotonicTime) {
    number = descriptor.number
    self.descriptor = consume descriptor
    self.address = address
    self.deadline = deadline
  }
}
