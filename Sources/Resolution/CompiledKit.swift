internal import Documents
package import Themes

/// A kit with its classes as numbers, so that a test for a superclass is one comparison.
package final class CompiledKit: Sendable {
  package let names: KitIndex
  let classNames: [String]
  let classIDs: [String: Int32]
  /// The superclasses of each class, from the root to the class itself; all classes in one array.
  private let lines: [Int32]
  private let lineStarts: [Int32]
  private let depths: [Int32]
  /// A row of words for each class, with the bits of the class and of all its superclasses.
  private let kin: [UInt64]
  let wordsPerRow: Int
  package let contrastKeys: ContrastKeys
  /// The kit without the additions of a theme, or nil if there are none.
  private let base: CompiledKit?

  package var definition: Kit { names.definition }

  func adding(_ family: [Theme]) -> CompiledKit {
    let adds = family.contains { !$0.addedProperties.isEmpty || !$0.ownTraits.isEmpty }
    return adds ? CompiledKit(self, family.reduce(names) { $0.adding($1) }) : self
  }

  private init(_ kit: CompiledKit, _ names: KitIndex) {
    self.names = names
    base = kit
    (classNames, classIDs, lines, lineStarts) = (kit.classNames, kit.classIDs, kit.lines, kit.lineStarts)
    (depths, kin, wordsPerRow) = (kit.depths, kit.kin, kit.wordsPerRow)
    contrastKeys = ContrastKeys(of: names)
  }

  /// Indicates whether this is the given kit, with or without additions.
  func isBuilt(on kit: CompiledKit) -> Bool { (base ?? self) === kit }

  package init(_ kit: Kit) {
    names = KitIndex(kit)
    base = nil
    classNames = kit.classes.keys.sorted()
    // A look finds each class of a path in it. With half the capacity, collisions took 6 % of the time of a look.
    var classIDs = [String: Int32](minimumCapacity: classNames.count * 2)
    for (id, name) in classNames.enumerated() { classIDs[name] = Int32(id) }
    self.classIDs = classIDs
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

  /// Indicates whether both kits have the same classes with the same superclasses.
  func hasClasses(of other: CompiledKit) -> Bool {
    self === other || classNames == other.classNames && lines == other.lines
  }

  package func number(ofClass name: String) -> Int32? { classIDs[name] }

  package func isKind(_ id: Int32, of other: Int32) -> Bool { distance(from: id, to: other) != nil }

  func id(ofClass name: String) throws(LookupError) -> Int32 {
    if let id = classIDs[name] { return id }
    let hint = NearestName.question(name, among: classNames)
    throw LookupError(.unknownClass, "The kit \(definition.name) has no class '\(name)'\(hint)")
  }

  /// Returns the number of steps from a class up to a superclass, or nil if it is not a superclass.
  @inline(__always)
  func distance(from id: Int32, to ancestor: Int32) -> Int32? {
    let above = depths[Int(id)] - depths[Int(ancestor)]
    guard above >= 0, lines[Int(lineStarts[Int(id)] + depths[Int(ancestor)])] == ancestor else { return nil }
    return above
  }

  @inline(__always)
  func ancestor(of id: Int32, above steps: Int32) -> Int32 {
    lines[Int(lineStarts[Int(id)] + depths[Int(id)] - steps)]
  }

  @inline(__always)
  func depth(of id: Int32) -> Int32 { depths[Int(id)] }

  @inline(__always)
  func addKin(of id: Int32, to row: inout [UInt64]) {
    for word in 0..<wordsPerRow { row[word] |= kin[Int(id) * wordsPerRow + word] }
  }

  /// Parses the key of a lookup for this class. Joined axis values get the order of the axis.
  package func key(
    parsing text: some StringProtocol, ofClass className: String
  ) throws(LookupError) -> PropertyKey {
    switch names.key(String(text), of: className) {
    case .success(let (key, _)): return key
    case .failure(let refusal):
      throw LookupError(LookupError.Code(rawValue: refusal.code) ?? .unknownAxisValue, refusal.sentence)
    }
  }
}

/// The keys of the texts and backgrounds in a kit's contrasts, as numbers: a theme sets few of them.
package struct ContrastKeys: Sendable {
  /// The keys of each pair: those of its text, then those of its background.
  package let pairs: [[Int]]
  package let count: Int
  private let numbers: [PropertyKey: Int]

  init(of kit: KitIndex) {
    var numbers: [PropertyKey: Int] = [:]
    pairs = kit.definition.contrasts.map { pair in
      [pair.text, pair.background].flatMap { kit.answering($0, of: pair.className) }.map { key in
        let number = numbers[key] ?? numbers.count
        numbers[key] = number
        return number
      }
    }
    count = numbers.count
    self.numbers = numbers
  }

  package func number(of key: PropertyKey) -> Int? { numbers[key] }
}
