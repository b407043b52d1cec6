import Changes
import Testing

struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
      ("2000-02-29T12:00:00Z", 951_825_600_000), ("2026-11-21T06:00:00+01:00", 1_795_237_200_000),
      ("2026-11-21t06:00:00.123456z", 1_795_240_800_123), ("1900-03-01T00:00:00-00:30", -2_203_889_400_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ] as [(String, Int64)])
  func `reads RFC 3339`(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T06:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z",
    "2026-11-21T06:00:61Z", "2026-11-21T06:00:00.Z", "2026-11-21T06:00:00+1:00", "2026-11-21T06:00:00Zz",
    "２026-11-21T06:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "-026-11-21T06:00:00Z",
  ])
  func `refuses anything else`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(arguments: [
    ("2026-12-24", "2026-12-24T00:00:00Z"), ("2026-12-24T18:00", "2026-12-24T18:00:00Z"),
    ("2026-12-24 18:00:00", "2026-12-24 18:00:00Z"), ("2026-02-30", "2026-12-24T18:00:00Z"),
    ("tomorrow", "2026-12-24T18:00:00Z"),
  ])
  func `says how to write what lacks its end`(text: String, spelling: String) {
    #expect(Timestamp.spelling(near: text) == spelling)
  }

  @Test func `writes what it reads, on every day of four centuries`() {
    for day in stride(from: -200 * 146_097 / 400, to: 200 * 146_097 / 400, by: 1) {
      let snapshot = Timestamp(milliseconds: Int64(day) * 86_400_000 + 45_296_789)
      #expect(Timestamp(snapshot.description) == snapshot)
      #expect(snapshot.description.hasSuffix("T12:34:56.789Z"))
    }
  }
}
