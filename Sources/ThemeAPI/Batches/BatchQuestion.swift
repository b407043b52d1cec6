internal import Changes
internal import Renderings
internal import Resolution

/// A batch as it was asked. A small one is answered at once; another holds up nobody, on a lane of its own.
struct BatchQuestion: Sendable {
  private let call: Call
  private let explaining: ExplanationDetail
  private let budget: BatchBudget
  /// What was asked, once it is read: a batch that turns out not to be small is not read again.
  private var body: BatchBody?

  /// A body that is larger is not even read on a worker.
  private static let smallBody = 64 << 10

  init(_ call: Call, explaining: ExplanationDetail) {
    self.call = call
    self.explaining = explaining
    budget = .whole(call.services.limits, explaining: explaining != .nothing)
  }

  /// Nil for a batch that is not small.
  mutating func replyIfSmall() throws(Refusal) -> Reply? {
    guard call.request.body.count <= Self.smallBody else { return nil }
    let body = try BatchBody(call)
    self.body = body
    return try reply(to: body, within: .small(budget, explaining: explaining != .nothing))
  }

  func reply() -> Reply {
    do throws(Refusal) {
      let body = if let body { body } else { try BatchBody(call) }
      return try reply(to: body, within: budget) ?? budget.refusal.reply
    } catch { return error.reply }
  }

  private func reply(to body: BatchBody, within budget: BatchBudget) throws(Refusal) -> Reply? {
    let selection = try ThemeSelection(
      call, header: { call.request.header($0) }, more: body.traits)
    guard budget.isLast || !selection.theme.isLarge,
      let nodes = try body.nodes(for: selection.theme, budget)
    else { return nil }
    guard let bytes = try BatchAnswer(selection, explaining: explaining, budget).rendered(nodes) else {
      guard budget.isLast else { return nil }
      throw budget.refusalOfAnswer
    }
    return .fresh(bytes, .json, headers: selection.ignoring)
  }
}
