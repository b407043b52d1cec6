/// What a browser may do with a page of this server: nothing with other servers, and no other page frames it.
enum PagePolicy {
  /// - Parameter allowed: what the page may load, as a content security policy names it.
  static func headers(allowing allowed: String) -> [Request.Field] {
    [
      .init(
        "Content-Security-Policy",
        "default-src 'none'; \(allowed); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
      .init("Referrer-Policy", "no-referrer"),
    ]
  }

  /// For the interface and the guides, which have their style within and no script.
  static let docs = headers(allowing: "style-src 'unsafe-inline'; img-src 'self'")
}
