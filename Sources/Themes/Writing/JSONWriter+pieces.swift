package import Documents

extension JSONWriter {
  package mutating func strings(_ name: String, _ items: some Sequence<String>) {
    list(name, items) { $0.string($1) }
  }

  mutating func list<Items: Sequence>(
    _ name: String, _ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
  ) {
    member(name) { json in json.array { json in for item in items { write(&json, item) } } }
  }

  mutating func table<Entry>(
    _ name: String, _ entries: [(String, Entry)], _ write: (inout JSONWriter, Entry) -> Void
  ) {
    member(name) { json in
      json.object { json in for (name, entry) in entries { json.member(name) { write(&$0, entry) } } }
    }
  }

  /// Writes a member with an object of the entries in ascending order of their names.
  mutating func table<Entry>(
    _ name: String, _ entries: [String: Entry], _ write: (inout JSONWriter, Entry) -> Void
  ) {
    table(name, entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, write)
  }
}
