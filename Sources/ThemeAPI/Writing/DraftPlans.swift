package import Changes
internal import Documents
internal import Themes

/// The plans to publish drafts. Every server of a log tries them at their time, and one of them does each.
package struct DraftPlans: Sendable {
  private let publisher: Publisher
  private let gate: Gate
  private let limits: Services.UploadLimits

  package init(of publisher: Publisher, behind gate: Gate, _ limits: Services.UploadLimits) {
    (self.publisher, self.gate, self.limits) = (publisher, gate, limits)
  }

  /// A plan whose time has come, with the reason why it was not carried out, if it was not.
  package struct DuePlan: Sendable {
    package let draft: Draft
    package let plan: DraftPlan
    package let refusal: String?
  }

  /// A draft whose plan has failed stays for at least so many seconds.
  private static let respite: Int64 = 86_400

  /// Publishes the drafts that are due; call it about once a second, and after the clock was set.
  package func publishDue() throws(StoreError) -> [DuePlan] {
    let now = publisher.now()
    let snapshot = publisher.current.now
    // While the log is away, nothing is tried.
    guard snapshot.trouble?.error.isAbsence != true else { return [] }
    let due = snapshot.state.drafts.values.compactMap { draft in
      draft.plan.flatMap { $0.at <= now ? (draft, $0) : nil }
    }
    guard !due.isEmpty, publisher.hasNewestFiles else { return [] }
    var done: [DuePlan] = []
    for (draft, plan) in due.sorted(by: { ($0.1.at, $0.0.id) < ($1.1.at, $1.0.id) }) {
      if let one = try publish(draft, plan) { done.append(one) }
    }
    return done
  }

  /// Publishes a draft, or ends its plan. Returns nil if another server did so.
  private func publish(_ draft: Draft, _ plan: DraftPlan) throws(StoreError) -> DuePlan? {
    let refusal: Refusal
    do throws(Publisher.DocumentError) {
      guard let author = gate.principal(named: plan.by), author.has(.author) else {
        throw .forbidden("there is no token '\(plan.by)' any longer that may author")
      }
      let publication = DraftPublication(
        of: draft, by: author, behind: gate, note: plan.note, condition: draft.tag.description, limits,
        in: publisher)
      _ = try publication.publish(as: DocumentWrite())
      return DuePlan(draft: draft, plan: plan, refusal: nil)
    } catch {
      switch error {
      case .store(let error): throw error
      case .draft(.gone), .draft(.unknown), .interrupted: return nil
      default: refusal = Refusal(error)
      }
    }
    return try end(plan, of: draft) ? DuePlan(draft: draft, plan: plan, refusal: refusal.detail) : nil
  }

  /// Returns false if the plan has ended already.
  private func end(_ plan: DraftPlan, of draft: Draft) throws(StoreError) -> Bool {
    do throws(Publisher.DocumentError) {
      _ = try publisher.edit(as: DocumentWrite()) { snapshot throws(Publisher.DocumentError) in
        let now = publisher.now()
        let present = try snapshot.present(draft: draft.id, at: now)
        guard present.plan == plan else { throw .draft(.unplanned(draft.id)) }
        let freed = present.planned(nil, until: now.advanced(bySeconds: Self.respite))
        return ([.draft(freed)], freed)
      }
      return true
    } catch {
      if case .store(let error) = error { throw error }
      return false
    }
  }
}
