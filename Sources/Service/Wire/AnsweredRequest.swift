/// A request with what it got, as the log of requests tells it.
struct AnsweredRequest: Sendable {
  let method: String
  /// As the client wrote it; of one that was parked, its route.
  let target: String
  /// The client, as far as a trusted proxy tells; else the other end of the connection.
  let address: String
  let status: Int
  /// From its head to its answer, without the time parked.
  let microseconds: Int
}
