internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// The address that all clients with one representation are led to by `Livery-Next`, so that a cache makes one request of
/// all that wait for its change.
struct CrowdAddress: Sendable {
  /// The parameters of the question, with those that headers gave.
  private let parameters: [Request.Field]
  /// The cursor of the channel's last change. It distinguishes two times at which one theme shows.
  private let since: Cursor

  init(_ call: Call, channel: String?, spelling more: [Request.Field]) {
    let snapshot = call.snapshot
    // With one order, clients that write the parameters in another share the address.
    parameters = (call.request.query + more).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    let latest = channel.flatMap { snapshot.activation(of: $0)?.latest }
    since = Cursor(epoch: snapshot.cursor.epoch, revision: latest ?? snapshot.cursor.revision)
  }

  /// - Parameter held: the tag of the representation that the client has, without quotes.
  func header(held: some StringProtocol, slot: Int64) -> Request.Field {
    let parts = [("held", String(held)), ("since", since.description), ("slot", String(slot))]
    let pairs = parameters.map { ($0.name, $0.value) } + parts
    let query = pairs.map { "\($0.percentEscaped())=\($1.percentEscaped())" }.joined(separator: "&")
    return Request.Field("Livery-Next", "?\(query)")
  }
}

/// A request for an address that `Livery-Next` led to. It is an object, since most clients that wait have none.
final class CrowdQuestion: Sendable {
  /// The tag of the representation that the client has, without quotes.
  let held: String
  let slot: Int64
  /// The form where the path leaves it open and it is not JSON.
  let form: ThemeForm?

  /// The parts of such an address. `form` is one if the others are there.
  static let parts = ["held", "since", "slot"]
  /// The slots that another server's clock may be ahead.
  private static let lead: Int64 = 2

  init(_ query: [Request.Field], at present: Int64) throws(Refusal) {
    var values: [String: String] = [:]
    for field in query { values[field.name] = field.value }
    for part in Self.parts where values[part] == nil {
      throw Refusal(.missingParameter, "The parameter '\(part)' is missing: ask for 'Livery-Next' as it is.")
    }
    let (held, since) = (values["held"] ?? "", values["since"] ?? "")
    guard (1...64).contains(held.utf8.count),
      held.utf8.allSatisfy({ $0.isWordByte || $0 == UInt8(ascii: ".") })
    else { throw .badParameter("held", "is no tag without its quotes: ask for 'Livery-Next' as it is.") }
    guard (1...64).contains(since.utf8.count),
      since.utf8.allSatisfy({ $0.hexadecimalValue != nil || $0 == UInt8(ascii: "-") })
    else { throw .badParameter("since", "is no cursor: ask for 'Livery-Next' as it is.") }
    let text = values["slot"] ?? ""
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let slot = Int64(text), slot <= present + Self.lead
    else {
      throw .badParameter("slot", "is no time slot up to \(present + Self.lead): '\(text.shown)'.")
    }
    form = values["form"].flatMap { ThemeForm(rawValue: $0) }
    guard values["form"] == nil || form != nil else {
      throw .badParameter("form", "is no form of themes: ask for 'Livery-Next' as it is.")
    }
    (self.held, self.slot) = (held, slot)
  }

  /// The tags that stand for what the client has, as `If-None-Match` lists them.
  var tags: String {
    let whole = EntityTag("\"\(held)\"")
    return "\(whole), \(whole.uncompressed), \(whole.compressed)"
  }

  /// Returns the time until the end of its slot, in milliseconds. Proxies close what takes longer than a minute.
  func milliseconds(from now: Timestamp, slots length: Int) -> Int64 {
    min(max((slot + 1) * Int64(length) * 1000 - now.milliseconds, 0), Int64(Preference.longest) * 1000)
  }

  /// Returns the reply at the end of its slot: it leads to the present one, or to the next if the clock is behind.
  func reply(leadingTo next: CrowdAddress?, _ headers: [Request.Field], at present: Int64) -> Reply {
    let next = next?.header(held: held, slot: max(slot + 1, present))
    let caching = next == nil ? "private, no-store" : "public, max-age=20"
    return Reply(
      status: 204,
      content: Content([], headers: [.init("Cache-Control", caching)] + [next].compactMap(\.self) + headers))
  }
}

extension Services {
  /// The number of the present time slot; nil if `Livery-Next` is off.
  var slot: Int64? { crowdSlot > 0 ? clock().milliseconds / 1000 / Int64(crowdSlot) : nil }

  /// Indicates whether responses may lead on to an address for all: not if reading needs a token, the request has one, or
  /// image URLs contain the host that the client named.
  func leadsOn(_ head: some RequestHead) -> Bool {
    crowdSlot > 0 && !gate.guardsReads && head.header("Authorization") == nil
      && (!hosts.haveOwnURLs || hosts.publicURL(of: head, gate) != nil)
  }

  /// Indicates whether the cached replies lead on, and the one to this request may not.
  func isExcepted(_ head: some RequestHead) -> Bool {
    crowdSlot > 0 && !gate.guardsReads && head.header("Authorization") != nil
  }

  /// Indicates whether a request is for an address that `Livery-Next` led to.
  func isOfCrowd(_ request: Request) -> Bool {
    leadsOn(request) && request.query.contains { CrowdQuestion.parts.contains($0.name) }
  }
}

extension Call {
  /// Takes the parts of an address that `Livery-Next` led to out of the request, and the headers that others may not send.
  /// - Returns: whether the address is for all and the response is not, so that no cache may keep it there.
  mutating func takeCrowd() throws(Refusal) -> Bool {
    guard operation.leadsOn, !namesDraft, let present = services.slot else { return false }
    let leadsOn = services.leadsOn(request)
    let isLed = request.query.contains { CrowdQuestion.parts.contains($0.name) }
    guard isLed || services.isExcepted(request) else { return false }
    if leadsOn { crowd = try CrowdQuestion(request.query, at: present) }
    let parts = isLed ? CrowdQuestion.parts + ["form"] : []
    let host = request.host
    request = Request(
      method: request.method, path: request.path, query: request.query.filter { !parts.contains($0.name) },
      headers: leadsOn ? request.headers.filter { !Self.isPassedOver($0.name) } : request.headers,
      peer: request.peer, credential: request.credential, isKnownLocal: request.isKnownLocal)
    request.host = host
    return isLed && !leadsOn
  }

  /// Indicates whether a header must make no difference to a response that a cache shares.
  private static func isPassedOver(_ name: String) -> Bool {
    name.beginsIgnoringASCIICase(with: "sec-ch-")
      || ["Accept", "If-None-Match", "Prefer", CursorWanted.header].contains {
        name.equalsIgnoringASCIICase($0)
      }
  }
}
