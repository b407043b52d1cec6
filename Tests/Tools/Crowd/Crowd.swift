import Foundation
import LiveryClient

/// Plays many clients, for tests in a process that does nothing else:
///
///     Crowd listeners URL COUNT     listeners of one client that start and stop, and the resources left afterwards
///     Crowd clients URL COUNT       clients that follow until the program ends
///     Crowd app URL FOLDER          one that keeps its theme in a folder, for Scripts/bench
@main
struct Crowd {
  static func main() async {
    let words = CommandLine.arguments
    guard words.count == 4, let url = URL(string: words[2]) else { exit(2) }
    // Each holds a connection.
    var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    switch (words[1], Int(words[3])) {
    case ("listeners", let count?): await comeAndGo(Livery(url: url, cache: .none), count)
    case ("clients", let count?): await stay(url, count)
    case ("app", _): await TimedApp.run(url, keepingIn: URL(fileURLWithPath: words[3]))
    default: exit(2)
    }
  }

  /// Prints the resources left after so many listeners have stopped, one after another and ten at a time.
  private static func comeAndGo(_ livery: Livery, _ count: Int) async {
    // The first listeners allocate resources that all share.
    for _ in 0..<10 { await listen(livery, 10) }
    await quiet()
    let before = Belongings()
    for _ in 0..<count / 10 { await listen(livery, 10) }
    var after = Belongings()
    for _ in 0..<6000 where after.isMore(than: before) {
      await quiet()
      after = Belongings()
    }
    say("left \(after.isMore(than: before) ? "more" : "nothing"): \(before), then \(after)")
  }

  /// Listeners that receive one theme each.
  private static func listen(_ livery: Livery, _ count: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask { for await _ in livery.themes() { break } }
      }
    }
  }

  /// Writes a line at once.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Waits until pending work has ended.
  private static func quiet() async { try? await Task.sleep(nanoseconds: 50_000_000) }

  /// Says of each theme when every client has it.
  private static func stay(_ url: URL, _ count: Int) async {
    let tally = Tally(count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          let livery = Livery(url: url, cache: .none)
          for await theme in livery.themes() { await tally.add(theme.name) }
        }
      }
    }
  }
}
