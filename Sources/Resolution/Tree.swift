/// A tree of things on screen, flat: each node with its depth, in depth-first order.
package struct Tree: Sendable {
  package struct Node: Sendable {
    package let target: Target
    /// 0 at the root; at most one more than the node before.
    package let depth: Int
    package let overrides: [Override]

    package init(_ target: Target, depth: Int, overrides: [Override] = []) {
      self.target = target
      self.depth = depth
      self.overrides = overrides
    }
  }

  package let nodes: [Node]

  package init(_ nodes: [Node]) { self.nodes = nodes }
}

extension ThemeContext {
  /// The look of each node of a tree, its ancestors being its containers, in the tree's order.
  package func looks(of tree: Tree) throws(LookupError) -> [Look] {
    var looks: [Look] = []
    looks.reserveCapacity(tree.nodes.count)
    var known: [Target: Lookup.Step] = [:]
    var path: [Lookup.Step] = []
    /// For each depth the classes reachable from the path down to it.
    var reachable = [[UInt64](repeating: 0, count: theme.kit.wordsPerRow)]
    for node in tree.nodes {
      let step: Lookup.Step
      if let found = known[node.target] {
        step = found
      } else {
        step = try theme.step(node.target)
        known[node.target] = step
      }
      path.removeSubrange(min(node.depth, path.count)...)
      reachable.removeSubrange(min(path.count + 1, reachable.count)...)
      let question = Lookup(
        classID: step.classID, styles: step.styles, path: path, reachable: reachable[path.count])
      looks.append(look(question, overrides: node.overrides))
      path.append(step)
      var below = reachable[path.count - 1]
      theme.kit.addKin(of: step.classID, to: &below)
      reachable.append(below)
    }
    return looks
  }
}
