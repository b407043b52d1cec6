internal import Changes
internal import ThemeAPI
internal import Themes

/// Whether clients should be sent here, with how fresh what they get is.
enum Readiness {
  static func reply(_ vitals: Vitals.State) -> Reply {
    let isReady = vitals.phase == .serving
    var json = JSONWriter(.pretty)
    json.object {
      $0.member("ready", isReady)
      $0.member("phase", vitals.phase.rawValue)
      $0.member("config") { $0.object { Self.write(vitals.loading, to: &$0) } }
    }
    return Reply(
      status: isReady ? 200 : 503,
      headers: isReady ? [] : [.init("Retry-After", "\(Int.random(in: 1...5))")],
      content: .fresh(String(decoding: json.finished(), as: UTF8.self), .json))
  }

  private static func write(_ loading: Vitals.Loading, to json: inout JSONWriter) {
    json.member("themes", loading.themes)
    json.member("kits", loading.kits)
    if let at = loading.loadedAt { json.member("loadedAt", at.description) }
    json.member("warnings", loading.warnings)
    // What is served is older than what lies in the folder.
    json.member("stale", !loading.refused.isEmpty)
    guard let at = loading.refusedAt, !loading.refused.isEmpty else { return }
    json.member("refusedAt", at.description)
    json.member("problems") { json in
      json.array { for problem in loading.refused { $0.string(problem) } }
    }
  }
}
