internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// A kit in one document, and the same kit in three that extend each other.
struct ExtendedKitTests {
  private static let worlds = isLong ? 5_000 : 200

  @Test func `a kit in parts is the same kit, and its themes answer as the plain model does`() throws {
    for seed in 0..<Self.worlds {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = RandomWorld(using: &random)
      let library = Library.read(kits: Self.documents(of: world.kit, &random), themes: [])
      #expect(library.problems.map(\.text) == [], "seed \(seed)")
      let kit = try #require(library.kits[world.kit.name])
      #expect(kit.ancestors == ["middle", "base"])
      #expect(
        kit.classes == world.kit.classes && kit.axes == world.kit.axes && kit.traits == world.kit.traits,
        "seed \(seed)")
      let theme = try CompiledTheme(world.generations, kit: CompiledKit(kit), images: .none)
      let model = PlainModel(kit: world.kit, generations: world.generations)
      for _ in 0..<10 {
        let (target, path, given) = (world.target(&random), world.path(&random), world.given(&random))
        let context = theme.context(try TraitValues(given.map { ($0.key, $0.value) }, kit: kit))
        let found = try context.look(of: target, in: path, overrides: []).entries
        #expect(
          Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value.plainText) })
            == model.look(target, in: path, given: given, overrides: []), "seed \(seed)")
      }
    }
  }

  /// The last extends the one before, which extends the first. Classes and traits stand in any of them, a class not
  /// before its superclass, and the properties of the root in two.
  private static func documents(of kit: Kit, _ random: inout SeededGenerator) -> [SourceFile] {
    let names = ["base", "middle", kit.name]
    let order = kit.classes.keys.sorted()
    let cuts = [1, Int.random(in: 1...order.count, using: &random), order.count].sorted()
    let traits = kit.traits.keys.sorted().shuffled(using: &random)
    let files = names.indices.map { level in
      var json = JSONWriter()
      json.object { json in
        if level > 0 { json.member("extends", names[level - 1]) }
        if level == 0 { writeAxes(kit, to: &json) }
        json.member("traits") { json in
          json.object { json in write(traits[level], kit.traits[traits[level]], to: &json) }
        }
        json.member("classes") { json in
          json.object { json in
            for name in order[(level == 0 ? 0 : cuts[level - 1])..<cuts[level]] {
              guard let entry = kit.classes[name] else { continue }
              json.member(name) { $0.kitClass(level == 0 ? entry.with(entry.properties.dropLast()) : entry) }
            }
            guard level == 1, let root = kit.classes["C0"] else { return }
            json.member("C0") { $0.kitAddition(root.properties.suffix(1)) }
          }
        }
      }
      return SourceFile(name: "kits/\(names[level]).json", bytes: json.finished())
    }
    return files.shuffled(using: &random)
  }

  private static func writeAxes(_ kit: Kit, to json: inout JSONWriter) {
    json.member("axes") { json in
      json.object { json in
        for (name, axis) in kit.axes.sorted(by: { $0.key < $1.key }) {
          json.member(name) { json in
            json.object { json in
              json.member("values") { $0.array { for value in axis.values { $0.string(value) } } }
              json.member("combine", axis.combines)
              if let fallback = axis.fallback { json.member("fallback", fallback) }
            }
          }
        }
      }
    }
  }

  private static func write(_ name: String, _ trait: Kit.Trait?, to json: inout JSONWriter) {
    json.member(name) { json in
      json.object { json in
        if case .values(let values) = trait?.domain {
          json.member("values") { $0.array { for value in values { $0.string(value) } } }
        } else {
          json.member("kind", "number")
        }
        if let standard = trait?.defaultValue { json.member("default", standard) }
      }
    }
  }
}

extension Kit.Class {
  fileprivate func with(_ properties: some Sequence<Kit.Property>) -> Kit.Class {
    Kit.Class(
      name: name, superclass: superclass, isThemeable: isThemeable, isContainer: isContainer,
      properties: Array(properties))
  }
}

extension JSONWriter {
  fileprivate mutating func kitAddition(_ properties: some Sequence<Kit.Property>) {
    object { json in
      json.member("properties") { json in
        json.array { json in
          for property in properties {
            json.object { json in
              json.member("name", property.name)
              json.member("kind", property.kind.rawValue)
            }
          }
        }
      }
    }
  }
}
