internal import Bindings
internal import Documents
internal import ServerAccess
internal import ThemeAPI
internal import Themes

/// A request of a receiver's own in place of the standard one, such as the purge of a CDN. URL, headers and body may have
/// placeholders: `{channel}`.
struct WebhookForm: Sendable, Hashable {
  var method = "POST"
  var headers: [Request.Field] = []
  /// The body; nil for the standard one.
  var body: String?
  /// The media type of the body, unless a header names another.
  var type: String?

  static let placeholders = [
    "channel", "theme", "since", "cursor", "epoch", "revision", "timestamp", "id",
  ]

  /// Replaces the placeholders in a text; nil if a word in braces is none. The values are names, numbers and times, which mean
  /// nothing in JSON, in headers and in URLs, so they are never escaped.
  static func filled(_ text: String, _ values: [String: String]) -> String? {
    var (filled, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      let word = byte == UInt8(ascii: "{") ? rest.prefix(while: \.isAlphanumeric) : []
      guard !word.isEmpty, rest.dropFirst(word.count).first == UInt8(ascii: "}") else {
        filled.append(byte)
        continue
      }
      guard let value = values[String(decoding: word, as: UTF8.self)] else { return nil }
      filled += value.utf8
      rest = rest.dropFirst(word.count + 1)
    }
    return String(decoding: filled, as: UTF8.self)
  }
}

/// Reads the file of receivers with requests of their own. Headers and URLs hold secrets, so no error repeats a value.
///
///     { "webhooks": [ { "url": "https://api.fastly.com/service/ID/purge/theme-{channel}",
///                       "headers": { "Fastly-Key": "…" }, "body": "" } ] }
struct WebhookFile {
  private var decoder = ObjectDecoder()

  static func read(_ path: String) throws(StartFailure) -> [Webhook] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.bytes(ofRegular: path, atMost: 1 << 20) } catch {
      throw StartFailure("The file of webhooks \(path) can't be read: \(error.cause).")
    }
    let (root, problems) = JSONReader.read(SourceFile(name: path, bytes: bytes))
    var reader = WebhookFile()
    let webhooks = root.map { reader.webhooks($0) } ?? []
    if let problem = (problems + reader.decoder.diagnostics.problems).first {
      let what = problems.isEmpty ? problem.message : "This is not JSON."
      throw StartFailure("\(path):\(problem.place.line):\(problem.place.column): \(what)")
    }
    return webhooks
  }

  private mutating func webhooks(_ root: JSONNode) -> [Webhook] {
    let found = decoder.members(
      of: root, "the file", allowed: ["$schema", "webhooks"], needs: ["webhooks"])
    let items = found?["webhooks"].flatMap { decoder.items($0, "'webhooks'") } ?? []
    return items.compactMap { webhook($0) }
  }

  private mutating func webhook(_ node: JSONNode) -> Webhook? {
    let names = ["url", "channel", "method", "headers", "body"]
    guard let found = decoder.members(of: node, "a webhook", allowed: names, needs: ["url"]),
      let place = found["url"], let url = text(place, "'url'")
    else { return nil }
    guard var hook = Webhook(url), hook.channel == nil, !hook.receiver.host.contains("{") else {
      return decoder.refuse(
        place, "bad-value", "'url' begins with http:// or https:// and a host without placeholders.")
    }
    hook.channel = found["channel"].flatMap { word($0, "'channel'", "the name of a channel", Name.isValid) }
    var form = WebhookForm()
    let method = found["method"].flatMap {
      word($0, "'method'", "a word in capitals, such as POST or PURGE") {
        $0.utf8.count <= 16 && $0.utf8.allSatisfy { (0x41...0x5a).contains($0) }
      }
    }
    form.method = method ?? form.method
    if let node = found["headers"], let members = decoder.table(node, "'headers'") {
      for member in members {
        if let header = header(member, form.headers) { form.headers.append(header) }
      }
    }
    if let body = found["body"], body.kind == .string {
      form.body = text(body, "'body'")
      form.type = form.body == "" ? nil : "text/plain; charset=utf-8"
    } else if let body = found["body"] {
      form.body = compactJSON(body)
      form.type = "application/json"
    }
    hook.form = form
    return hook
  }

  /// The headers that frame a request or sign it.
  private static let reserved: Set<String> = [
    "host", "content-length", "connection", "transfer-encoding", "expect", "traceparent", "tracestate",
    "webhook-id", "webhook-timestamp", "webhook-signature",
  ]

  private mutating func header(_ member: JSONNode.Member, _ known: [Request.Field]) -> Request.Field? {
    let name = member.name
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isWordByte) else {
      return decoder.refuse(
        member.key, "bad-name", "A header's name has 1 to 64 letters, digits, '-' and '_'.")
    }
    guard !Self.reserved.union(known.map { $0.name.lowercased() }).contains(name.lowercased()) else {
      return decoder.refuse(
        member.key, "bad-name", "The header '\(name)' is set by the server, or given twice.")
    }
    let value = word(member.value, "the header '\(name)'", "1 to 4096 characters of ASCII in one line") {
      $0.utf8.count <= 4096 && $0.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
    return value.map { Request.Field(name, $0) }
  }

  /// Returns a text that is not empty and fits.
  private mutating func word(
    _ node: JSONNode, _ what: String, _ wanted: String, _ fits: (String) -> Bool
  ) -> String? {
    guard let text = text(node, what) else { return nil }
    guard !text.isEmpty, fits(text) else {
      return decoder.refuse(node, "bad-value", "\(ObjectDecoder.capitalised(what)) should be \(wanted).")
    }
    return text
  }

  /// Returns a text whose placeholders all exist.
  private mutating func text(_ node: JSONNode, _ what: String) -> String? {
    decoder.string(node, what).flatMap { checked($0, node) }
  }

  private mutating func checked(_ text: String, _ node: JSONNode) -> String? {
    let empty = Dictionary(uniqueKeysWithValues: WebhookForm.placeholders.map { ($0, "") })
    if WebhookForm.filled(text, empty) != nil { return text }
    let known = Quoted.list(WebhookForm.placeholders.map { "{\($0)}" })
    return decoder.refuse(
      node, "bad-value", "A word in braces here is no placeholder; the placeholders are \(known).")
  }

  private mutating func compactJSON(_ node: JSONNode) -> String? {
    var json = JSONWriter()
    node.write(to: &json)
    return checked(String(decoding: json.finished(), as: UTF8.self), node)
  }
}
