internal import Changes
internal import Documents
internal import Renderings
internal import Themes

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
    The key of a draft: the answer is as if the draft were published. Without `channel`, it is about the draft's theme, and \
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
        switch try answer(self.now) {
        case .watch(let watch): return .move(watch)
        case .reply(let reply): return .reply(reply)
        case .offload(let work): return .offload(work)
        case .stream: return .stay
        }
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
    let content =
      content.file.map { Content($0, headers: headers) } ?? Content(content.bytes, headers: headers)
    var reply = Reply(status: status, headers: changed(self.headers) + own, content: content)
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
