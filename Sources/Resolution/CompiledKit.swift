package import Themes

/// A kit with its classes as numbers, so that kinship is one comparison.
package final class CompiledKit: Sendable {
  package let kit: Kit
  let classNames: [String]
  let classIDs: [String: Int32]
  /// For each class its line of superclasses, the root first, itself last; all lines in one array.
  private let lines: [Int32]
  private let lineStarts: [Int32]
  private let depths: [Int32]
  /// For each class, the bits of itself and of all its superclasses: one row of words a class.
  private let kin: [UInt64]
  let wordsPerRow: Int
  private let properties: [String: [Kit.Property]]
  /// The kit itself where a theme has added properties to it; nil for a kit as it is.
  private let base: CompiledKit?

  package convenience init(_ kit: Kit) { self.init(kit, base: nil) }

  /// The kit with what the themes of a family add to it; itself when that is nothing.
  func adding(propertiesOf family: [Theme]) -> CompiledKit {
    let kit = family.reduce(self.kit) { $0.adding($1.addedProperties) }
    return kit == self.kit ? self : CompiledKit(kit, base: self)
  }

  /// Whether this is that kit, with or without additions.
  func isBuilt(on kit: CompiledKit) -> Bool { (base ?? self) === kit }

  private init(_ kit: Kit, base: CompiledKit?) {
    self.kit = kit
    self.base = base
    classNames = kit.classes.keys.sorted()
    classIDs = Dictionary(uniqueKeysWithValues: zip(classNames, 0...))
    wordsPerRow = max(1, (classNames.count + 63) / 64)
    var (lines, starts, depths): ([Int32], [Int32], [Int32]) = ([], [], [])
    var kin = [UInt64](repeating: 0, count: classNames.count * wordsPerRow)
    var properties: [String: [Kit.Property]] = [:]
    for (index, name) in classNames.enumerated() {
      let line = Self.line(of: name, in: kit)
      starts.append(Int32(lines.count))
      depths.append(Int32(line.count - 1))
      for ancestor in line.reversed() {
        guard let id = classIDs[ancestor] else { continue }
        lines.append(id)
        kin[index * wordsPerRow + Int(id) >> 6] |= 1 << UInt64(id & 63)
      }
      properties[name] = line.flatMap { kit.classes[$0]?.properties ?? [] }
    }
    (self.lines, self.lineStarts, self.depths, self.kin) = (lines, starts, depths, kin)
    self.properties = properties
  }

  /// The class and its superclasses, nearest first. A circle, which reading refuses, ends where it closes.
  private static func line(of name: String, in kit: Kit) -> [String] {
    var line: [String] = []
    var next: String? = name
    while let name = next, kit.classes[name] != nil, !line.contains(name) {
      line.append(name)
      next = kit.classes[name]?.superclass
    }
    return line
  }

  /// Whether a class is another one or inherits from it.
  package func isKind(_ name: String, of other: String) -> Bool {
    guard let id = classIDs[name], let ancestor = classIDs[other] else { return false }
    return distance(from: id, to: ancestor) != nil
  }

  func id(ofClass name: String) throws(LookupError) -> Int32 {
    if let id = classIDs[name] { return id }
    let hint = NearestName.question(name, among: classNames)
    throw LookupError(.unknownClass, "The kit \(kit.name) has no class '\(name)'\(hint)")
  }

  /// Steps from a class up to a superclass; nil where it is none.
  @inline(__always)
  func distance(from id: Int32, to ancestor: Int32) -> Int32? {
    let above = depths[Int(id)] - depths[Int(ancestor)]
    guard above >= 0, lines[Int(lineStarts[Int(id)] + depths[Int(ancestor)])] == ancestor else { return nil }
    return above
  }

  /// The superclass so many steps up.
  @inline(__always)
  func ancestor(of id: Int32, above steps: Int32) -> Int32 {
    lines[Int(lineStarts[Int(id)] + depths[Int(id)] - steps)]
  }

  @inline(__always)
  func depth(of id: Int32) -> Int32 { depths[Int(id)] }

  /// Adds the bits of a class and all its superclasses.
  @inline(__always)
  func addKin(of id: Int32, to row: inout [UInt64]) {
    for word in 0..<wordsPerRow { row[word] |= kin[Int(id) * wordsPerRow + word] }
  }

  /// All properties of a class, inherited ones after its own.
  package func properties(ofClass name: String) -> [Kit.Property] { properties[name] ?? [] }
}
