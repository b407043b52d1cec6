internal import Resolution
internal import Themes

/// One node of a batch, its names understood.
struct BatchNode: Sendable {
  enum ID: Sendable, Hashable {
    case text(String)
    case number(Double)
  }

  let id: ID?
  /// Which of the batch's distinct targets in distinct places it is.
  let place: Int
  let overrides: [Override]
}

/// The nodes of a batch, equal questions counted once.
struct BatchNodes: Sendable {
  /// A target in its place.
  struct BatchPlace: Sendable {
    let target: Target
    let path: [Target]
    /// As the client wrote it; nil in a tree, where nodes have their containers around them.
    let pathText: String?
  }

  var places: [BatchPlace] = []
  var nodes: [BatchNode] = []
}
