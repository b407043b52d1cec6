package import Changes
internal import Documents
internal import Renderings
internal import Synchronization
internal import Themes

/// A draft as if it were published, compiled among the themes of one moment.
final class Preview: Sendable {
  private let draft: Draft
  private let base: ThemeSet
  private let themeSet: Result<ThemeSet, ThemeSet.LoadError>
  /// The entity tags of the default representations of the draft's theme, and of the themes that show and build on it.
  private let etags: [String: String]
  /// The themes that the draft changes.
  private let changed: [String]
  /// The bytes that were rendered of it. They go with it.
  let representations: RepresentationCache

  /// The size of all its renderings, in bytes.
  private static let cacheLimit = 4 << 20

  init(_ draft: Draft, in snapshot: Snapshot, origin: String) {
    let base = snapshot.themeSet
    let themeSet = Result { () throws(ThemeSet.LoadError) in
      try base.adding(draft.upload, images: draft.images, query: "?draft=\(draft.key)")
    }
    let next = try? themeSet.get()
    let changed = next?.changes(from: base) ?? []
    var etags: [String: String] = [:]
    for name in [draft.name] + changed where name == draft.name || snapshot.etags[name] != nil {
      etags[name] = next.flatMap { DefaultTag.of(theme: name, in: $0, origin: origin) }
    }
    (self.draft, self.base, self.themeSet, self.etags, self.changed) = (draft, base, themeSet, etags, changed)
    representations = RepresentationCache(limit: Self.cacheLimit)
  }

  /// Indicates whether a draft would look like this among the themes of a snapshot.
  func isValid(for draft: Draft, in snapshot: Snapshot) -> Bool {
    draft.digest == self.draft.digest && draft.upload.file == self.draft.upload.file
      && base === snapshot.themeSet && changed.allSatisfy { snapshot.etags[$0] == nil || etags[$0] != nil }
  }

  /// Returns a snapshot in which the draft is published. Throws if it has errors.
  func snapshot(of present: Snapshot) throws(ThemeSet.LoadError) -> Snapshot {
    let themeSet = try themeSet.get()
    var (state, tags) = (present.state, present.etags)
    state.absorb([LogState.Row.upload(draft.upload)] + draft.images.map { .image($0) })
    for (theme, tag) in etags { tags[theme] = tag }
    return Snapshot(
      themeSet: themeSet, state: state, log: present.log, etags: tags, draftMoment: present.draftMoment)
  }
}

/// The previews of the drafts that clients look at. Each is compiled once, beside the workers, and kept while it is used.
package final class Previews: Sendable {
  private struct Known: Sendable {
    let preview: Preview
    var usedAt: Timestamp
  }

  private struct Table: Sendable {
    var known: [String: Known] = [:]
    /// The themes for which previews are being compiled, by the names under which clients wait for them.
    var underWay: [String: ThemeSet] = [:]
  }

  private let table = Mutex(Table())
  /// The number of drafts that are kept compiled.
  private static let limit = 16
  /// The time in milliseconds after which a preview is not in use: longer than clients wait for a change.
  private static let idleTime: Int64 = 90_000

  package init() {}

  /// Returns the preview of a draft, or nil if it has yet to be compiled.
  func preview(of draft: Draft, in snapshot: Snapshot, at now: Timestamp) -> Preview? {
    table.withLock { table in
      guard let known = table.known[draft.id], known.preview.isValid(for: draft, in: snapshot) else {
        return nil
      }
      table.known[draft.id]?.usedAt = now
      return known.preview
    }
  }

  func compile(_ draft: Draft, in snapshot: Snapshot, _ services: Services) {
    let known = Known(
      preview: Preview(draft, in: snapshot, origin: services.publicURL), usedAt: services.clock())
    // The replaced previews are freed after the lock is released.
    let gone = table.withLock { table in
      let before = table.known.updateValue(known, forKey: draft.id)
      let oldest = table.known.min { $0.value.usedAt < $1.value.usedAt }?.key
      let excess =
        table.known.count > Self.limit ? oldest.flatMap { table.known.removeValue(forKey: $0) } : nil
      return [before, excess]
    }
    withExtendedLifetime(gone) {}
  }

  /// Compiles a draft beside the workers, and then wakes the clients that wait for it, unless that is under way.
  /// - Returns: the name under which to wait, or nil if too much is waiting already.
  func compileInBackground(_ draft: Draft, for call: Call, isAwaited: Bool) -> String? {
    let (snapshot, services) = (call.snapshot, call.services)
    guard let background = services.background else { return nil }
    // The name of a channel contains no blank.
    let name = "draft \(draft.id) \(draft.digest)"
    let turn = Outcome.Turn(of: IPAddress.client(at: call.client), for: .rendering, isAwaited: isAwaited)
    let isWanted = table.withLock { table in
      if table.underWay[name] === snapshot.themeSet { return true }
      let isQueued = background.submit(turn) { [self] in
        if preview(of: draft, in: snapshot, at: services.clock()) == nil {
          compile(draft, in: snapshot, services)
        }
        self.table.withLock { if $0.underWay[name] === snapshot.themeSet { $0.underWay[name] = nil } }
        background.wake(name)
      }
      if isQueued { table.underWay[name] = snapshot.themeSet }
      return isQueued || table.underWay[name] != nil
    }
    return isWanted ? name : nil
  }

  /// Frees the previews of drafts that have ended or differ now, and those that nobody uses; call it about once a second.
  package func prune(in snapshot: Snapshot, at now: Timestamp) {
    let gone = table.withLock { table in
      let unused = table.known.filter { id, known in
        guard case .present(let draft)? = snapshot.state.draft(id, at: now) else { return true }
        return now.milliseconds - known.usedAt.milliseconds > Self.idleTime
          || !known.preview.isValid(for: draft, in: snapshot)
      }
      for id in unused.keys { table.known[id] = nil }
      return unused
    }
    withExtendedLifetime(gone) {}
  }
}

/// A draft that a request names, with its preview.
final class PreviewedDraft: Sendable {
  let draft: Draft
  let preview: Preview

  init(_ draft: Draft, _ preview: Preview) { (self.draft, self.preview) = (draft, preview) }
}

extension Operation.Parameter {
  static let draft = Operation.Parameter(
    .query, "draft",
    """
    The key of a draft: the response is as if the draft were published. Without `channel`, it is about the draft's theme, and \
    the key is enough to read it.
    """, schema: .init(#"{"type":"string","pattern":"^[A-Za-z0-9_-]{22}$"}"#))
}

extension Call {
  /// Indicates whether it is answered as if a draft were published.
  var namesDraft: Bool { operation.takesDraft && self["draft"] != nil }

  /// Returns the draft that the query names by its key.
  func namedDraft() throws(Refusal) -> Draft {
    let key = self["draft"] ?? ""
    guard key.isDraftKey else {
      throw .badParameter("draft", "is no key of a draft: that has 22 letters, digits, '-' and '_'.")
    }
    switch snapshot.state.draft(withKey: key, at: services.clock()) {
    case .present(let draft): return draft
    case .ended(let end): throw .gone(end)
    case nil: throw Refusal(.unknownDraft, "There is no draft with this key.")
    }
  }

  /// Indicates whether the key is enough for the request, since it is about the draft's theme.
  func isOpen(by draft: Draft) -> Bool {
    self["channel"] == nil && self["at"] == nil && (self["theme"] ?? draft.name) == draft.name
  }

  /// The draft to whose theme the key opens the request; nil for any other request.
  var opened: Draft? { preview.flatMap { isOpen(by: $0.draft) ? $0.draft : nil } }

  /// The renderings that may be used for it.
  var representations: RepresentationCache { preview?.preview.representations ?? services.representations }

  /// Returns the call as if a draft were published; nil if the draft has yet to be compiled.
  func previewing(_ draft: Draft) throws(Refusal) -> Call? {
    guard let preview = services.previews.preview(of: draft, in: snapshot, at: services.clock()) else {
      return nil
    }
    var call = self
    call.preview = PreviewedDraft(draft, preview)
    do throws(ThemeSet.LoadError) {
      call.snapshot = try preview.snapshot(of: snapshot)
    } catch { throw .broken(draft, error.problems, for: principal) }
    return call
  }

  /// Parks the client until a draft is compiled, and then answers it.
  /// - Parameters:
  ///   - isAwaited: whether the client has waited for a change of the draft.
  ///   - answer: answers the call in the present state.
  func whenCompiled(
    _ draft: Draft, isAwaited: Bool, _ answer: @escaping @Sendable (Call) throws(Refusal) -> Outcome
  ) throws(Refusal) -> Outcome.Watch {
    let name = services.previews.compileInBackground(draft, for: self, isAwaited: isAwaited)
    if name == nil, !isAwaited { throw .tooManyRenderings() }
    return Outcome.Watch(
      channel: name ?? Outcome.Watch.noChannel, since: 0, wait: .seconds(name == nil ? 1 : 60)
    ) { end in
      if end == .draining { return .stay }
      do throws(Refusal) {
        return try answer(self.now).nextStep
      } catch { return .reply(error.reply) }
    }
  }

  /// The call in the present state.
  private var now: Call {
    var call = self
    call.snapshot = services.now()
    return call
  }
}

extension Refusal {
  /// Returns the refusal of a draft that could not be published now.
  static func broken(
    _ draft: Draft, _ problems: [Problem], for principal: Principal
  ) -> Refusal {
    let errors = problems.filter { $0.severity == .error }
    let files = Set(draft.upload.source.fileNames)
    let own = errors.filter { files.contains($0.place.file) }
    let others = principal.seesEveryTheme || own.count == errors.count
    return Refusal(
      .draftBroken,
      "This draft has errors among the themes that are in force now\(others ? "" : ", some in other themes"); replace it.",
      problems: principal.seesEveryTheme ? errors : own)
  }
}

extension Reply {
  /// Returns a reply to a request that names a draft: no cache keeps it, and no link from it names the key.
  /// - Parameter id: the identifier of the draft; nil if it is unknown.
  package func ofDraft(_ id: String?) -> Reply {
    func changed(_ fields: [Request.Field]) -> [Request.Field] {
      fields.compactMap { field in
        switch field.name {
        case "Cache-Control", "Referrer-Policy": nil
        case "Access-Control-Expose-Headers": .init(field.name, field.value + ", Livery-Draft")
        default: field
        }
      }
    }
    var own: [Request.Field] = [
      .init("Cache-Control", "private, no-store"), .init("Referrer-Policy", "no-referrer"),
    ]
    if let id, [200, 206, 304].contains(status) { own.append(.init("Livery-Draft", id)) }
    let headers = changed(content.headers)
    var reply = Reply(
      status: status, headers: changed(self.headers) + own,
      content: content.file.map { Content($0, headers: headers) } ?? Content(content.bytes, headers: headers))
    reply.note = note
    return reply
  }
}

extension Request {
  /// Returns the identifier of the draft that the query names; nil if there never was one with its key.
  func draftID(in snapshot: Snapshot) -> String? {
    query.first { $0.name == "draft" }.flatMap { snapshot.state.draftKeys[$0.value] }
  }
}

extension Router {
  /// Answers a call as if the draft were published that its query names. The key of the draft takes the place of a token.
  func preview(_ call: Call, by endpoint: any Endpoint) throws(Refusal) -> Outcome {
    let draft = try call.namedDraft()
    var call = call
    if !call.isOpen(by: draft) {
      call.principal = try services.gate.admit(call.request, call.credential, to: call.operation)
    }
    if let previewing = try call.previewing(draft) { return try endpoint.answer(previewing) }
    guard services.background != nil else { return try endpoint.answer(try call.compiling(draft)) }
    guard call.request.method == .post else {
      return .watch(
        try call.whenCompiled(draft, isAwaited: false) { call throws(Refusal) in
          try preview(call, by: endpoint)
        })
    }
    let turn = Outcome.Turn(of: IPAddress.client(at: call.client), for: .batch)
    return .offload(on: .answering, in: turn) { [call] () throws(Refusal) in
      switch try endpoint.answer(try call.compiling(draft)) {
      case .reply(let reply): return reply
      case .offload(let work): return work.perform()
      case .watch, .stream: throw .tooManyRenderings()
      }
    }
  }
}

extension Call {
  /// Returns the call as if a draft were published, which is compiled first.
  fileprivate func compiling(_ draft: Draft) throws(Refusal) -> Call {
    services.previews.compile(draft, in: snapshot, services)
    guard let previewing = try previewing(draft) else { throw .tooManyRenderings() }
    return previewing
  }
}
