internal import ThemeAPI
internal import Themes

/// The page at `/` that tells a newcomer what answers here; it needs nothing from outside.
enum StartPage {
  static let reply = Reply(status: 200, content: content)
  static let unchanged = Reply(status: 304, headers: content.headers)
  static let tag = "\"\(SHA256.base64URL(of: SHA256.hash(Array(html.utf8))))\""

  private static let content = Content(
    Array(html.utf8),
    headers: [
      .init("Content-Type", "text/html; charset=utf-8"),
      .init("Cache-Control", "no-cache"),
      .init("ETag", tag),
    ])

  private static let html = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Livery</title>
    <style>
    :root{color-scheme:light dark;--ink:#1c1c22;--page:#fafafc;--line:#d9d9e3;--accent:#d2410f}
    @media(prefers-color-scheme:dark){:root{--ink:#ececf1;--page:#131316;--line:#35353d;--accent:#ff8a5c}}
    body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:8vh auto;padding:0 1rem;color:var(--ink);background:var(--page)}
    h1{margin:0;border-bottom:.3rem solid var(--accent)}
    a{color:var(--accent)}
    pre{border:1px solid var(--line);border-radius:.5rem;padding:1rem;overflow:auto}
    </style>
    <h1>Livery</h1>
    <p>A theme server. Apps GET their theme resolved for their context, draw with it, and hear at once when it changes.
    <pre>
    # the theme for a dark screen
    curl '/v1/theme?userInterfaceStyle=dark'
    # one look-up
    curl '/v1/appearance?for=UIButton'
    # switch, on this machine or with a token
    curl /v1/active -d theme=NAME
    # wait for the next change
    curl '/v1/changes?since=CURSOR'</pre>
    <p><a href="/v1/theme">theme</a> · <a href="/v1/themes">themes</a> · <a href="/v1/kits">kits</a> · <a href="/v1/active">active</a>
    · <a href="/v1/history">history</a> · <a href="/docs">interface</a> (<a href="/openapi.json">OpenAPI</a>) · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a>
    <script>
    for(const p of document.querySelectorAll("pre"))p.textContent=p.textContent.replace(/(curl '?)(?=\\/)/g,"$1"+location.origin)
    </script>
    </html>

    """
}
