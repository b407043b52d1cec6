import Foundation
import LiveryClient

/// An app that prints the time of the system's clock at which it began to follow, received each theme, and stopped. It
/// stops at a line of input.
enum TimedApp {
  static func run(_ url: URL, keepingIn folder: URL) async {
    say("begins")
    let livery = Livery(url: url, cache: .folder(folder))
    let listening = Task {
      for await theme in livery.themes() { say("\(theme.isKept ? "kept" : "live"):\(theme.name)") }
    }
    Thread.detachNewThread {
      _ = readLine()
      say("left")
      listening.cancel()
    }
    await listening.value
    // Until it is ended.
    while true { try? await Task.sleep(nanoseconds: 1_000_000_000) }
  }

  private static func say(_ what: String) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    Crowd.say("\(what) \(now.tv_sec * 1_000_000_000 + now.tv_nsec)")
  }
}
