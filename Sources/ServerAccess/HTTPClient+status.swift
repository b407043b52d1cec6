internal import Bindings

extension HTTPClient {
  /// Sends the request and waits for the status of the answer. What comes with it is read, so that the other side can
  /// end in peace, but no further than so many bytes; a status that has come holds, however the rest ends.
  package func status(
    of method: String, _ target: String, headers: [(String, String)], body: [UInt8],
    within time: Duration, atMost limit: Int
  ) throws(RequestError) -> Int {
    let deadline = MonotonicTime.now + time
    var reader = AnswerReader()
    do throws(TLSSocket.Failure) {
      let socket = try connection(deadline)
      try socket.send(request(method, target, headers, body), deadline: deadline)
      var left = limit
      while left > 0 {
        let bytes = try socket.receive(deadline: deadline)
        left -= bytes.count
        reader.take(bytes)
        switch reader.next() {
        case .more: continue
        case .answer(let answer): return answer.status
        case .malformed: left = 0
        }
      }
      guard let status = reader.status else {
        throw .system(SystemError("http", code: reader.isCutShort ? SystemError.reset : 0))
      }
      return status
    } catch {
      if let status = reader.status { return status }
      throw reason(for: error)
    }
  }
}
