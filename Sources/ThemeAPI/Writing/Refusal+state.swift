internal import Changes
internal import Documents
internal import Renderings
internal import Themes

extension Snapshot {
  /// Refuses a theme that there is not.
  func check(theme name: String) throws(Refusal) {
    guard themeSet.library.themes[name] == nil else { return }
    throw .unknown(.unknownTheme, "theme", name, among: themeSet.library.themes.keys)
  }

  /// What is active in a channel; refuses a channel that does not exist.
  func existing(_ channel: String) throws(Refusal) -> Activation {
    guard let activation = activation(of: channel) else {
      throw .unknownChannel(channel, in: self)
    }
    return activation
  }

  /// Refuses a channel that does not exist; `*` stands for all there are.
  func check(channelOrEvery name: String) throws(Refusal) {
    if name != Self.everyChannel { _ = try existing(name) }
  }
}

extension Refusal {
  /// A refused draft, with the present state where that is what the client needs next.
  init(_ refused: DraftError, in snapshot: Snapshot) {
    let plain = Refusal(refused)
    guard case .conflict(let present, let head) = refused else {
      self = plain
      return
    }
    self.init(
      plain.code, plain.detail, headers: [.init("Livery-Cursor", head.description)],
      members: Self.present(present, head, snapshot))
  }

  /// Of what the log does not have, with what the client needs to begin anew, as far as it may see that.
  static func gone(
    _ detail: String, in channel: String = "main", for author: Principal, _ snapshot: Snapshot
  ) -> Refusal {
    let activation = author.has(.read, in: channel) ? snapshot.activation(of: channel) : nil
    return Refusal(
      .gone, detail,
      members: present(
        activation, snapshot.cursor, snapshot, isWhole: author.has(.operate, in: channel)))
  }

  /// The members that let a client go on from here: the present cursor and what is active.
  static func present(
    _ activation: Activation?, _ head: Cursor, _ snapshot: Snapshot, isWhole: Bool = true
  ) -> [RefusalMember] {
    var cursor = JSONWriter()
    cursor.string(head.description)
    guard let activation else { return [RefusalMember("cursor", json: cursor.bytes)] }
    var active = JSONWriter()
    active.object { $0.activation(activation, in: snapshot, isWhole: isWhole) }
    return [RefusalMember("cursor", json: cursor.bytes), RefusalMember("active", json: active.bytes)]
  }
}

extension Operation.Parameter {
  static let idempotencyKey = Operation.Parameter(
    .header, "Idempotency-Key",
    "The same key with the same request gets the first answer again, for a day; with another request 422.",
    schema: .init(#"{"type":"string","pattern":"^[!-~]{1,255}$"}"#))

  static let ifMatch = Operation.Parameter(
    .header, "If-Match", "Only if the document still has this entity tag; `*` for any that exists.")
}

extension Operation.RequestBody {
  /// A small body, as JSON or as a form.
  static func fields(_ schema: String, example: String, isRequired: Bool = true) -> Operation.RequestBody {
    Operation.RequestBody(
      [
        .init(.json, .named(schema), example: example),
        .init(MediaType("application/x-www-form-urlencoded"), .named(schema)),
      ], isRequired: isRequired)
  }
}

extension [Operation.PossibleAnswer] {
  /// Answers that are problem documents.
  static func refusals(_ statuses: Int...) -> [Operation.PossibleAnswer] {
    statuses.map {
      Operation.PossibleAnswer(
        $0, "Refused; `type` and `detail` say why.", media: [.init(.problem, .named("Problem"))])
    }
  }
}

extension Refusal {
  /// A channel in which nothing was ever switched.
  static func unknownChannel(_ name: String, in snapshot: Snapshot) -> Refusal {
    let names = snapshot.state.activations.keys
    let hint = NearestName.of(name, among: names) == nil ? " The first switch in it makes it." : ""
    let sentence = "There is no channel '\(name.shown)'\(NearestName.question(name, among: names))"
    return Refusal(.unknownChannel, sentence + hint)
  }
}
