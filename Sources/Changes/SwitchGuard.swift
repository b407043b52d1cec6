internal import Documents
internal import Themes

/// The condition under which a switch stays, and the decision about it.
package struct SwitchGuard: Sendable, Hashable {
  package struct Condition: Sendable, Hashable {
    /// The share of the notified clients that must hold the switch.
    package let holding: Double
    /// The time for that, in seconds.
    package let within: Double

    package init(holding: Double, within: Double) { (self.holding, self.within) = (holding, within) }
  }

  package enum State: String, Sendable, Hashable, CaseIterable {
    case watching, held, idle, back, ended, stuck
  }

  /// The clients by which a guard is decided.
  package struct Figures: Sendable, Hashable {
    package var told: Int
    package var held: Int
    package var refused: Int

    package init(told: Int = 0, held: Int = 0, refused: Int = 0) {
      (self.told, self.held, self.refused) = (told, held, refused)
    }

    package static func += (left: inout Self, right: Self) {
      left = Self(
        told: left.told + right.told, held: left.held + right.held, refused: left.refused + right.refused)
    }

    /// The share of the notified clients that hold the switch; nil if none was notified.
    package var share: Double? { told == 0 ? nil : Double(held) / Double(told) }
  }

  package let condition: Condition
  package let until: Timestamp
  package private(set) var state = State.watching
  /// The figures of the decision; nil while there is none.
  package private(set) var figures: Figures?
  /// The reason for the decision, if the figures alone do not explain it.
  package private(set) var reason: String?

  /// The number of clients without which nothing can be said about a switch.
  package static let fewest = 10
  /// The time for which a server that has just started waits for its clients, in seconds.
  static let patience: Int64 = 15

  init(_ condition: Condition, from start: Timestamp) {
    self.condition = condition
    until = Timestamp(milliseconds: start.milliseconds + Int64(condition.within * 1000))
  }

  /// Makes a guard from its parts.
  package init(
    _ condition: Condition, until: Timestamp, state: State, figures: Figures?, reason: String?
  ) {
    (self.condition, self.until, self.state) = (condition, until, state)
    (self.figures, self.reason) = (figures, reason)
  }

  private func decided(_ state: State, by figures: Figures?, because reason: String? = nil) -> SwitchGuard {
    SwitchGuard(condition, until: until, state: state, figures: figures, reason: reason)
  }

  /// Returns the guard that a later act has ended.
  var ended: SwitchGuard { decided(.ended, by: nil, because: "a schedule began or ended") }

  /// Returns the guard as it is decided if no more clients than these are notified.
  package func idle(_ figures: Figures) -> SwitchGuard? {
    guard figures.told < Self.fewest else { return nil }
    let clients = figures.told == 1 ? "1 client was" : "\(figures.told) clients were"
    return decided(.idle, by: figures, because: "\(clients) told; a guard needs \(Self.fewest)")
  }

  /// Returns the decision.
  /// - Parameter obstacle: the reason why the channel can't go back; nil if it can.
  func decided(by figures: Figures, obstacle: String?) -> SwitchGuard {
    if let idle = idle(figures) { return idle }
    if figures.share ?? 0 >= condition.holding { return decided(.held, by: figures) }
    return decided(obstacle == nil ? .back : .stuck, by: figures, because: obstacle)
  }

  /// The note of the change that takes the switch back.
  var note: String {
    let figures = figures ?? Figures()
    let (within, holding) = (JSONWriter.shortest(condition.within), JSONWriter.shortest(condition.holding))
    return "\(figures.held) of \(figures.told) hold it after \(within) s, \(figures.refused) refused; "
      + "\(holding) was asked"
  }
}

extension Snapshot {
  /// The channels whose guards can't be decided as they should, each with the reason.
  package var stuckGuards: [(channel: String, reason: String)] {
    state.guarded.sorted().compactMap { channel in
      guard let watch = activation(of: channel)?.watch, watch.state == .stuck else { return nil }
      return (channel, watch.reason ?? "")
    }
  }

  /// Returns why a channel can't go back to its previous theme by itself; nil if it can.
  func obstacle(toTakingBack activation: Activation) -> String? {
    let themes = themeSet.library.themes
    guard let previous = activation.previous else { return "nothing was active before" }
    guard let kit = themes[previous]?.kit else { return "'\(previous)' is gone" }
    guard let change = kitChange(showing: previous, in: activation.channel) else { return nil }
    if !change.isExtension { return "'\(previous)' is of another kit, '\(kit)'" }
    return change.obstacle
  }
}
