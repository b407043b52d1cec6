internal import Changes
internal import ThemeAPI
internal import Themes

/// Whether clients should be sent here, with how fresh what they get is.
enum Readiness {
  static func reply(_ status: ProcessStatus.State, _ snapshot: Snapshot) -> Reply {
    let isReady = status.phase == .serving
    var json = JSONWriter(.pretty)
    json.object {
      $0.member("ready", isReady)
      $0.member("phase", status.phase.rawValue)
      $0.member("cursor", snapshot.cursor.description)
      $0.member("config") { Self.write(status.loading, snapshot.themeSet.library, to: &$0) }
      $0.member("store") { Self.write(snapshot.trouble, to: &$0) }
    }
    return Reply(
      status: isReady ? 200 : 503,
      headers: isReady ? [] : [.init("Retry-After", "\(Int.random(in: 1...5))")],
      content: .fresh(String(decoding: json.finished(), as: UTF8.self), .json))
  }

  private static func write(_ loading: ProcessStatus.Loading, _ library: Library, to json: inout JSONWriter) {
    json.object { json in
      json.member("themes", library.themes.count)
      json.member("kits", library.kits.count)
      json.member("loadedAt", loading.loadedAt.description)
      json.member("warnings", library.problems.count { $0.severity == .warning })
      // What is served is older than what lies in the folder.
      json.member("stale", !loading.refused.isEmpty)
      guard let at = loading.refusedAt else { return }
      json.member("refusedAt", at.description)
      json.member("problems") { json in
        json.array { json in for problem in loading.refused { json.string(problem) } }
      }
    }
  }

  /// Reads and those who wait go on while nothing can be written.
  private static func write(_ trouble: Snapshot.Trouble?, to json: inout JSONWriter) {
    json.object {
      $0.member("writable", trouble == nil)
      guard let trouble else { return }
      $0.member("since", trouble.since.description)
      $0.member("why", trouble.error.description)
    }
  }
}
