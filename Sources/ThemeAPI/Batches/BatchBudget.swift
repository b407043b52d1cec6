/// What may be spent on a batch: where either is used up, reading ends.
struct BatchBudget: Sendable {
  /// How many nodes are read, good or bad.
  let nodes: Int
  /// Levels of a tree, and steps of a container path.
  let depth: Int
  /// How many problems are looked into: for each the nearest of all right names is sought.
  let problems: Int
  /// Whether a batch that costs more is refused; else it is left to somebody with more time.
  let isLast: Bool

  /// What a worker may spend between other requests.
  static func small(_ whole: BatchBudget, explaining: Bool) -> BatchBudget {
    BatchBudget(nodes: explaining ? 10 : 500, depth: whole.depth, problems: 10, isLast: false)
  }

  static func whole(_ limits: Services.LookUpLimits, explaining: Bool) -> BatchBudget {
    // Reasons take a hundred times the room of values; of problems nobody reads more.
    BatchBudget(
      nodes: explaining ? min(limits.nodes, limits.nodes / 100 + 1) : limits.nodes, depth: limits.depth,
      problems: 100, isLast: true)
  }

  /// What a batch of more nodes is told.
  var refusal: Refusal { Refusal(.tooManyNodes, "A batch of this kind has at most \(nodes) nodes.") }
}
