/// Who sends a request, as far as that can be known.
package struct Sender: Sendable, Hashable {
  package enum SenderOrigin: Sendable, Hashable {
    /// The other end of the connection.
    case connection
    /// What a proxy says that is trusted.
    case header
    /// A proxy that is trusted, and does not say for whom it asks.
    case proxy
  }

  package let address: String
  package let isLoopback: Bool
  package let origin: SenderOrigin
}
