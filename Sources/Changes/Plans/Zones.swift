internal import Documents
internal import Synchronization

/// The zones of the system's tzdata, each read at its first use, and again after its file changed.
package final class Zones: Sendable {
  /// Returns the bytes of a file in the folder of tzdata; nil if there is none.
  private let read: @Sendable (String) -> [UInt8]?
  /// Returns the names in a folder below it; nil for a file.
  private let list: @Sendable (String) -> [String]?
  private let state: Mutex<ReadZones>

  private struct ReadZones {
    var zones: [String: Zone] = [:]
    var release: String?
    var edition: UInt64 = 0
  }

  package init(
    read: @escaping @Sendable (String) -> [UInt8]?, list: @escaping @Sendable (String) -> [String]?
  ) {
    (self.read, self.list) = (read, list)
    state = Mutex(ReadZones(release: Self.release(read, list)))
  }

  /// A system without tzdata: it knows UTC alone.
  package static let none = Zones(read: { _ in nil }, list: { _ in nil })

  /// A number that rises when a zone that was read has other rules.
  package var edition: UInt64 { state.withLock { $0.edition } }

  /// The release of tzdata, such as `2026c`; `unknown` if no file names it, nil if there is no tzdata.
  package var release: String? { state.withLock { $0.release } }

  /// Returns the zone with exactly this name; nil if there is none.
  package subscript(name: String) -> Zone? {
    if let known = state.withLock({ $0.zones[name] }) { return known }
    guard Self.isName(name), let zone = read(name).flatMap({ Zone(tzif: $0) }) else {
      return name == "UTC" ? .utc : nil
    }
    state.withLock { $0.zones[name] = zone }
    return zone
  }

  /// The names of all zones.
  package var names: [String] {
    var (found, folders) = ([String](), [""])
    while let folder = folders.popLast() {
      for name in list(folder) ?? [] where name.utf8.first?.isCapitalLetter == true {
        if list(folder + name) != nil {
          folders.append(folder + name + "/")
        } else {
          found.append(folder + name)
        }
      }
    }
    return found
  }

  /// Reads the zones in use again, in case their files have changed.
  package func refresh() {
    let known = state.withLock { $0.zones }
    // A file that is being replaced may be missing for a moment.
    let changed = known.compactMap { name, zone in
      read(name).flatMap { Zone(tzif: $0) }.flatMap { $0 == zone ? nil : (name, $0) }
    }
    let release = Self.release(read, list)
    state.withLock { state in
      state.release = release
      for (name, zone) in changed { state.zones[name] = zone }
      if !changed.isEmpty { state.edition += 1 }
    }
  }

  /// Indicates whether it may name a file in the folder. Names in lower case are no zones: `right/…` counts leap seconds, and
  /// `localtime` leads out of the folder.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.utf8.first?.isCapitalLetter == true
      && name.utf8.allSatisfy { $0.isAlphanumeric || "_-+/".utf8.contains($0) } && !name.contains("//")
  }

  private static func release(_ read: (String) -> [UInt8]?, _ list: (String) -> [String]?) -> String? {
    guard list("")?.isEmpty == false else { return nil }
    let line = (read("tzdata.zi") ?? read("+VERSION"))?.prefix { $0 != UInt8(ascii: "\n") }
    let word = line.flatMap { String(validating: $0, as: UTF8.self) }?.split(separator: " ").last
    return word.map { String($0.prefix(32)) } ?? "unknown"
  }
}
