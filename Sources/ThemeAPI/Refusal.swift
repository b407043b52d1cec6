package import Changes
package import Documents
internal import Renderings
internal import Themes

/// The reason why a request is not answered, written as a problem document (RFC 9457).
package struct Refusal: Error, Sendable, Hashable {
  package let code: RefusalCode
  /// A sentence, with what to do where that is known.
  package let detail: String
  package let problems: [Problem]
  package var headers: [Request.Field]
  package let members: [Member]

  package struct Member: Sendable, Hashable {
    let name: String
    let json: [UInt8]

    init(_ name: String, _ write: (inout JSONWriter) -> Void) {
      var json = JSONWriter()
      write(&json)
      (self.name, self.json) = (name, json.bytes)
    }
  }

  package init(
    _ code: RefusalCode, _ detail: String, problems: [Problem] = [], headers: [Request.Field] = [],
    members: [Member] = []
  ) {
    (self.code, self.detail, self.problems) = (code, detail, problems)
    (self.headers, self.members) = (headers, members)
  }

  package var reply: Reply {
    var reply = Reply.fresh(status: code.status, document, .problem, headers: headers)
    reply.note = WriteNote(refusal: detail)
    return reply
  }

  private var document: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", code.type)
      json.member("title", code.title)
      json.member("status", code.status)
      json.member("detail", detail)
      for member in members { json.member(member.name) { $0.raw(member.json) } }
      guard !problems.isEmpty else { return }
      json.objects("problems", for: problems) { json, problem in
        let place = problem.place
        json.member("pointer", place.pointer)
        // A body is no file, and a parameter has no line.
        if place.file.contains("/") { json.member("file", place.file) }
        if place.line > 0 { json.member("line", place.line) }
        if place.line > 0 { json.member("column", place.column) }
        json.member("message", problem.message)
      }
    }
    return json.finished()
  }
}

extension Problem {
  /// A problem of a request, at a JSON pointer.
  init(pointer: String, _ message: String) {
    let place = SourceLocation(file: "", line: 0, column: 0, pointer: pointer)
    self.init(code: RefusalCode.badBody.rawValue, place: place, message: message)
  }
}

/// The refusals that several endpoints use.
extension Refusal {
  init(_ code: RefusalCode, _ message: Message, at node: JSONNode) {
    self.init(code, message.description, problems: [node.problem(code: code.rawValue, message)])
  }

  /// Returns the refusal of an unknown name, with the nearest known one.
  package static func unknown(
    _ code: RefusalCode, _ what: String, _ name: some StringProtocol, among names: some Sequence<String>
  ) -> Refusal {
    Refusal(code, "There is no \(what) '\(name.shown)'\(NearestName.question(name, among: names))")
  }

  /// Returns the refusal of a channel in which nothing was ever switched.
  static func unknownChannel(_ name: String, in snapshot: Snapshot) -> Refusal {
    let names = snapshot.state.activations.keys
    let hint = NearestName.of(name, among: names) == nil ? " The first switch in it makes it." : ""
    let sentence = "There is no channel '\(name.shown)'\(NearestName.question(name, among: names))"
    return Refusal(.unknownChannel, sentence + hint)
  }

  package static func badParameter(_ name: String, _ why: String) -> Refusal {
    Refusal(.badParameter, "The parameter '\(name.shown)' \(why)")
  }

  /// - Parameter type: the type that the client sent, if any.
  package static func unsupported(_ type: String?, expected: String) -> Refusal {
    let sent = type.map { "The body's media type '\($0.shown)' is not supported" }
    return Refusal(
      .unsupportedMediaType, "\(sent ?? "The body has no Content-Type"); send \(expected).",
      headers: [.init("Accept", expected)])
  }

  /// Returns the refusal of a client that accepts none of the available types.
  static func notAcceptable(_ offered: [MediaType]) -> Refusal {
    let names = offered.map(\.name)
    return Refusal(
      .notAcceptable,
      "None of the media types in 'Accept' is available; use \(names.joined(separator: ", ")).",
      members: [.init("available") { json in json.array { json in for name in names { json.string(name) } } }]
    )
  }

  /// Returns the refusal of a theme that a channel shows, but that does not exist in, or does not fit, this server's files.
  /// No other theme is shown in its place.
  package static func notHere(_ active: Activation) -> Refusal {
    Refusal(
      .themeNotHere,
      "Channel '\(active.channel)' shows the theme '\(active.theme)', which this server does not have as it is: other "
        + "servers of the same log serve other files. Ask one of them.",
      headers: [.retryAfter(1...3)])
  }

  /// The refusal of a wait whose token has other grants than at its beginning.
  static let otherGrants = Refusal(
    .busy, "The rights of this token have changed while the request waited; send it again.",
    headers: [.retryAfter(1...2)])

  /// Returns the refusal of a cursor that the log does not have, with what the client may see of the present state.
  static func gone(
    _ detail: String, in channel: String = "main", for author: Principal, _ snapshot: Snapshot
  ) -> Refusal {
    let activation = author.has(.read, in: channel) ? snapshot.activation(of: channel) : nil
    return Refusal(
      .gone, detail,
      members: present(activation, snapshot.cursor, snapshot, isWhole: author.has(.watch, in: channel)))
  }

  /// Returns the members from which a client can continue: the present cursor and the active theme.
  static func present(
    _ activation: Activation?, _ head: Cursor, _ snapshot: Snapshot, isWhole: Bool = true
  ) -> [Member] {
    let cursor = Member("cursor") { $0.string(head.description) }
    guard let activation else { return [cursor] }
    let active = Member("active") { json in
      json.object { $0.activation(activation, in: snapshot, isWhole: isWhole) }
    }
    return [cursor, active]
  }
}

extension Call {
  func requireJSON() throws(Refusal) {
    guard Negotiation.mediaType(accept: header("Accept"), offered: [.json]) != nil else {
      throw .notAcceptable([.json])
    }
  }
}

extension Request.Field {
  /// Returns a time to wait in seconds. It is random, so that not all clients return at once.
  package static func retryAfter(_ seconds: ClosedRange<Int>) -> Request.Field {
    Request.Field("Retry-After", String(Int.random(in: seconds)))
  }
}

extension StringProtocol {
  /// The part of a client's own text that a response repeats.
  package var shown: String {
    unicodeScalars.count <= 80
      ? String(self) : String(String.UnicodeScalarView(unicodeScalars.prefix(80))) + "…"
  }
}

/// The reasons for which a request can be refused: stable words for machines, each with a status and a title.
package enum RefusalCode: String, Sendable, Hashable, CaseIterable {
  case badRequest = "bad-request"
  case unknownParameter = "unknown-parameter"
  case repeatedParameter = "repeated-parameter"
  case missingParameter = "missing-parameter"
  case badParameter = "bad-parameter"
  case badBody = "bad-body"
  case unknownClass = "unknown-class"
  case unknownProperty = "unknown-property"
  case tooDeep = "too-deep"
  case badCursor = "bad-cursor"
  case unauthorized = "unauthorized"
  case forbidden = "forbidden"
  case needsAnother = "needs-another"
  case notFound = "not-found"
  case unknownTheme = "unknown-theme"
  case unknownKit = "unknown-kit"
  case unknownChannel = "unknown-channel"
  case unknownColor = "unknown-color"
  case unknownImage = "unknown-image"
  case unknownFont = "unknown-font"
  case unknownValue = "unknown-value"
  case unknownSchedule = "unknown-schedule"
  case unknownOccurrence = "unknown-occurrence"
  case unknownChange = "unknown-change"
  case unknownDraft = "unknown-draft"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case tooSlow = "too-slow"
  case conflict = "conflict"
  case inUse = "in-use"
  case otherKit = "other-kit"
  case hasFile = "has-a-file"
  case stale
  case draftsFull = "drafts-full"
  case draftBroken = "draft-broken"
  case archiveTooLarge = "archive-too-large"
  case gone = "gone"
  case draftGone = "draft-gone"
  case preconditionFailed = "precondition-failed"
  case bodyTooLarge = "body-too-large"
  case tooManyNodes = "too-many-nodes"
  case targetTooLong = "target-too-long"
  case ifMatchRequired = "if-match-required"
  case unsupportedMediaType = "unsupported-media-type"
  case rangeNotSatisfiable = "range-not-satisfiable"
  case refusedTheme = "refused-theme"
  case refusedPackage = "refused-package"
  case keyReused = "key-reused"
  case headersTooLarge = "headers-too-large"
  case internalError = "internal-error"
  case notImplemented = "not-implemented"
  case busy = "busy"
  case themeNotHere = "theme-not-here"
  case storeUnavailable = "store-unavailable"
  case versionNotSupported = "version-not-supported"
  case storeFull = "store-full"
}

extension RefusalCode {
  package var type: String { "urn:livery:problem:\(rawValue)" }

  package var status: Int {
    switch self {
    case .badRequest, .unknownParameter, .repeatedParameter, .missingParameter, .badParameter, .badBody,
      .unknownClass, .unknownProperty, .tooDeep, .badCursor:
      400
    case .unauthorized: 401
    case .forbidden, .needsAnother: 403
    case .notFound, .unknownTheme, .unknownKit, .unknownChannel, .unknownColor, .unknownImage, .unknownFont,
      .unknownValue, .unknownSchedule, .unknownOccurrence, .unknownChange, .unknownDraft:
      404
    case .methodNotAllowed: 405
    case .notAcceptable: 406
    case .tooSlow: 408
    case .conflict, .inUse, .otherKit, .hasFile, .archiveTooLarge, .stale, .draftsFull, .draftBroken: 409
    case .gone, .draftGone: 410
    case .preconditionFailed: 412
    case .bodyTooLarge, .tooManyNodes: 413
    case .targetTooLong: 414
    case .unsupportedMediaType: 415
    case .rangeNotSatisfiable: 416
    case .refusedTheme, .refusedPackage, .keyReused: 422
    case .ifMatchRequired: 428
    case .headersTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .busy, .themeNotHere, .storeUnavailable: 503
    case .versionNotSupported: 505
    case .storeFull: 507
    }
  }

  /// The title of a problem document: the word itself, unless HTTP has a usual one.
  package var title: String {
    switch self {
    case .unauthorized: "Not authorized"
    case .tooSlow: "Request timeout"
    case .gone: "Cursor gone"
    case .bodyTooLarge: "Content too large"
    case .targetTooLong: "URI too long"
    case .ifMatchRequired: "Precondition required"
    case .headersTooLarge: "Request header fields too large"
    case .busy: "Service unavailable"
    case .versionNotSupported: "HTTP version not supported"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst().map { $0 == "-" ? " " : $0 }
    }
  }
}
