/// What may be spent on a batch: where one of these is used up, reading ends.
struct BatchBudget: Sendable {
  /// How many nodes are read, good or bad.
  let nodes: Int
  /// How many different looks are asked for: nodes alike in places alike share one, and cost next to nothing more.
  let looks: Int
  /// Levels of a tree, and steps of a container path.
  let depth: Int
  /// How many problems are looked into: for each the nearest of all right names is sought.
  let problems: Int
  /// How many bytes are answered.
  let answerBytes: Int
  /// Whether a batch that costs more is refused; else it is left to somebody with more time.
  let isLast: Bool

  /// What a worker may spend between other requests.
  static func small(_ whole: BatchBudget, explaining: Bool) -> BatchBudget {
    let looks = explaining ? 10 : 250
    return BatchBudget(
      nodes: explaining ? looks : 8 * looks, looks: looks, depth: whole.depth, problems: 10,
      answerBytes: 4 << 20, isLast: false)
  }

  static func whole(_ limits: Services.LookUpLimits, explaining: Bool) -> BatchBudget {
    // Reasons take a hundred times the room of values; of problems nobody reads more.
    let nodes = explaining ? min(limits.nodes, limits.nodes / 100 + 1) : limits.nodes
    return BatchBudget(
      nodes: nodes, looks: .max, depth: limits.depth, problems: 100, answerBytes: 64 << 20, isLast: true)
  }

  /// What a batch of more nodes is told.
  var refusal: Refusal { Refusal(.tooManyNodes, "A batch of this kind has at most \(nodes) nodes.") }

  /// What a batch is told whose answer would be longer.
  var refusalOfAnswer: Refusal {
    Refusal(.tooManyNodes, "The answer would take more than \(answerBytes >> 20) MiB; ask in parts.")
  }
}
