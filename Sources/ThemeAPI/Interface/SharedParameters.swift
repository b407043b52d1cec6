/// The parameters that several operations have, each published once, under a name.
struct SharedParameters: Sendable {
  let names: [Operation.Parameter: String]

  init(of operations: [Operation]) {
    var counts: [Operation.Parameter: Int] = [:]
    for parameter in operations.flatMap({ $0.parameters + $0.common }) { counts[parameter, default: 0] += 1 }
    var names: [Operation.Parameter: String] = [:]
    var taken: Set<String> = []
    for operation in operations {
      for parameter in operation.parameters + operation.common {
        guard counts[parameter, default: 0] > 1, names[parameter] == nil else { continue }
        names[parameter] = Self.free(parameter.name, among: &taken)
      }
    }
    self.names = names
  }

  /// Parameters of one name may say different things.
  private static func free(_ name: String, among taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  var inOrder: [(parameter: Operation.Parameter, name: String)] {
    names.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
  }

  /// No parameter's own name has a dot.
  static func name(ofTrait trait: String) -> String { "trait.\(trait)" }
}
