package import Themes

/// A kit with its classes as numbers, so that kinship is one comparison.
package final class CompiledKit: Sendable {
  /// The same kit by names.
  package let names: KitIndex
  let classNames: [String]
  let classIDs: [String: Int32]
  /// For each class its line of superclasses, the root first, itself last; all lines in one array.
  private let lines: [Int32]
  private let lineStarts: [Int32]
  private let depths: [Int32]
  /// For each class, the bits of itself and of all its superclasses: one row of words a class.
  private let kin: [UInt64]
  let wordsPerRow: Int
  package let contrastKeys: ContrastKeys
  /// The kit itself where a theme has added properties to it; nil for a kit as it is.
  private let base: CompiledKit?

  /// The kit as its document has it.
  package var definition: Kit { names.definition }

  /// The kit with what the themes of a family add to it; itself when that is nothing.
  func adding(_ family: [Theme]) -> CompiledKit {
    guard family.contains(where: { !$0.addedProperties.isEmpty || !$0.ownTraits.isEmpty }) else {
      return self
    }
    return CompiledKit(self, family.reduce(names) { $0.adding($1) })
  }

  /// - Parameter names: the kit's own with other properties and traits.
  private init(_ kit: CompiledKit, _ names: KitIndex) {
    self.names = names
    base = kit
    (classNames, classIDs, lines, lineStarts) = (kit.classNames, kit.classIDs, kit.lines, kit.lineStarts)
    (depths, kin, wordsPerRow) = (kit.depths, kit.kin, kit.wordsPerRow)
    contrastKeys = ContrastKeys(of: names)
  }

  /// Whether this is that kit, with or without additions.
  func isBuilt(on kit: CompiledKit) -> Bool { (base ?? self) === kit }

  package init(_ kit: Kit) {
    names = KitIndex(kit)
    base = nil
    classNames = kit.classes.keys.sorted()
    classIDs = Self.numbers(of: classNames)
    wordsPerRow = max(1, (classNames.count + 63) / 64)
    var (lines, starts, depths): ([Int32], [Int32], [Int32]) = ([], [], [])
    var kin = [UInt64](repeating: 0, count: classNames.count * wordsPerRow)
    for (index, name) in classNames.enumerated() {
      let chain = names.chain(of: name)
      starts.append(Int32(lines.count))
      depths.append(Int32(chain.count - 1))
      for ancestor in chain.reversed() {
        guard let id = classIDs[ancestor] else { continue }
        lines.append(id)
        kin[index * wordsPerRow + Int(id) >> 6] |= 1 << UInt64(id & 63)
      }
    }
    (self.lines, self.lineStarts, self.depths, self.kin) = (lines, starts, depths, kin)
    contrastKeys = ContrastKeys(of: names)
  }

  /// Half as full as it would be by itself: a look finds each class of a path here, and all that collide with it are
  /// compared. That is 6 % of what a look executes.
  private static func numbers(of classNames: [String]) -> [String: Int32] {
    var numbers = [String: Int32](minimumCapacity: classNames.count * 2)
    for (id, name) in classNames.enumerated() { numbers[name] = Int32(id) }
    return numbers
  }

  /// The number of a class; nil for one that the kit has not.
  package func number(ofClass name: String) -> Int32? { classIDs[name] }

  /// Whether a class is another one or inherits from it, both by their numbers.
  package func isKind(_ id: Int32, of other: Int32) -> Bool { distance(from: id, to: other) != nil }

  func id(ofClass name: String) throws(LookupError) -> Int32 {
    if let id = classIDs[name] { return id }
    let hint = NearestName.question(name, among: classNames)
    throw LookupError(.unknownClass, "The kit \(definition.name) has no class '\(name)'\(hint)")
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
}
