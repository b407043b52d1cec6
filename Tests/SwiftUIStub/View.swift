import Foundation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("Nothing is drawn here.") }
}

/// A view that has no others.
public protocol PlainView: View where Body == Never {}

extension PlainView {
  public var body: Never { fatalError("Nothing is drawn here.") }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView {
    TupleView()
  }
}

public struct TupleView: PlainView {}

public struct ModifiedContent<Content, Modifier>: PlainView {}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ViewModifierContent
  @ViewBuilder func body(content: Content) -> Body
}

public struct ViewModifierContent: PlainView {}

extension View {
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent()
  }

  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { ViewModifierContent() }

  public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View { ViewModifierContent() }

  public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View { ViewModifierContent() }

  public func foregroundColor(_ color: Color?) -> some View { ViewModifierContent() }
  public func background(_ color: Color) -> some View { ViewModifierContent() }
  public func padding() -> some View { ViewModifierContent() }
}
