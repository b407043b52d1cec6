import Changes
import Testing

@Suite struct `A fingerprint` {
  private static func change(
    revision: UInt64 = 1, kind: ChangeKind = .activated, theme: String = "a", previous: String? = "b",
    channels: [String] = ["main"], at: Int64 = 5, by: String = "c", note: String? = nil,
    differences: Differences? = nil, schedule: String? = nil, transition: Double? = nil, etag: String? = nil
  ) -> Change {
    Change(
      revision: revision, kind: kind, theme: theme, previous: previous, channels: channels,
      at: Timestamp(milliseconds: at), by: by, note: note, differences: differences, schedule: schedule,
      transition: transition, etag: etag)
  }

  @Test func `differs for changes that differ in anything`() {
    let changes = [
      Self.change(), Self.change(revision: 2), Self.change(kind: .updated), Self.change(theme: "x"),
      Self.change(previous: nil), Self.change(previous: ""), Self.change(channels: []),
      Self.change(channels: ["main", "x"]), Self.change(channels: ["mainx"]), Self.change(at: 6),
      Self.change(by: "d"), Self.change(note: ""), Self.change(note: "n"), Self.change(schedule: "1"),
      Self.change(transition: 0), Self.change(transition: 1), Self.change(etag: "e"),
      Self.change(differences: .unknown),
      Self.change(differences: Differences(colors: [], images: [], rules: [])),
      Self.change(differences: Differences(colors: ["x"], images: [], rules: [])),
      Self.change(differences: Differences(colors: [], images: ["x"], rules: [])),
      Self.change(differences: Differences(colors: [], images: [], rules: ["x"])),
    ]
    #expect(Set(changes.map { Fingerprint().extended(by: $0) }).count == changes.count)
  }

  @Test func `differs for logs that came to the same change on other ways`() {
    let last = Self.change(revision: 2)
    let ways = [Self.change(theme: "x"), Self.change(theme: "y")]
    #expect(Set(ways.map { Fingerprint().extended(by: $0).extended(by: last) }).count == 2)
  }

  @Test func `tells where one text ends and the next begins`() {
    var one = Fingerprint()
    one.add("ab")
    one.add("c")
    var other = Fingerprint()
    other.add("a")
    other.add("bc")
    #expect(one != other)
  }

  @Test(arguments: [0, 1, 0xfeed, UInt64.max])
  func `is written as sixteen digits and read again`(word: UInt64) {
    #expect(word.hex16.utf8.count == 16)
    #expect(UInt64(hex16: word.hex16.utf8) == word)
  }

  @Test(arguments: ["", "0", "00000000000000000", "000000000000000G", "000000000000000A", "+000000000000000"])
  func `is read from nothing but sixteen digits in lower case`(text: String) {
    #expect(UInt64(hex16: text.utf8) == nil)
  }
}
