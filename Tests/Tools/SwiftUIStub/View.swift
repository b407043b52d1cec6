// From the documentation pages "View", "ViewBuilder", "ViewModifier", "task(id:priority:_:)", "tint(_:)",
// "foregroundStyle(_:)" and "ShapeStyle".

import Foundation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("Nothing is drawn here.") }
}

/// A view that has no others in its body, but shows itself.
public protocol PlainView: View where Body == Never {
  func show(on screen: Screen, _ environment: EnvironmentValues)
}

extension PlainView {
  public var body: Never { fatalError("It shows itself.") }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @MainActor
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    repeat each Content
  > {
    TupleView(content: (repeat each content))
  }
}

public struct TupleView<each Content: View>: PlainView {
  let content: (repeat each Content)

  public func show(on screen: Screen, _ environment: EnvironmentValues) {
    repeat screen.show(each content, environment)
  }
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: PlainView {
  let content: Content
  let modifier: Modifier

  public func show(on screen: Screen, _ environment: EnvironmentValues) {
    let inner = ViewModifierContent { screen, environment in screen.show(content, environment) }
    screen.show(modifier.body(content: inner), environment)
  }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ViewModifierContent
  @ViewBuilder func body(content: Content) -> Body
}

/// A view that something is done to as it is shown.
public struct ViewModifierContent: PlainView {
  let action: @MainActor (Screen, EnvironmentValues) -> Void

  public func show(on screen: Screen, _ environment: EnvironmentValues) { action(screen, environment) }
}

extension View {
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    ViewModifierContent { screen, environment in
      var own = environment
      own[keyPath: path] = value
      screen.show(self, own)
    }
  }

  public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View { task(id: 0, priority: priority, action) }

  public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    ViewModifierContent { screen, environment in
      screen.run(id, action)
      screen.show(self, environment)
    }
  }

  public func foregroundColor(_ color: Color?) -> some View { environment(\.foregroundColor, color) }

  public func tint(_ tint: Color?) -> some View { environment(\.tint, tint) }

  public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    ViewModifierContent { screen, environment in
      var own = environment
      own.foregroundColor = style.resolve(in: environment) as? Color
      screen.show(self, own)
    }
  }

  public func background(_ color: Color) -> some View {
    ViewModifierContent { screen, environment in
      screen.backgrounds.append(color)
      screen.show(self, environment)
    }
  }

  public func padding() -> some View { self }
}

public protocol ShapeStyle: Sendable {
  associatedtype Resolved: ShapeStyle
  nonisolated func resolve(in environment: EnvironmentValues) -> Resolved
}

extension Color: ShapeStyle {
  public nonisolated func resolve(in environment: EnvironmentValues) -> Color { self }
}
