package import Documents

/// Follows references between named things: an order in which each stands after all that it refers to, and circles.
package struct ReferenceGraph {
  /// Every name, those of a circle somewhere in it.
  package private(set) var order: [String] = []
  package private(set) var circles: [[String]] = []
  private let references: (String) -> [String]
  private var done: Set<String> = []

  /// - Parameters:
  ///   - names: where following begins.
  ///   - references: what a name refers to, so far as it is there. The last of them is followed first.
  package init(_ names: some Sequence<String>, references: @escaping (String) -> [String]) {
    self.references = references
    for name in names where !done.contains(name) { follow(from: name) }
  }

  /// The sentence about a circle, told from its first name on.
  package static func circle(of things: String, _ names: some Collection<String>) -> Message {
    guard names.count > 1 else { return "\(Quoted.name(names.joined())) refers to itself." }
    let shown = names.prefix(8).map { Quoted.reference($0) } + (names.count > 8 ? ["…"] : [])
    let path = shown + names.prefix(1).map { Quoted.reference($0) }
    return "These \(things) refer to each other in a circle: \(path.joined(separator: " → "))."
  }

  /// Depth first, with the path in an array: chains can be as long as a file allows.
  private mutating func follow(from start: String) {
    var path = [start]
    var steps: [String: Int] = [start: 0]
    var waiting = [references(start)]
    while let current = path.last {
      guard let next = waiting[path.count - 1].popLast() else {
        order.append(current)
        done.insert(current)
        steps[current] = nil
        path.removeLast()
        waiting.removeLast()
        continue
      }
      if let step = steps[next] {
        circles.append(Array(path[step...]))
      } else if !done.contains(next) {
        steps[next] = path.count
        path.append(next)
        waiting.append(references(next))
      }
    }
  }
}
