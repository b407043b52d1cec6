/// What a client asks by a GET, with what it has already: kept for as long as it waits, so it is small.
struct ReadQuestion: Sendable {
  private(set) var request: ReadRequest
  /// `If-None-Match`
  private var condition: String?
  /// How many seconds the client is willing to wait; 0 is not at all.
  let wait: Int
  /// Whether caches may keep themes.
  private let isKept: Bool
  /// Whether it has waited.
  private var hasWaited = false

  init(_ call: Call) {
    request = ReadRequest(call)
    isKept = call.services.caching.lets
    condition = call.request.header("If-None-Match")
    wait = condition == nil ? 0 : Preference.wait(call.request.header("Prefer")) ?? 0
  }

  /// Whether the client has something.
  var hasCondition: Bool { condition != nil }

  /// Whether the client has what has this tag.
  func knows(_ tag: EntityTag) -> Bool { condition.map { tag.matches(ifNoneMatch: $0) } ?? false }

  /// The question as it waits for something other than what has this tag; nil where it does not wait.
  /// - Parameter headers: those that the representation was chosen by.
  func waiting(for tag: EntityTag, headers: [String]) -> ReadQuestion? {
    guard wait > 0, !hasWaited else { return nil }
    var question = self
    question.hasWaited = true
    // `*` names whatever there is: here what there was when the client came.
    if condition == "*" { question.condition = tag.description }
    question.request = request.narrowed(to: headers)
    return question.size <= Self.largestWaiting ? question : nil
  }

  /// The reply, with word that the client's wish to wait was honored where it was. Caches never keep what one gets who
  /// waits, or the next to wait would get it at once.
  func tell(_ reply: Reply) -> Reply {
    let reply = isKept && wait > 0 ? reply.unkept : reply
    return hasWaited ? reply.adding([Preference.applied(wait)]) : reply
  }

  /// The bytes of its texts.
  private var size: Int { request.size + (condition?.utf8.count ?? 0) }

  /// What is longer is answered at once: a client that waits costs little, whatever it waits for.
  private static let largestWaiting = 1024
}
