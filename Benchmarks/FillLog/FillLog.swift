internal import Changes
internal import Storage
internal import TestSupport

/// Writes a log of very many switches, so that starting with one can be measured.
@main
struct FillLog {
  private static let batch = 1000

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[2]) else {
      print("usage: FillLog STORE-FILE CHANGES THEME THEME")
      return
    }
    try fill(path: arguments[1], count: count, themes: [arguments[3], arguments[4]])
  }

  private static func fill(path: String, count: Int, themes: [String]) throws(StoreError) {
    let store = try SQLiteStore(path: path)
    let summaries = themes.map {
      ThemeSummary(name: $0, digest: 0, transition: 0.3, etag: "\"a-strong-etag-of-it\"")
    }
    // A second between two: eleven days and a half of switches.
    let start = Timestamp(milliseconds: 1_767_225_600_000)
    for first in stride(from: 0, to: count, by: batch) {
      let requests = (first..<min(first + batch, count)).map { number in
        ChangeRequest(
          .activate(channel: "main", theme: summaries[number % 2]),
          at: start.advanced(bySeconds: Int64(number)),
          by: "bench")
      }
      _ = try store.publish(requests)
    }
  }
}
