/// The lines of superclasses that a look-up has asked for.
package struct Lineages {
  private let superclass: (String) -> String?
  private var lines: [String: [String]] = [:]
  /// More than any class has; ends a line that goes in a circle.
  private static let longest = 256

  package init(_ superclass: @escaping (String) -> String?) { self.superclass = superclass }

  /// The class, then each above it.
  mutating func line(of className: String) -> [String] {
    if let line = lines[className] { return line }
    var line = [className]
    while line.count < Self.longest, let above = superclass(line[line.count - 1]) { line.append(above) }
    lines[className] = line
    return line
  }
}
