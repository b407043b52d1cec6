import Foundation

/// A screen on which a test shows views. Like SwiftUI, it evaluates bodies, passes the environment down, runs tasks while
/// their views are shown, and evaluates all bodies again when a state changes. It draws nothing, and only lists the texts.
@MainActor
public final class Screen {
  /// A text in its color; nil where no view has said which.
  public struct ShownText: Hashable {
    public let text: String
    public let color: Color?

    public init(_ text: String, _ color: Color?) { (self.text, self.color) = (text, color) }
  }

  public internal(set) var texts: [ShownText] = []
  public internal(set) var backgrounds: [Color] = []
  /// The tint with which each text is shown.
  public internal(set) var tints: [Color?] = []
  /// A test sets it, as a device does: `screen.environment.colorScheme = .dark`.
  public var environment = EnvironmentValues() {
    didSet { showAgain() }
  }
  /// With what changes came, on any screen.
  public static var animations: [Animation] = []

  private let content: @MainActor (Screen) -> Void
  /// By the order in which their views are shown.
  private var tasks: [(id: any Equatable, task: Task<Void, Never>)] = []
  private var shownTasks = 0

  private struct Weak {
    weak var screen: Screen?
  }
  private static var all: [Weak] = []

  public init<Content: View>(_ view: Content) {
    content = { $0.show(view, $0.environment) }
    Self.all.append(Weak(screen: self))
    showAgain()
  }

  isolated deinit { for running in tasks { running.task.cancel() } }

  static func stateChanged() {
    all.removeAll { $0.screen == nil }
    for place in all { place.screen?.showAgain() }
  }

  private func showAgain() {
    (texts, backgrounds, tints, shownTasks) = ([], [], [], 0)
    content(self)
  }

  func show<Content: View>(_ view: Content, _ environment: EnvironmentValues) {
    EnvironmentValues.current = environment
    guard let plain = view as? any PlainView else { return show(view.body, environment) }
    plain.show(on: self, environment)
  }

  /// Runs a task of a view; the one before goes on where it has the same id.
  func run<ID: Equatable>(_ id: ID, _ action: @escaping @MainActor @Sendable () async -> Void) {
    defer { shownTasks += 1 }
    if shownTasks == tasks.count {
      tasks.append((id, Task { await action() }))
    } else if tasks[shownTasks].id as? ID != id {
      tasks[shownTasks].task.cancel()
      tasks[shownTasks] = (id, Task { await action() })
    }
  }
}
