internal import Bindings
internal import Synchronization
internal import ThemeAPI

extension Reply {
  /// The library's response for this reply, made once for all clients, or nil if memory has run out.
  var answer: StatusResponse? {
    let isBodiless = status == 304 || status == 204
    let isKept = content !== Content.empty
    if isKept, let kept = content.response(with: headers, isBodiless: isBodiless) as? Response {
      return StatusResponse(status: status, response: kept)
    }
    guard let made = response(isBodiless: isBodiless) else { return nil }
    if isKept { content.keep(made, with: headers, isBodiless: isBodiless) }
    return StatusResponse(status: status, response: made)
  }

  private func response(isBodiless: Bool) -> Response? {
    var fields = (headers + content.headers).map { (name: $0.name, value: $0.value) }
    // Browsers must not guess the type of a body.
    if !isBodiless { fields.append((name: "X-Content-Type-Options", value: "nosniff")) }
    if isBodiless { fields.removeAll { $0.name.equalsIgnoringASCIICase("Content-Type") } }
    if let part = content.file, let image = part.file as? OpenImage, !isBodiless, !part.range.isEmpty {
      return image.response(sending: part.range, headers: fields)
    }
    return Response(bytes: isBodiless && status != 304 ? [] : content.bytes, headers: fields)
  }
}

/// The large responses that are being sent, each counted once for all its clients: a client that does not read keeps the
/// bytes in memory.
final class SendingBytes: Sendable {
  /// The claim of one client. It does not hold the response.
  struct Claim {
    fileprivate let number: UInt64
    fileprivate let count: Int
  }

  /// The size limit for all of them. A larger one is sent while there is no other.
  static let limit = 64 << 20

  /// The size of all of them, and the number of clients for each.
  private let answers = Mutex((total: 0, clients: [UInt64: Int]()))

  /// Returns nil if the limit is reached. Only large responses count.
  func claim(_ content: Content) -> Claim? {
    let claim = Claim(number: content.number, count: content.bytes.count)
    return answers.withLock { answers in
      let clients = answers.clients[claim.number, default: 0]
      guard clients > 0 || answers.total == 0 || answers.total + claim.count <= Self.limit else { return nil }
      if clients == 0 { answers.total += claim.count }
      answers.clients[claim.number] = clients + 1
      return claim
    }
  }

  /// Ends a claim: the client has received everything, or has departed.
  func end(_ claim: Claim) {
    answers.withLock { answers in
      let clients = answers.clients[claim.number, default: 1] - 1
      answers.clients[claim.number] = clients == 0 ? nil : clients
      if clients == 0 { answers.total -= claim.count }
    }
  }
}

/// The files that are being sent, which other processes may overwrite while they are sent.
extension Worker {
  /// Watches the file of a reply for as long as it is being sent.
  func watchFile(of reply: Reply, on connection: Connection) {
    guard let image = reply.content.file?.file as? OpenImage else { return }
    connection.image = image
    connections.sendingFiles.insert(connection.key.slot)
  }

  /// Cuts off the clients of a file that has changed. A client does not take a response as complete that has fewer bytes than
  /// announced.
  func cutChangedFiles() {
    for slot in connections.sendingFiles {
      guard let connection = connections[slot], connection.image?.hasChanged == true else { continue }
      Socket.cut(connection.descriptor)
    }
  }

  /// Stops watching the file: it has been sent, or the client has departed.
  func endFile(on connection: Connection) {
    guard let image = connection.image.take() else { return }
    connections.sendingFiles.remove(connection.key.slot)
    // The library takes a response as complete that ends at the end of its file.
    if image.hasChanged { Socket.cut(connection.descriptor) }
  }
}
