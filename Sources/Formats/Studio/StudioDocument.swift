internal import Documents

/// A file of Tokens Studio: its sets, each over those before it, and which of them its themes put together.
struct StudioDocument: Sendable {
  struct StudioSet: Sendable {
    let name: String
    let node: JSONNode
  }

  struct StudioTheme: Sendable {
    let name: String
    /// Of each group a request chooses one theme.
    let group: String
    /// The numbers of the sets that it puts together.
    let sets: Set<Int>
    /// Its name's node, for places.
    let node: JSONNode
  }

  /// The whole, for places.
  let node: JSONNode
  let sets: [StudioSet]
  let themes: [StudioTheme]

  /// The group of themes that name none.
  static let plainGroup = "theme"
}
