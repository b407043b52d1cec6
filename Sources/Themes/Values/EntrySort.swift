internal import Documents

/// The kind of entries of one of a theme's tables.
struct EntrySort {
  package let words: String
  /// The members that an entry has beside its value and its variants.
  package var members: [String] = []
  /// A Boolean value that indicates whether an entry may be absent where certain traits hold.
  var canBeAbsent = false

  package static let color = EntrySort(
    words: "a color", members: ThemeReader.remarkMembers, canBeAbsent: true)
  /// One of a kit's: themes use it without a word on where it is not.
  static let platformColor = EntrySort(words: "a color")
  package static let image = EntrySort(words: "an image")
  package static let value = EntrySort(
    words: "a value", members: ["type"] + ThemeReader.remarkMembers, canBeAbsent: true)

  /// Returns whether a member of an entry is no word for a trait's value.
  package func has(_ member: JSONNode.Member) -> Bool {
    member.isNamed("value") || member.isNamed("when") || members.contains { member.isNamed($0) }
  }

  /// A Boolean value that indicates whether an entry may have a type.
  var hasTypes: Bool { members.contains("type") }
}
