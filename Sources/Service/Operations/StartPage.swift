internal import Bindings
internal import ThemeAPI
internal import Themes

/// The page at `/` that tells a newcomer what answers here; it needs nothing from outside.
enum StartPage {
  static let reply = Reply(status: 200, content: content)
  static let unchanged = Reply(status: 304, headers: content.headers)
  static let tag = "\"\(SHA256.base64URL(of: SHA256.hash(html)))\""

  private static let content = Content(
    html,
    headers: [
      .init("Content-Type", "text/html; charset=utf-8"),
      .init("Cache-Control", "no-cache"),
      .init("ETag", tag),
    ])

  private static let html = WebFiles.all["page/index.html"] ?? []
}
