internal import Documents

/// The pieces that answers and documents are made of.
extension JSONWriter {
  /// A member with a list of words.
  package mutating func strings(_ name: String, _ items: some Sequence<String>) {
    member(name) { json in json.array { json in for item in items { json.string(item) } } }
  }
}
