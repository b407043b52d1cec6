package import Changes

/// What a GET is about to show: how its bytes come about, with what they depend on.
package struct Representation {
  package enum Caching: String, Sendable, Hashable {
    /// A cache asks before it shows it again.
    case revalidated = "max-age=0, must-revalidate"
    /// A browser asks before it shows it again.
    case checked = "no-cache"
    /// Its address names its bytes.
    case immutable = "max-age=31536000, immutable"
  }

  /// Everything that the bytes depend on beside the catalog; two representations with one key are the same.
  package let key: String
  package let type: MediaType
  /// The headers, `Accept-Encoding` aside, that it was chosen by.
  package var vary: [String]
  package var caching: Caching
  /// Whether it is for the one client that asks, so that no cache may give it to another.
  package var isPrivate = false
  /// Further headers of the answer.
  package var headers: [Request.Field]
  /// The channel whose changes can alter it; nil where any change can.
  package var channel: String?
  /// Renders the bytes.
  package let render: () throws(Refusal) -> [UInt8]

  package init(
    key: String, type: MediaType, vary: [String] = [], caching: Caching = .revalidated,
    headers: [Request.Field] = [], channel: String? = nil, render: @escaping () throws(Refusal) -> [UInt8]
  ) {
    self.key = key
    self.type = type
    self.vary = vary
    self.caching = caching
    self.headers = headers
    self.channel = channel
    self.render = render
  }

  var cacheControl: String {
    if isPrivate { return "private, \(caching.rawValue)" }
    return caching == .checked ? caching.rawValue : "public, \(caching.rawValue)"
  }
}

/// An endpoint whose answer is a representation: caching, conditions, compression and waiting are the same for all.
package protocol ReadingEndpoint: Endpoint {
  func represent(_ request: ReadRequest, in snapshot: Snapshot, _ services: Services) throws(Refusal)
    -> Representation
}

extension ReadingEndpoint {
  package func answer(_ call: Call) throws(Refusal) -> Outcome { try reading(call) }

  /// The representation, or word that it is unchanged, or a wait until it changes.
  /// - Parameter header: one to act as if it had not been sent.
  func reading(_ call: Call, without header: String? = nil) throws(Refusal) -> Outcome {
    let request = ReadRequest(call.request, captures: call.captures, without: header)
    let reply = try reply(to: request, in: call.snapshot, call.services)
    guard let condition = call.request.header("If-None-Match"), reply.tag.matches(ifNoneMatch: condition)
    else { return .reply(reply.whole) }
    guard let wait = Preference.wait(call.request.header("Prefer")), wait > 0 else {
      return .reply(reply.unchanged)
    }
    return .watch(watch(request, condition, reply, wait, call))
  }

  private func reply(
    to request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> CachedReply {
    if let reply = services.representations.reply(to: request, in: snapshot) { return reply }
    var representation = try represent(request, in: snapshot, services)
    representation.isPrivate = services.gate.guardsReads && operation.access != .open
    return try services.representations.reply(
      representation, to: request, route: operation.pattern, in: snapshot, services)
  }

  /// Parks the client until this very representation differs from what it has.
  private func watch(
    _ request: ReadRequest, _ condition: String, _ reply: CachedReply, _ wait: Int, _ call: Call
  ) -> Outcome.Watch {
    let services = call.services
    // `*` names whatever there is: here what there was when the client came.
    let condition = condition == "*" ? reply.tag.description : condition
    let honored = [Preference.applied(wait)]
    return Outcome.Watch(
      channel: reply.channel ?? Outcome.Watch.everyChannel, since: call.snapshot.cursor.revision,
      wait: Preference.hold(wait)
    ) { end in
      do throws(Refusal) {
        let reply = try self.reply(to: request, in: services.now(), services)
        guard reply.tag.matches(ifNoneMatch: condition) else { return reply.whole.adding(honored) }
        return end == .changed ? nil : reply.unchanged.adding(honored)
      } catch {
        return error.reply
      }
    }
  }
}
