/// Somebody who reads a stream of themes.
struct ThemeListener {
  let traits: [String: String]
  let themes: AsyncStream<Theme>.Continuation
  let tellsState: (@Sendable (LiveryState) -> Void)?
  var state: LiveryState?
  var theme: Theme?
}
