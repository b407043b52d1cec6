package import ThemeAPI
internal import Themes

/// What stands behind the front door while there is no interface yet: nothing is found there.
package struct NothingElse: Answering {
  package init() {}

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    let text = "{\"type\":\"urn:livery:problem:not-found\",\"title\":\"Not found\",\"status\":404}\n"
    return (.reply(Reply(status: 404, content: .fresh(text, .problem))), "unknown")
  }
}
